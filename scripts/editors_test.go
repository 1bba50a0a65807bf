//go:build unix && installs

package scripts_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// editorWorkspace is what the clients open: an import that is misspelt.
var editorWorkspace = map[string]string{
	".skilllint.yaml": "phase: enforce\n",
	"zodiac/SKILL.md": "---\nid: zodiac\nname: zodiac\ndescription: Tells the sign of a date.\nexports:\n  api_version: \"1.0\"\n  tools:\n    - name: sign\n      input_schema: {type: object}\n      output_schema: {type: object}\n---\nTells the sign.\n",
	"tarot/SKILL.md":  "---\nid: tarot\nname: tarot\ndescription: Draws a card \U0001F52E and names the sign.\nimports:\n  - {from: zodiac, tools: [\"sing\"], min_version: \"1.0\"}\n---\nDraws a card.\n",
}

// editor builds the program and writes the workspace; it returns the folder
// and how a client runs there.
func editor(t *testing.T) (dir string, run func(name string, args ...string) string) {
	t.Helper()
	dir = t.TempDir()
	bin := filepath.Join(dir, "bin")
	if out, err := exec.Command("go", "build", "-o", filepath.Join(bin, "skilllint"), "../cmd/skilllint").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	work := filepath.Join(dir, "work")
	for name, text := range editorWorkspace {
		file := filepath.Join(work, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir, func(name string, args ...string) string {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Dir = work
		cmd.Env = append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), "XDG_STATE_HOME="+dir, "XDG_CACHE_HOME="+dir, "NODE_PATH="+filepath.Join(dir, "node_modules"))
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, out)
		}
		return string(out)
	}
}

// TestNeovim types in Neovim, set up by the file that users copy.
func TestNeovim(t *testing.T) {
	tool(t, "nvim")
	dir, run := editor(t)
	setup, err := filepath.Abs("../editors/neovim.lua")
	if err != nil {
		t.Fatal(err)
	}
	script := filepath.Join(dir, "type.lua")
	if err := os.WriteFile(script, []byte(`
local function settle(n)
  assert(vim.wait(60000, function() return #vim.diagnostic.get(0) == n end), 'waited for ' .. n .. ' findings')
end
local function ask(method, row, column)
  local params = { textDocument = vim.lsp.util.make_text_document_params(), position = { line = row, character = column } }
  for _, answer in pairs(vim.lsp.buf_request_sync(0, method, params, 60000)) do
    return answer.result
  end
end
vim.cmd('filetype on')
vim.cmd('source `+setup+`')
vim.cmd('edit tarot/SKILL.md')
settle(1)
print('found', vim.diagnostic.get(0)[1].code)
vim.api.nvim_buf_set_text(0, 5, 28, 5, 32, { 'sign' })
settle(0)
print('hover', ask('textDocument/hover', 5, 30).contents.value:match('^[^\n]*'))
print('definition', ask('textDocument/definition', 5, 30)[1].uri:match('[^/]*/[^/]*$'))
vim.cmd('qa!')
`), 0o644); err != nil {
		t.Fatal(err)
	}
	out := run("nvim", "--headless", "-u", "NONE", "-n", "-c", "luafile "+script, "-c", "cquit 3")
	for _, want := range []string{"found import-not-exported", "hover **sign** of **zodiac** 1.0", "definition zodiac/SKILL.md"} {
		if !strings.Contains(out, want) {
			t.Errorf("got %s, want %s", out, want)
		}
	}
}

