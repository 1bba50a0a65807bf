package rules_test

import (
	"fmt"
	"go/token"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules"
	"github.com/skilllint/skilllint/skill"
)

// TestHostileDialects judges hostile manifests of all dialects: each ends,
// with few findings, and no rule fails.
func TestHostileDialects(t *testing.T) {
	function := func(input, output, rest string) string {
		return `{"name": "f", "description": "d", "category": "c", "mode": "composite", "input": ` + input + `, "output": ` + output + rest + `}`
	}
	pipeline := func(template string) string {
		return function(`{"type": "object", "properties": {"x": {}}}`, `{"type": "object"}`, fmt.Sprintf(`, "calls": ["f"], "pipeline": [{"step": "s", "skill": "f", "input": {"x": %q}}]`, template))
	}
	var steps, bindings strings.Builder
	for i := range 5_000 {
		fmt.Fprintf(&steps, `{"step": "s%d", "skill": "f", "input": {"x": "{{steps.s%d}}"}},`, i, max(0, i-1))
		fmt.Fprintf(&bindings, `{"skillDefinitionId": "p", "versionLock": "%s"},`, strings.Repeat("||", 20))
	}
	doubled := `{"type": "string"}`
	for range 18 {
		doubled = `{"allOf": [` + doubled + `, ` + doubled + `]}`
	}
	for name, c := range map[string]struct{ path, src string }{
		"a template of 1 MB":         {"skill.json", pipeline(strings.Repeat("{{input.x}} ", 80_000))},
		"unclosed templates":         {"skill.json", pipeline(strings.Repeat("{{", 200_000))},
		"10,000 filters":             {"skill.json", pipeline("{{input.x" + strings.Repeat(" | json", 10_000) + "}}")},
		"a path of 100,000":          {"skill.json", pipeline("{{input" + strings.Repeat(".x", 100_000) + "}}")},
		"a prototype":                {"skill.json", pipeline("{{steps.__proto__.constructor}}")},
		"nested templates":           {"skill.json", pipeline(strings.Repeat("{{input.", 1_000) + strings.Repeat("}}", 1_000))},
		"a deep condition":           {"skill.json", function(`{}`, `{}`, `, "calls": ["f"], "pipeline": [{"step": "s", "skill": "f", "condition": "`+strings.Repeat("(", 50_000)+`", "input": {}}]`)},
		"5,000 steps":                {"skill.json", function(`{}`, `{}`, `, "calls": ["f"], "pipeline": [`+strings.TrimSuffix(steps.String(), ",")+`]`)},
		"an exponential schema":      {"skill.json", function(doubled[:min(len(doubled), 900_000)], `{}`, "")},
		"a schema of references":     {"skill.json", function(`{"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}`, `{"$ref": "file:///etc/passwd"}`, "")},
		"a huge number":              {"skill.json", function(`{"minimum": 1e999999999}`, `{}`, `, "timeout": 1e999999999, "retry": 1e10000000`)},
		"a tiny number":              {"skill.json", function(`{}`, `{}`, `, "timeout": 1e-999999999, "retry": 0.`+strings.Repeat("0", 100_000)+`1`)},
		"a depth of 100,000":         {"skill.json", `{"mode": "code", "input": ` + strings.Repeat(`{"a":`, 100_000)},
		"prototype names":            {"skill.json", function(`{}`, `{}`, `, "__proto__": {}, "constructor": 1`)},
		"case variants":              {"skill.json", function(`{}`, `{}`, `, "Name": "g", "MODE": "llm"`)},
		"a prompt of references":     {"skill.yaml", "schema_version: \"1.0\"\nname: c\nversion: 1.0.0\ndescription: d\nsystem_prompt: \"" + strings.Repeat("{{inputs.a}}", 50_000) + "\"\ninputs: [{name: a, type: string}]\n"},
		"50,000 inputs":              {"skill.yaml", "schema_version: \"1.0\"\nname: c\nversion: 1.0.0\ndescription: d\nsystem_prompt: x\ninputs:\n" + strings.Repeat("  - {name: a, type: string}\n", 30_000)},
		"5,000 bindings":             {"agents/a.json", "[" + strings.TrimSuffix(bindings.String(), ",") + "]"},
		"a registry of 10,000":       {"registry.json", `{"skills": [` + strings.TrimSuffix(strings.Repeat(`{"name": "a", "description": "x"},`, 10_000), ",") + `]}`},
		"a lock with prototype":      {"skill.lock.json", `{"skill": "__proto__", "resolved_source": {"type": "git", "hash": "__proto__"}, "resolved_inputs": {"__proto__": 1}}`},
		"an SOP of 100,000 objects":  {"s.md", "---\nname: s\ndescription: d\ntools: [a]\ninherit_history: true\n---\n" + strings.Repeat(`{"type": {`, 100_000)},
		"an SOP of 100,000 commands": {"s.md", "---\nname: s\ndescription: d\ntools: [a]\ninherit_history: true\n---\n" + strings.Repeat("{\"type\": \"toast\", \"payload\": {}}\n", 50_000)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fsys := fstest.MapFS{c.path: {Data: []byte(c.src)}, "good/SKILL.md": {Data: []byte("---\nid: good\n---\n# Good\n")},
				"p/1.0.0/SKILL.md": {Data: []byte("---\nname: p\ndescription: x\n---\n# P\n")}, "p/1.0.0/manifest.json": {Data: []byte(`{"skillId": "p", "version": "1.0.0"}`)}}
			ws, err := skill.Load(token.NewFileSet(), fsys, skill.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if len(ws.Index.ID("good")) != 1 {
				t.Error("the good skill beside it is lost")
			}
			for _, f := range lint.Run(lint.Input{Workspace: ws, Now: time.Unix(0, 0)}, rules.All) {
				if f.Rule == lint.InternalError() {
					t.Error(f.Message)
				}
			}
		})
	}
}
