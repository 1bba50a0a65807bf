//go:build unix && installs

package scripts_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"go.yaml.in/yaml/v4"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules"
)

var (
	consoleBlock = regexp.MustCompile("(?s)```console\n(.*?)```")
	fileBlock    = regexp.MustCompile("(?s)<!-- (\\S+) -->\n```yaml\n(.*?)```")
	commandLine  = regexp.MustCompile(`(?m)^\$ (.+)$`)
	commandSpan  = regexp.MustCompile("`(skilllint [^`\n]+)`")
)

// placeholders are the words of a command that a reader replaces.
var placeholders = strings.NewReplacer("[check] [path...]", "check agents", "openai|openai-responses|anthropic|gemini|gemini-parameters|bedrock|mcp", "openai",
	"NAME", "codex", "TARGET", "gemini", "--target T", "--target openai", "emit SKILL", "emit zodiac", "invoice-processor", "zodiac",
	"RULE", "import-not-exported", "SKILL ", "zodiac ", "SKILL\n", "zodiac\n", "DIR", "agents/zodiac", "FOLDER", "examples")

// elsewhere are commands that TestPages does not run, and what does.
var elsewhere = map[string]string{
	"go test ./... ./gateway/...":                                    ".ci/run",
	"go install github.com/skilllint/skilllint/cmd/skilllint@latest": "TestRelease",
	"golangci-lint custom":                                           "scripts/golangci.sh",
	"./custom-gcl run ./...":                                         "scripts/golangci.sh",
}

// live are the beginnings of commands that ask servers or sources, or wait for a client,
// which tests of the command and of the server run in its place: cli/testdata/mcp-live.txtar,
// sources.txtar, consumers.txtar and agents.txtar, internal/lsp, and the examples of gateway/cmd/skillgw.
var live = []string{
	"skilllint mcp snapshot", "skilllint mcp check", "skilllint mcp diff", "skilllint sources", "skilllint changes --base v1.2.0 --consumers",
	"cd examples/gateway", "npm install", "AUDIT_KEY=", "python3 skills/",
	"skilllint lsp", "skilllint serve-mcp", "skilllint claude-hook", // which wait for a client
}

// TestPages runs every command of the documents in a small repository, those
// of this repository in it, and reads the files that the documents show.
func TestPages(t *testing.T) {
	path := filepath.Dir(program(t)) + string(os.PathListSeparator) + os.Getenv("PATH")
	pages, err := filepath.Glob(filepath.Join("..", "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	commands := 0
	for _, page := range append(pages, filepath.Join("..", "README.md")) {
		if filepath.Base(page) == "rules.md" {
			continue // made by the tests of the rules
		}
		src, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		list := commandsOf(string(src))
		commands += len(list)
		t.Run(filepath.Base(page), func(t *testing.T) {
			r := newRunner(t)
			r.env = []string{"PATH=" + path, "SKILLLINT_CACHE_DIR=" + t.TempDir()}
			r.documented()
			for _, line := range list {
				r.follow(line)
			}
			for _, block := range fileBlock.FindAllStringSubmatch(string(src), -1) {
				r.checkFile(block[1], block[2])
			}
		})
	}
	if commands < 60 {
		t.Errorf("only %d commands are found", commands)
	}
}

// commandsOf returns what a document tells to type, in its order.
func commandsOf(page string) []string {
	var list []string
	for _, block := range consoleBlock.FindAllStringSubmatch(page, -1) {
		for _, line := range commandLine.FindAllStringSubmatch(block[1], -1) {
			list = append(list, line[1])
		}
	}
	for _, span := range commandSpan.FindAllStringSubmatch(page, -1) {
		list = append(list, span[1])
	}
	return list
}

// documented makes the repository that the documents speak of.
func (r *runner) documented() {
	r.t.Helper()
	pullRequest(r)
	r.git("checkout", "-q", "change")
	r.git("tag", "v1.2.0")
	r.write("A.json", `{"type": "integer"}`)
	r.write("B.json", `{"type": "number"}`)
	r.write("go.mod", "module example.com/agents\n\ngo 1.26.0\n")
	r.write("agents/zodiac/zodiac.go", "package zodiac\n")
}

// follow runs a command: what needs this repository in it, all else in the checkout.
func (r *runner) follow(line string) {
	r.t.Helper()
	if elsewhere[line] != "" || slices.ContainsFunc(live, func(begin string) bool { return strings.HasPrefix(line, begin) }) {
		return
	}
	cmd := exec.Command("bash", "-c", placeholders.Replace(line+"\n"))
	cmd.Dir = r.repo
	if strings.HasPrefix(line, "go run ") {
		cmd.Dir = r.root
	}
	cmd.Env = append(os.Environ(), r.env...)
	if out, err := cmd.CombinedOutput(); err != nil && cmd.ProcessState.ExitCode() != 1 {
		r.t.Errorf("%s: %v\n%s", line, err, out)
	}
}

// checkFile reads a file that a page shows as its consumer would.
func (r *runner) checkFile(name, text string) {
	r.t.Helper()
	if name == lint.ConfigName {
		files := fstest.MapFS{name: {Data: []byte(text)}, "team/skilllint.yaml": {}, "team/owner.json": {Data: []byte("{}")}, "registry.json": {Data: []byte("{}")}}
		if _, err := lint.LoadConfig(files, rules.All); err != nil {
			r.t.Error(err)
		}
		return
	}
	var doc struct {
		Jobs map[string]struct {
			Steps []struct {
				Uses string
				With map[string]any
			}
		}
	}
	var any any
	if err := yaml.Unmarshal([]byte(text), &any); err != nil {
		r.t.Errorf("%s: %v", name, err)
	}
	if !strings.HasPrefix(name, ".github/workflows/") {
		return
	}
	if err := yaml.Unmarshal([]byte(text), &doc); err != nil {
		r.t.Fatalf("%s: %v", name, err)
	}
	uses := 0
	for _, job := range doc.Jobs {
		for _, step := range job.Steps {
			if !strings.HasPrefix(step.Uses, "skilllint/skilllint@") {
				continue
			}
			uses++
			for input := range step.With {
				if _, ok := r.action.Inputs[input]; !ok {
					r.t.Errorf("%s: the action has no input %q", name, input)
				}
			}
		}
	}
	if uses == 0 {
		r.t.Errorf("%s does not use the action", name)
	}
}
