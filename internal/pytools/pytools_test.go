package pytools_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/pytools"
)

// lines writes what a module says of its dicts.
func lines(f *pytools.Facts, src string) string {
	var out []string
	for _, variable := range slices.Sorted(maps.Keys(f.Dicts)) {
		d := f.Dicts[variable]
		for _, e := range d.Entries {
			line := fmt.Sprintf("%s[%s at %s]", variable, e.Text, src[e.Start:e.End])
			if e.NoDescription {
				line += " no description"
			}
			if e.Schema.Text != "" {
				line += " schema " + e.Schema.Text
			}
			if e.Destructive {
				line += " destructive"
			}
			out = append(out, line)
		}
		for _, m := range d.Merged {
			out = append(out, variable+" merges "+m)
		}
		if d.Unknown {
			out = append(out, variable+" unknown")
		}
	}
	return strings.Join(out, "\n")
}

func TestRead(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"TOOL_REGISTRY = {'a': x, PREFIX + 'b': ToolDef(f, '', args_schema=S)}\nPREFIX = 'p_'\n", "PREFIX unknown\nTOOL_REGISTRY[a at 'a']\nTOOL_REGISTRY[p_b at PREFIX + 'b'] no description schema S"},
		{"TOOL_REGISTRY = {}\nTOOL_REGISTRY['a'] = {'func': f, 'description': 'x', 'destructive': True}\n", "TOOL_REGISTRY[a at 'a'] destructive"},
		{"from .a import A as ONE\nTOOL_REGISTRY = {**ONE, **b.B} | dict(c=f)\n", "TOOL_REGISTRY[c at c]\nTOOL_REGISTRY merges ONE\nTOOL_REGISTRY merges b.B"},
		{"TOOLS = {'a': x}\nTOOLS.update(load())\nOTHER = {'b': y}\nf(OTHER)\n", "OTHER[b at 'b']\nOTHER unknown\nTOOLS[a at 'a']\nTOOLS unknown"},
		{"import app.tools\napp.tools.TOOL_REGISTRY['q'] = x\n", "TOOL_REGISTRY[q at 'q']\napp unknown"},
		{"TOOL_REGISTRY = {'a': x}\ndef (:\n", ""},
	} {
		if got := lines(pytools.Read([]byte(c.src)), c.src); got != c.want {
			t.Errorf("%s\nis\n%s\nwant\n%s", c.src, got, c.want)
		}
	}
}

// TestJoin follows dicts through modules, each read once however often it is
// named.
func TestJoin(t *testing.T) {
	modules := map[string]string{
		"tools.py":   "from a import A\nimport b\nTOOL_REGISTRY = {**A, **b.B, **gone.C}\n",
		"a.py":       "from a import A as B\nfrom schemas import S\nA = {**B, 'a': ToolDef(f, 'x', S), 'c': ToolDef(f, 'x', schemas.T), 'd': ToolDef(f, 'x', U)}\n",
		"b.py":       "B = {'b': x}\n",
		"schemas.py": "class T: pass\n",
	}
	read := map[string]int{}
	facts := map[string]*pytools.Facts{}
	r := pytools.Join([]string{"tools.py"}, func(p string) *pytools.Facts {
		if facts[p] == nil && modules[p] != "" {
			read[p]++
			facts[p] = pytools.Read([]byte(modules[p]))
		}
		return facts[p]
	}, func(_ string, _ int, parts []string) string {
		if p := strings.Join(parts, "/") + ".py"; modules[p] != "" {
			return p
		}
		return ""
	})
	var got []string
	for _, tool := range r.Tools {
		got = append(got, strings.TrimSpace(tool.Path+" "+tool.Text+" "+tool.SchemaFault))
	}
	slices.Sort(got)
	want := []string{"a.py a is not in schemas.py", "a.py c is neither defined nor imported", "a.py d is neither defined nor imported", "b.py b"}
	if !slices.Equal(got, want) || r.Complete {
		t.Errorf("is   %s\nwant %s, complete %v", got, want, r.Complete)
	}
}
