package skill

import (
	"go/token"
	"strings"
	"testing"
	"testing/fstest"
)

const someSOP = "---\nname: s\ndescription: d\ntools: [a]\ninherit_history: true\n---\nuse a\n"

func registryOf(t testing.TB, files map[string]string) *ToolRegistry {
	t.Helper()
	fsys := fstest.MapFS{"s.md": {Data: []byte(someSOP)}}
	for name, src := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(src)}
	}
	ws, err := Load(token.NewFileSet(), fsys, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return ws.ToolRegistry
}

// TestToolRegistry reads registries that are written in many ways.
func TestToolRegistry(t *testing.T) {
	for name, c := range map[string]struct {
		src      string
		want     string // the keys, in order
		complete bool
	}{
		"annotated":           {`TOOL_REGISTRY: Dict[str, ToolDef] = {"a": x, 'b': y}`, "a b", true},
		"declared, then set":  {"TOOL_REGISTRY: dict\nTOOL_REGISTRY = {'a': x}", "a", true},
		"dict call":           {`TOOL_REGISTRY = dict({"a": x}, b=y)`, "a b", true},
		"pairs":               {`TOOL_REGISTRY = dict([("a", x), ("b", y)])`, "a b", true},
		"constants":           {"P = 'task_'\nTOOL_REGISTRY = {P + 'a': x, f'{P}b': y}", "task_a task_b", true},
		"merges":              {"A = {'a': x}\nTOOL_REGISTRY = {**A, **{'b': y}} | dict(c=z)", "a b c", true},
		"changed parts":       {"A = {}\nA['a'] = x\nTOOL_REGISTRY = {**A}", "a", true},
		"in place":            {"TOOL_REGISTRY = {}\nTOOL_REGISTRY['a'] = x\nTOOL_REGISTRY.update(b=y)\nTOOL_REGISTRY.setdefault('c', z)\nTOOL_REGISTRY |= {'d': w}", "a b c d", true},
		"conditional":         {"TOOL_REGISTRY = {'a': x}\nif DEBUG:\n    TOOL_REGISTRY['b'] = y", "a b", true},
		"read only":           {"TOOL_REGISTRY = {'a': x}\nfor k, v in TOOL_REGISTRY.items():\n    print(k)\nassert 'a' in TOOL_REGISTRY\nn = len(TOOL_REGISTRY)\nd = TOOL_REGISTRY['a']", "a", true},
		"itself":              {"TOOL_REGISTRY = {'a': x}\nTOOL_REGISTRY = {**TOOL_REGISTRY, 'b': y}", "a b", true},
		"unknown key":         {"TOOL_REGISTRY = {'a': x}\nTOOL_REGISTRY[name()] = y", "a", false},
		"unknown merge":       {"TOOL_REGISTRY = {'a': x, **load()}", "a", false},
		"comprehension":       {"TOOL_REGISTRY = {'a': x}\nTOOL_REGISTRY.update({t: y for t in TOOLS})", "a", false},
		"given away":          {"TOOL_REGISTRY = {'a': x}\nregister_all(TOOL_REGISTRY)", "a", false},
		"another name":        {"TOOL_REGISTRY = {'a': x}\ntools = TOOL_REGISTRY", "a", false},
		"deleted from":        {"TOOL_REGISTRY = {'a': x}\ndel TOOL_REGISTRY['a']", "a", false},
		"popped from":         {"TOOL_REGISTRY = {'a': x}\nTOOL_REGISTRY.pop('a')", "a", false},
		"a decorator":         {"TOOL_REGISTRY = {'a': x}\ndef tool(name):\n    def add(f):\n        TOOL_REGISTRY[name] = f\n    return add", "a", false},
		"a syntax error":      {"TOOL_REGISTRY = {'a': x}\ndef (:\n", "", false},
		"a foreign module":    {"from lib import TOOLS\nTOOL_REGISTRY = {'a': x, **TOOLS}", "a", false},
		"a circle":            {"A = {**B, 'a': x}\nB = {**A, 'b': y}\nTOOL_REGISTRY = {**A}", "a b", true},
		"a comment":           {"# TOOL_REGISTRY = {'a': x}\n", "", false},
		"another variable":    {"TOOLS = {'a': x}  # not TOOL_REGISTRY", "", false},
		"the key is no text":  {"TOOL_REGISTRY = {1: x, 'b': y}", "b", false},
		"returned to callers": {"TOOL_REGISTRY = {'a': x}\ndef all():\n    return TOOL_REGISTRY", "a", false},
	} {
		r := registryOf(t, map[string]string{"tools.py": c.src + "\n"})
		var keys []string
		if r != nil {
			for _, tool := range r.Tools {
				keys = append(keys, tool.Text)
			}
		}
		if got := strings.Join(keys, " "); got != c.want || r != nil && r.Complete != c.complete {
			t.Errorf("%s: got %q, %+v, want %q, complete %v", name, got, r, c.want, c.complete)
		}
	}
}

// TestToolRegistryModules follows names from module to module.
func TestToolRegistryModules(t *testing.T) {
	r := registryOf(t, map[string]string{
		"backend/app/tools/__init__.py": "from .a import A as ONE\nfrom . import b\nimport app.c as cc\nimport app.d\nTOOL_REGISTRY = {**ONE, **b.B, **cc.C, **app.d.D}\n",
		"backend/app/tools/a.py":        "A = {'a': x}\n",
		"backend/app/tools/b.py":        "B = {'b': x}\n",
		"backend/app/c.py":              "C = {'c': x}\n",
		"backend/app/d/__init__.py":     "D = {'d': x}\n",
		"backend/plugins/p.py":          "from app.tools import TOOL_REGISTRY as R\nR['p'] = x\n",
		"backend/plugins/q.py":          "import app.tools\napp.tools.TOOL_REGISTRY['q'] = x\n",
	})
	var keys []string
	for _, tool := range r.Tools {
		keys = append(keys, tool.Text)
	}
	if got := strings.Join(keys, " "); got != "c d a b p q" || !r.Complete {
		t.Errorf("got %q, complete %v", got, r.Complete)
	}
}

// FuzzToolRegistry reads any two modules: nothing panics or hangs, and every
// tool has its place.
func FuzzToolRegistry(f *testing.F) {
	f.Add("TOOL_REGISTRY = {**A, 'a': ToolDef(f, 'x', S)}\n", "from tools import TOOL_REGISTRY as A\nA |= {'b': 1}\n")
	f.Add("from other import A\nTOOL_REGISTRY = dict(A, **A, b={'func': f})\n", "from tools import TOOL_REGISTRY\nA = {**TOOL_REGISTRY}\n")
	f.Fuzz(func(t *testing.T, a, b string) {
		r := registryOf(t, map[string]string{"tools.py": a, "other.py": b})
		if r == nil {
			return
		}
		for _, tool := range r.Tools {
			if !tool.Pos.IsValid() || tool.End < tool.Pos {
				t.Fatalf("%q: %d to %d", tool.Text, tool.Pos, tool.End)
			}
		}
	})
}
