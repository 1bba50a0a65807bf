package gateway_test

import (
	"encoding/json"
	"testing"
	"testing/fstest"

	"github.com/skilllint/skilllint/gateway"
)

// TestStaticDenialsAreFound: what makes every call fail is found by the linter.
func TestStaticDenialsAreFound(t *testing.T) {
	const head, tail = `{"name": "f", "description": "d", "category": "c", "mode": "llm", "output": {"type": "object"}, "input": {"type": "object", `, `}}`
	for name, c := range map[string]struct{ input, args, rule string }{
		"a default of another kind":    {`"properties": {"n": {"type": "number", "default": "5"}}`, `{}`, "input-default"},
		"a default outside of an enum": {`"properties": {"q": {"type": "string", "enum": ["a", "b"], "default": "c"}}`, `{}`, "input-default"},
		"a required input nowhere":     {`"properties": {"q": {"type": "string"}}, "required": ["q", "zz"]`, `{"q": "a"}`, "invalid-tool-schema"},
	} {
		catalog, ws, findings := judged(t, fstest.MapFS{
			"f/skill.json": {Data: []byte(head + c.input + tail)}, "f/prompt.md": {Data: []byte("Answer.\n")},
		})
		if !found(ws, findings, []string{c.rule}, "f/skill.json") {
			t.Errorf("%s: %s is not found:\n%s", name, c.rule, listed(ws, findings))
		}
		g := serveAll(t, catalog)
		ctx, leave, err := g.Enter(t.Context(), alice, "f")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := g.Call(ctx, "f", json.RawMessage(c.args)); err == nil || err.(*gateway.Error).Code != gateway.InvalidArguments {
			t.Errorf("%s: %v", name, err)
		}
		leave()
	}
}

// TestProcedureHasItsTools: each procedure is given what it lists of the registry, and nothing else; a
// registry that stands elsewhere has what procedures list.
func TestProcedureHasItsTools(t *testing.T) {
	procedure := &fstest.MapFile{Data: []byte("---\nname: tm\ndescription: Reads tasks\ntools: [task_get]\ninherit_history: true\n---\nUse task_get.\n")}
	registry := &fstest.MapFile{Data: []byte("TOOL_REGISTRY = {\n    \"task_get\": ToolDef(crud.get, \"Get\"),\n    \"task_delete\": ToolDef(crud.delete, \"Delete\"),\n}\n")}
	for name, c := range map[string]struct {
		files fstest.MapFS
		other gateway.Code
	}{
		"registry":           {fstest.MapFS{"skills/tm.md": procedure, "app/tools.py": registry}, gateway.ToolNotImported},
		"registry elsewhere": {fstest.MapFS{"skills/tm.md": procedure}, gateway.ToolNotFound},
	} {
		catalog, _, _ := judged(t, c.files)
		g := serveAll(t, catalog)
		if code := decision(t, g, "tm", "task_get"); code != "" {
			t.Errorf("%s: task_get is %s", name, code)
		}
		if code := decision(t, g, "tm", "task_delete"); code != c.other {
			t.Errorf("%s: task_delete is %q", name, code)
		}
	}
}
