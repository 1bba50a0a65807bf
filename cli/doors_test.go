package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"
)

// evil is what nobody should meet raw: an escape sequence, a carriage return,
// a mark that turns the direction of text, line ends that are none for
// everybody, characters of C1, and a workflow command on a line of its own.
const evil = "\x1b[31m\r\u202e\u2028\u2029\u009b\x7f\n::set-output name=x::y\n##[error]z"

// raw returns what of a text must not have been written, "" when it is fit.
func raw(text string) string {
	for i, r := range text {
		switch {
		case r == '\n' || r == '\t':
		case r < 0x20, r == 0x7f, 0x80 <= r && r < 0xa0, r == 0x2028, r == 0x2029, 0x202a <= r && r <= 0x202e, 0x2066 <= r && r <= 0x2069, r == utf8.RuneError:
			return around(text, i)
		}
	}
	for _, command := range []string{"::set-output", "##[error]z"} {
		for at := 0; ; {
			i := strings.Index(text[at:], command)
			if i < 0 {
				break
			}
			line := text[strings.LastIndexByte(text[:at+i], '\n')+1 : at+i]
			if strings.TrimSpace(line) == "" {
				return around(text, at+i)
			}
			at += i + len(command)
		}
	}
	return ""
}

func around(text string, i int) string { return text[max(0, i-60):min(len(text), i+30)] }

// quote writes evil for a YAML or JSON file.
var quoted = strings.NewReplacer("\x1b", `\u001b`, "\r", `\r`, "\u202e", `\u202e`, "\u2028", `\u2028`, "\u2029", `\u2029`, "\u009b", `\u009b`, "\x7f", `\u007f`, "\n", `\n`).Replace(evil)

