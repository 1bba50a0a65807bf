package toolset_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/toolset"
)

var allowed = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_-]{0,63}$`)

// TestNames: each vendor takes them, and no two pairs have the same.
func TestNames(t *testing.T) {
	for _, c := range [][3]string{
		{"zodiac", "calculate", "zodiac__calculate"}, {"a-b", "c_d", "a-b__c_d"}, {"", "task_create", "task_create"},
		{"ocr", "ocr.recognize", "ocr__ocr_recognize__"}, {"星盘", "计算", "______"}, {"9lives", "x", "_9lives__x__"},
		{strings.Repeat("a", 60), "tool", strings.Repeat("a", 50) + "__"}, {"a_", "b", "a___b__"}, {"a", "_b", "a___b__"}, {"a__b", "c", "a__b__c__"},
	} {
		if got := toolset.Name(c[0], c[1]); !strings.HasPrefix(got, c[2]) || !allowed.MatchString(got) {
			t.Errorf("Name(%q, %q) = %q, want %q…", c[0], c[1], got, c[2])
		}
	}
	parts := []string{"", "a", "b", "_", "__", "a_", "_b", "a__b", "b__", "9", "-", ".", "星", "盘", strings.Repeat("a", 63), strings.Repeat("a", 64), strings.Repeat("a", 99) + "b"}
	for _, p := range parts { // names that look as if they had a hash
		if name := toolset.Name(p, "x."); len(parts) < 60 {
			parts = append(parts, name, name[len(name)-12:], strings.TrimPrefix(name, "a__"))
		}
	}
	seen := map[string][2]string{}
	for _, skill := range parts {
		for _, tool := range parts {
			name := toolset.Name(skill, tool)
			if other, twice := seen[name]; twice && skill != "" && other[0] != "" && other != [2]string{skill, tool} {
				t.Errorf("%q and %q are both %q", other, [2]string{skill, tool}, name)
			}
			if !allowed.MatchString(name) {
				t.Errorf("Name(%q, %q) = %q", skill, tool, name)
			}
			seen[name] = [2]string{skill, tool}
		}
	}
}

func FuzzName(f *testing.F) {
	f.Add("a", "b", "a__b", "c")
	f.Add("a_", "b", "a", "_b")
	f.Fuzz(func(t *testing.T, skill, tool, skill2, tool2 string) {
		if skill == "" || skill2 == "" {
			return
		}
		a, b := toolset.Name(skill, tool), toolset.Name(skill2, tool2)
		if !allowed.MatchString(a) || (a == b) != (skill == skill2 && tool == tool2) {
			t.Errorf("%q %q: %q; %q %q: %q", skill, tool, a, skill2, tool2, b)
		}
	})
}

func entry(skill, tool, input string) toolset.Entry {
	e := toolset.Entry{Skill: skill, Tool: &contract.Tool{Name: contract.Name{Text: tool}, Description: "Do <it>"}}
	if input != "" {
		e.Input = contract.JSON(input)
	}
	return e
}

func TestFormats(t *testing.T) {
	a := entry("s", "a", `{"properties":{"x":{"type":"string"}}}`)
	a.Output, a.ReadOnly = contract.JSON(`{"type":"object"}`), true
	a.Deprecation = &contract.Deprecation{Removal: contract.Name{Text: "2027-03-01"}, Replacement: contract.Name{Text: "b"}}
	b := entry("s", "b", "")
	b.Output = contract.JSON(`{"type":"string"}`)
	set, err := toolset.New([]toolset.Entry{a, b})
	if err != nil {
		t.Fatal(err)
	}
	const description = `Do <it> (Deprecated, removed on 2027-03-01; use b.)`
	const input = `{"type":"object","properties":{"x":{"type":"string"}}}`
	for format, want := range map[string]string{
		"openai": `[{"type":"function","function":{"name":"s__a","description":"` + description + `","parameters":` + input + `}},` +
			`{"type":"function","function":{"name":"s__b","description":"Do <it>","parameters":{"type":"object"}}}]`,
		"anthropic": `[{"name":"s__a","description":"` + description + `","input_schema":` + input + `},{"name":"s__b","description":"Do <it>","input_schema":{"type":"object"}}]`,
		"gemini": `[{"functionDeclarations":[{"name":"s__a","description":"` + description + `","parametersJsonSchema":` + input + `,"responseJsonSchema":{"type":"object"}},` +
			`{"name":"s__b","description":"Do <it>","parametersJsonSchema":{"type":"object"},"responseJsonSchema":{"type":"string"}}]}]`,
		"mcp": `[{"name":"s__a","description":"` + description + `","inputSchema":` + input + `,"outputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}},` +
			`{"name":"s__b","description":"Do <it>","inputSchema":{"type":"object"}}]`,
	} {
		if got, err := set.Marshal(format); err != nil || string(got) != want {
			t.Errorf("%s: %v\n got %s\nwant %s", format, err, got, want)
		}
	}
	if tool, ok := set.Resolve("s__b"); !ok || tool.Skill != "s" || tool.Tool != "b" {
		t.Errorf("s__b is %+v", tool)
	}
	if _, ok := set.Resolve("b"); ok {
		t.Error("b is a name")
	}
	for _, bad := range []string{`{"type":"string"}`, `{"type":["object","null"]}`, `true`, `[]`} {
		if _, err := toolset.New([]toolset.Entry{entry("s", "a", bad)}); err == nil {
			t.Errorf("arguments of %s have a format", bad)
		}
	}
	if _, err := toolset.New([]toolset.Entry{entry("s", "a", ""), entry("s", "a", "")}); err == nil {
		t.Error("two tools have one name")
	}
}

// TestOf: core, own, authorised imports, on each side of a removal.
func TestOf(t *testing.T) {
	name := func(s string) contract.Name { return contract.Name{Text: s} }
	tool := func(s string) contract.Tool { return contract.Tool{Name: name(s)} }
	removal := time.Date(2027, 3, 1, 0, 0, 0, 0, time.UTC)
	p := &contract.Contract{ID: name("p"), Exports: []contract.Tool{tool("y"), tool("x"), tool("old"), tool("private")},
		Deprecated: []contract.Deprecation{{Tool: name("old"), Removal: name("2027-03-01"), RemovalDate: removal}}}
	c := &contract.Contract{ID: name("c"), Exports: []contract.Tool{tool("save"), tool("mine")},
		Imports: []contract.Import{{From: name("p"), Tools: []contract.Name{name("y"), name("old"), name("x"), name("gone")}}, {From: name("ghost"), Tools: []contract.Name{name("z")}},
			{From: name("c"), Tools: []contract.Name{name("mine"), name("lost")}}}}
	given := []toolset.Entry{entry("core", "save", ""), entry("core", "read", "")}
	catalog := contract.Catalog{Contracts: []*contract.Contract{p, c}}
	for _, day := range []struct {
		now  time.Time
		want string
	}{
		{removal.Add(-1), "core__read c__mine c__save p__old p__x p__y"},
		{removal, "core__read c__mine c__save p__x p__y"},
	} {
		set, err := toolset.Of(catalog, given, "c", day.now)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, tool := range set.Tools {
			names = append(names, tool.Name)
		}
		if got := strings.Join(names, " "); got != day.want {
			t.Errorf("%v: %s, want %s", day.now, got, day.want)
		}
	}
	if _, err := toolset.Of(catalog, nil, "nobody", removal); err == nil {
		t.Error("nobody has tools")
	}
}