// TestNodeClient speaks with the protocol's own library, which Visual Studio Code uses.
func TestNodeClient(t *testing.T) {
	tool(t, "npm")
	dir, run := editor(t)
	run("npm", "install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", dir, "vscode-languageserver-protocol@3.18.5")
	script := filepath.Join(dir, "client.cjs")
	if err := os.WriteFile(script, []byte(`
const { spawn } = require('child_process');
const { pathToFileURL } = require('url');
const path = require('path');
const fs = require('fs');
const p = require('vscode-languageserver-protocol/node');
const server = spawn('skilllint', ['lsp', '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
const c = p.createProtocolConnection(new p.StreamMessageReader(server.stdout), new p.StreamMessageWriter(server.stdin), console);
const uri = pathToFileURL(path.resolve('tarot/SKILL.md')).href;
const seen = [];
let wake = () => {};
c.onNotification(p.PublishDiagnosticsNotification.type, (n) => { seen.push(n); wake(); });
c.onRequest(p.RegistrationRequest.type, (r) => { console.log('watches', r.registrations[0].method); });
async function until(f) {
  for (;;) {
    const last = seen.filter((n) => n.uri === uri).at(-1);
    if (last && f(last)) return last;
    await new Promise((r) => { wake = r; });
  }
}
c.listen();
(async () => {
  const root = pathToFileURL(process.cwd()).href;
  const init = await c.sendRequest(p.InitializeRequest.type, {
    processId: process.pid, rootUri: root, workspaceFolders: [{ uri: root, name: 'work' }],
    capabilities: { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } },
  });
  console.log('encoding', init.capabilities.positionEncoding);
  await c.sendNotification(p.InitializedNotification.type, {});
  const text = fs.readFileSync('tarot/SKILL.md', 'utf8');
  await c.sendNotification(p.DidOpenTextDocumentNotification.type, { textDocument: { uri, languageId: 'markdown', version: 1, text } });
  const wrong = await until((n) => n.version === 1 && n.diagnostics.length === 1);
  const d = wrong.diagnostics[0];
  console.log('found', d.code, d.range.start.line, d.range.start.character, d.range.end.character);
  const actions = await c.sendRequest(p.CodeActionRequest.type, { textDocument: { uri }, range: d.range, context: { diagnostics: [d] } });
  console.log('fix', actions[0].title, JSON.stringify(actions[0].edit.changes[uri][0].newText));
  await c.sendNotification(p.DidChangeTextDocumentNotification.type, { textDocument: { uri, version: 2 }, contentChanges: [{ range: actions[0].edit.changes[uri][0].range, text: actions[0].edit.changes[uri][0].newText }] });
  await until((n) => n.version === 2 && n.diagnostics.length === 0 || n.diagnostics.length === 0);
  const items = await c.sendRequest(p.CompletionRequest.type, { textDocument: { uri }, position: { line: 5, character: 30 } });
  console.log('completes', items.map((i) => i.label).join(' '));
  try { await c.sendRequest('textDocument/unknown', {}); } catch (e) { console.log('unknown', e.code); }
  await c.sendRequest(p.ShutdownRequest.type);
  server.on('exit', (code) => { console.log('exit', code); process.exit(0); });
  await c.sendNotification(p.ExitNotification.type);
})().catch((e) => { console.error(e); process.exit(1); });
setTimeout(() => { console.error('late', JSON.stringify(seen)); process.exit(1); }, 60000);
`), 0o644); err != nil {
		t.Fatal(err)
	}
	out := run("node", script)
	for _, want := range []string{"encoding utf-16", "watches workspace/didChangeWatchedFiles", "found import-not-exported 5 27 33", `fix write "sign"`, "completes sign", "unknown -32601", "exit 0"} {
		if !strings.Contains(out, want) {
			t.Errorf("got %s, want %s", out, want)
		}
	}
}

// TestExtension builds the extension of Visual Studio Code as it is in the repository.
func TestExtension(t *testing.T) {
	tool(t, "npm")
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../editors/vscode")); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"npm ci --silent --no-audit --no-fund", "npm run build"} {
		cmd := exec.Command("bash", "-c", line)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", line, err, out)
		}
	}
	if info, err := os.Stat(filepath.Join(dir, "dist", "extension.js")); err != nil || info.Size() == 0 {
		t.Errorf("nothing was built: %v", err)
	}
}
