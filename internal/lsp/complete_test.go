package lsp_test

import (
	"strings"
	"testing"
	"time"

	"github.com/skilllint/skilllint/internal/lsp"
)

// TestComplete types texts into a document and asks what may stand there.
func TestComplete(t *testing.T) {
	c := start(t, many)
	const head = "---\nid: typed\nname: typed\ndescription: Is typed.\n"
	for _, test := range []struct{ name, file, text, want, not string }{
		{"keys at the top", "typed/SKILL.md", head + "im|\n---\nx\n", "imports", "id"},
		{"keys of an export", "typed/SKILL.md", head + "exports:\n  api_version: \"1.0\"\n  tools:\n    - name: a\n      in|\n---\nx\n", "input_schema output_schema read_only", "name"},
		{"keys of an import", "typed/SKILL.md", head + "imports:\n  - |\n---\nx\n", "from tools min_version", "id"},
		{"a provider", "typed/SKILL.md", head + "imports:\n  - from: |\n---\nx\n", "zodiac moon", "typed"},
		{"its tools", "typed/SKILL.md", head + "imports:\n  - from: zodiac\n    tools: [sign, |]\n---\nx\n", "house", "sign moon"},
		{"its tools, in a list", "typed/SKILL.md", head + "imports:\n  - from: zodiac\n    tools:\n      - |\n---\nx\n", "house sign", "moon"},
		{"its own tools", "typed/SKILL.md", head + "exports:\n  tools:\n    - name: own\n  access:\n    free_tools: [|]\n---\nx\n", "own", "sign"},
		{"a boolean", "typed/SKILL.md", head + "exports:\n  tools:\n    - name: own\n      read_only: |\n---\nx\n", "true false", "own"},
		{"related skills", "typed/SKILL.md", head + "related_skills: [|]\n---\nx\n", "zodiac tarot", ""},
		{"rules of a suppression", "typed/SKILL.md", head + "# skilllint:ignore bro|\n---\nx\n", "broken-link skill-name", "zodiac"},
		{"a path", "typed/SKILL.md", head + "---\nSee [it](../zodiac/|).\n", "SKILL.md references/", "zodiac"},
		{"functions", "typed/skill.json", `{"name": "typed", "mode": "composite", "input": {"type": "object"}, "output": {"type": "object"}, "calls": ["|"]}`, "moon dreams", "zodiac"},
		{"keys of a function", "typed/skill.json", `{"name": "typed", "mode": "composite", "input": {"type": "object"}, "output": {"type": "object"}, "|"}`, "pipeline calls timeout", "mode"},
		{"a mode", "typed/skill.json", `{"name": "typed", "mode": "|", "input": {"type": "object"}, "output": {"type": "object"}}`, "llm code composite", "moon"},
		{"keys of the configuration", ".skilllint.yaml", "ru|\n", "rules ignore", "zodiac"},
		{"rules of the configuration", ".skilllint.yaml", "rules:\n  bro|\n", "broken-link", "ignore"},
		{"severities", ".skilllint.yaml", "rules:\n  broken-link: |\n", "off note warning error", "ignore"},
		{"prose", "typed/SKILL.md", head + "---\nSee |\n", "", "zodiac imports"},
		{"broken", "typed/SKILL.md", head + "a: [: |\n---\n", "", "zodiac imports"},
	} {
		t.Run(test.name, func(t *testing.T) {
			before, behind, _ := strings.Cut(test.text, "|")
			c.write(test.file, before+behind)
			c.open(test.file, before+behind)
			var got []string
			for wait := 0; wait < 100 && got == nil; wait++ { // a new file is known once it was judged
				var found []struct {
					Label string
					Edit  *lsp.TextEdit `json:"textEdit"`
				}
				c.call("textDocument/completion", c.at(test.file, test.text, nil), &found)
				for _, f := range found {
					got = append(got, f.Label)
					if f.Edit == nil {
						t.Errorf("%s has no edit", f.Label)
					}
				}
				if test.want == "" {
					break
				}
				time.Sleep(10 * time.Millisecond)
			}
			has := func(word string) bool { return strings.Contains(" "+strings.Join(got, " ")+" ", " "+word+" ") }
			for _, word := range strings.Fields(test.want) {
				if !has(word) {
					t.Errorf("%q lacks %s", got, word)
				}
			}
			for _, word := range strings.Fields(test.not) {
				if has(word) {
					t.Errorf("%q has %s", got, word)
				}
			}
			c.notify("textDocument/didClose", object{"textDocument": object{"uri": c.uri(test.file)}})
		})
	}
}
