package code

import (
	"slices"
	"testing"
)

func TestMentioned(t *testing.T) {
	for _, c := range []struct {
		path, text, name string
		want             bool
	}{
		{"a.rb", "target = 1", "get", false},
		{"a.rb", "getter get_x forget", "get", false},
		{"a.rb", "self.get(x)", "get", true},
		{"a.rb", "forget, then get", "get", true},
		{"a.md", "先调用get函数", "get", true},
		{"a.rb", "fetch-chart", "fetch-chart", true},
		{"a.rb", "prefetch-charts", "fetch-chart", false},
		{"a.rb", "$get", "get", true},
		{"a.rb", "# get", "get", true},
		{"a.rb", "", "get", false},
		{"a.rb", "get", "", false},
		{"a.py", "x = 1  # get it\n", "get", false},
		{"a.py", "# get it\ny = 'get'\n", "get", true},
		{"a.py", "y = '# get'\n", "get", true},
		{"a.ts", "// get\n/* get */ const x: number = 1", "get", false},
		{"a.ts", "const url = 'http://get'", "get", true},
		{"a.js", "/* get */ f(`get`)", "get", true},
		{"a.go", "package a\n\n// get\nvar x = 1 /* get */\n", "get", false},
		{"a.go", "package a\n\n//line b.go:9\nvar x = \"get\" // get\n", "get", true},
		{"a.sh", "ls # get\n", "get", false},
		{"a.sh", "skill get # get\n", "get", true},
	} {
		if got := slices.Contains(Mentioned(c.path, []byte(c.text), []string{c.name}), c.name); got != c.want {
			t.Errorf("%s %q names %q: %v", c.path, c.text, c.name, got)
		}
	}
}