// doors are the ways in: each makes a workspace and returns what is asked.
var doors = map[string]func(t *testing.T, dir string) [][]string{
	"arguments": func(t *testing.T, dir string) [][]string {
		return [][]string{
			{evil}, {"check", evil}, {"check", "--" + evil}, {"check", "-f", evil}, {"check", "--fail-on", evil}, {"check", "--now", evil},
			{"check", "--select", evil}, {"check", "--ignore", evil}, {"check", "--base", evil}, {"check", "--base-dir", evil}, {"check", "--baseline", evil},
			{"check", "--target", evil}, {"check", "-o", evil}, {"check", "-o", "text=" + filepath.Join(dir, "gone", evil)}, {"check", "--stdin-filename", evil},
			{"help", evil}, {"explain", evil}, {"subschema", evil, evil}, {"subschema", "--batch", evil}, {"graph", "-f", evil}, {"graph", evil}, {"toolset", evil},
			{"digest", evil}, {"init", evil}, {"config", evil}, {"rules", "-f", evil}, {"changes", "--base", evil}, {"baseline", "--file", filepath.Join(dir, "gone", evil)},
			{"completion", evil}, {"emit", evil}, {"hosts", evil}, {"vendors", evil}, {"man", evil}, {"vet", evil}, {"version", evil},
		}
	},
	"configuration": func(t *testing.T, dir string) [][]string {
		var asked [][]string
		for i, text := range []string{`%: 1`, `phase: %`, `rules: {%: off}`, `rules: {skill-name: %}`, `ignore: [%]`, `core_tools: [%]`, `extends: %`, `targets: [%]`,
			`dialects: {%: contract}`, `dialects: {a: %}`, `suppress: [{rule: %, path: a, reason: b}]`, `suppress: [{rule: skill-name, path: %, reason: %}]`,
			`overrides: [{paths: [%], rules: {skill-name: off}}]`, `known_skills: [%]`, `registries: [{name: %, path: %}]`, `calls: [%]`, `python: {roots: [%]}`, `a: %: b`} {
			sub := filepath.Join(dir, string(rune('a'+i)))
			lay(t, filepath.Join(sub, ".skilllint.yaml"), strings.ReplaceAll(text, "%", `"`+quoted+`"`))
			lay(t, filepath.Join(sub, "s", "SKILL.md"), "---\nname: s\ndescription: x\n---\n# S\n")
			asked = append(asked, []string{"check", "--no-cache", sub}, []string{"config", sub})
		}
		return asked
	},
	"contents": func(t *testing.T, dir string) [][]string {
		lay(t, filepath.Join(dir, "a", "SKILL.md"), "---\nname: \""+quoted+"\"\ndescription: \""+quoted+"\"\nimports:\n  - {from: \""+quoted+"\", tools: [\""+quoted+"\"], min_version: \""+quoted+"\"}\n\""+quoted+"\": 1\n---\n# "+evil+"\n[x]("+evil+") [y](<gone"+evil+".md>) run `python scripts/"+evil+".py`\n")
		lay(t, filepath.Join(dir, "b", "skill.json"), `{"name": "`+quoted+`", "description": "`+quoted+`", "`+quoted+`": 1, "tools": [{"name": "`+quoted+`", "input_schema": {"type": "`+quoted+`"}}], "execution": {"mode": "pipeline", "steps": [{"name": "`+quoted+`", "tool": "`+quoted+`", "args": {"x": "{{ `+quoted+` }}"}}]}}`)
		lay(t, filepath.Join(dir, "c", "SKILL.md"), "---\nid: c\nexports:\n  api_version: \""+quoted+"\"\n  tools:\n    - {name: \""+quoted+"\", input_schema: {type: object, properties: {\""+quoted+"\": {pattern: \""+quoted+"(\"}}}}\ndeprecated: [{tool: \""+quoted+"\", removal_date: \""+quoted+"\"}]\n---\n# C\n")
		lay(t, filepath.Join(dir, "c", "run.py"), "from skills."+"a import x\nopen('../a/"+quoted+"')\n"+evil+"\n")
		lay(t, filepath.Join(dir, ".claude-plugin", "marketplace.json"), `{"name": "`+quoted+`", "owner": {"name": "x"}, "plugins": [{"name": "`+quoted+`", "source": "./`+quoted+`", "`+quoted+`": 2}]}`)
		lay(t, filepath.Join(dir, "registry.json"), `{"skills": [{"name": "`+quoted+`", "version": "`+quoted+`", "path": "`+quoted+`"}]}`)
		return everything(dir)
	},
	"names": func(t *testing.T, dir string) [][]string {
		if runtime.GOOS != "linux" {
			t.Skip("the file system takes no such names")
		}
		name := strings.ReplaceAll(evil, "/", "")
		lay(t, filepath.Join(dir, name, "SKILL.md"), "---\nname: x\ndescription: y\nimports: [{from: gone}]\n---\n# X\n[a](b.md)\n")
		lay(t, filepath.Join(dir, name, "scripts", name+".py"), "def (\n")
		lay(t, filepath.Join(dir, name, "bytes\xff", "SKILL.md"), "---\nid: [\n---\n")
		lay(t, filepath.Join(dir, "e", "SKILL.md"), "---\nid: e\nexports: {api_version: '1.0', tools: [{name: t, input_schema: {type: object}}]}\n---\n# E\n")
		return append(everything(dir), []string{"check", "--no-cache", filepath.Join(dir, name)}, []string{"check", "--baseline", filepath.Join(dir, name), dir}, []string{"digest", filepath.Join(dir, name)})
	},
	"schemas": func(t *testing.T, dir string) [][]string {
		a, b := filepath.Join(dir, "a.json"), filepath.Join(dir, "b.json")
		lay(t, a, `{"type": "object", "required": ["`+quoted+`"], "properties": {"`+quoted+`": {"const": "`+quoted+`"}}}`)
		lay(t, b, `{"properties": {"`+quoted+`": {"pattern": "^`+quoted+`$", "maxLength": 3}}}`)
		lay(t, filepath.Join(dir, "c.json"), `{"type": "`+quoted+`", "$ref": "`+quoted+`"}`)
		lay(t, filepath.Join(dir, "d.json"), evil)
		lay(t, filepath.Join(dir, "batch"), `{"id": "`+quoted+`", "a": {"const": "`+quoted+`"}, "b": false}`+"\n"+strings.ReplaceAll(evil, "\n", "")+"\n")
		return [][]string{{"subschema", a, b}, {"subschema", a, b, "-f", "json"}, {"subschema", filepath.Join(dir, "c.json"), b}, {"subschema", a, filepath.Join(dir, "d.json")}, {"subschema", "--batch", filepath.Join(dir, "batch")}}
	},
	"git": func(t *testing.T, dir string) [][]string {
		lay(t, filepath.Join(dir, "a", "SKILL.md"), "---\nid: a\nexports: {api_version: '1.0', tools: [{name: t, input_schema: {type: object}}]}\n---\n# A\n")
		for _, args := range [][]string{{"init", "-q", "-b", "b\u202e\u2028\u009b"}, {"add", "-A"}, {"-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "-m", evil}} {
			if out, err := exec.Command("git", append([]string{"-C", dir}, args...)...).CombinedOutput(); err != nil {
				t.Skipf("git %v: %s", args, out)
			}
		}
		lay(t, filepath.Join(dir, "a", "SKILL.md"), "---\nid: a\nexports: {api_version: '1.0', tools: []}\n---\n# A\n")
		return [][]string{{"check", "--no-cache", "--base", "b\u202e\u2028\u009b", dir}, {"changes", "--base", "b\u202e\u2028\u009b", dir}, {"changes", "-f", "markdown", "--base", "b\u202e\u2028\u009b", dir},
			{"check", "--no-cache", "--config-from-base", "--base", "b\u202e\u2028\u009b", dir}, {"check", "--base", evil, dir}, {"init", dir}}
	},
	"baseline": func(t *testing.T, dir string) [][]string {
		file := filepath.Join(dir, "baseline")
		lay(t, filepath.Join(dir, "a", "SKILL.md"), "---\nname: a\ndescription: y\n---\n# A\n")
		lay(t, file, `{"version": 1, "findings": [{"file": "`+quoted+`", "rule": "`+quoted+`", "message": "`+quoted+`", "count": 1}]}`)
		lay(t, file+"2", `{"`+quoted+`": 1}`)
		lay(t, file+"3", evil)
		return [][]string{{"check", "--no-cache", "--baseline", file, dir}, {"check", "--no-cache", "--baseline", file + "2", dir}, {"check", "--no-cache", "--baseline", file + "3", dir}}
	},
	"environment": func(t *testing.T, dir string) [][]string {
		lay(t, filepath.Join(dir, "a", "SKILL.md"), "---\nname: a\ndescription: y\n---\n# A\n")
		t.Setenv("SKILLLINT_CACHE_DIR", filepath.Join(dir, "a", "SKILL.md", strings.ReplaceAll(evil, "/", "")))
		t.Setenv("TERM", evil)
		t.Setenv("HOME", evil)
		t.Setenv("TMPDIR", evil)
		return [][]string{{"check", dir}, {"check", "--base", "HEAD", dir}}
	},
}

// everything is every command over a workspace, in every format.
func everything(dir string) [][]string {
	_ = os.MkdirAll(filepath.Join(dir, "e"), 0o755)
	asked := [][]string{{"check", "--no-cache", "--diff", dir}, {"check", "--no-cache", "--statistics", dir}, {"check", "--no-cache", "--notes", dir}, {"init", dir}, {"baseline", "--file", os.DevNull, dir}}
	for _, format := range formatNames() {
		asked = append(asked, []string{"check", "--no-cache", "-f", format, dir})
	}
	for _, format := range []string{"dot", "mermaid", "json", "svg", "html"} {
		asked = append(asked, []string{"graph", "-f", format, dir})
	}
	return append(asked, []string{"check", "--no-cache", "--base-dir", filepath.Join(dir, "e"), dir}, []string{"changes", "--base-dir", filepath.Join(dir, "e"), dir}, []string{"toolset", quoted, dir})
}

func lay(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestDoors feeds control characters through every way in, and expects that
// none comes out of any command in any format.
func TestDoors(t *testing.T) {
	for name, door := range doors {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for _, args := range door(t, dir) {
				var out, errs bytes.Buffer
				if status := execute(args, strings.NewReader(evil), &out, &errs); status == exitInternal && args[0] != "subschema" {
					t.Errorf("%q: a fault of skilllint itself: %.300s", args, errs.String())
				}
				for stream, text := range map[string]string{"stdout": out.String(), "stderr": errs.String()} {
					if leak := raw(text); leak != "" {
						t.Errorf("%.200q: %s has %q", args, stream, leak)
					}
				}
			}
		})
	}
}
