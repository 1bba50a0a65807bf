package document

import (
	"encoding/json"
	"go/token"
	"testing"
	"unicode/utf8"
)

// dataOf reads one file.
func dataOf(path, src string) (*File, *Node) {
	f := New(token.NewFileSet(), path, path, []byte(src))
	return f, f.Read().Root
}

// TestSpanJSON decodes the source of each part of a string: it has to be that
// part of the text.
func TestSpanJSON(t *testing.T) {
	src := `{"mode": "code", "input": {}, "description": "a\n\"占\/星\\\u4e2d\ud83d\ude00\u00e9\u007e😀{{x}}\t"}`
	m, root := dataOf("skill.json", src)
	n := root.Get("description")
	for i := 0; i <= len(n.Text); i++ {
		for j := i; j <= len(n.Text); j++ {
			if i < len(n.Text) && !utf8.RuneStart(n.Text[i]) || j < len(n.Text) && !utf8.RuneStart(n.Text[j]) {
				continue
			}
			pos, end := m.Span(n, i, j)
			var got string
			if err := json.Unmarshal([]byte(`"`+src[m.Offset(pos):m.Offset(end)]+`"`), &got); err != nil || got != n.Text[i:j] {
				t.Fatalf("%d-%d: got %q, %v, want %q", i, j, got, err, n.Text[i:j])
			}
		}
	}
}

// TestSpanYAML finds words in each kind of scalar, the whole scalar for what
// is written in another way.
func TestSpanYAML(t *testing.T) {
	src := "schema_version: \"1.0\"\nsystem_prompt: |\n  占 {{inputs.a}} and {{inputs.a}}\n  {{inputs.bb}}\ndescription: >-\n  one\n  two\nname: 'it''s \"x\"'\nauthor: \"a\\tb\"\n"
	m, root := dataOf("skill.yaml", src)
	for _, c := range []struct {
		key, text  string
		start, end int
		want       string
	}{
		{"system_prompt", "a", 13, 14, "}} and {{inputs."},
		{"description", "two", 4, 7, "two"},
		{"description", "one two", 0, 7, ">-\n  one\n  two"},
		{"author", "a\tb", 0, 3, `"a\tb"`},
	} {
		n := root.Get(c.key)
		pos, end := m.Span(n, c.start, c.end)
		got := src[m.Offset(pos):m.Offset(end)]
		if c.key == "system_prompt" { // the first of two equal ones
			if got != n.Text[13:14] || src[m.Offset(end):m.Offset(end)+len(c.want)] != c.want {
				t.Errorf("%s: got %q before %q", c.key, got, src[m.Offset(end):])
			}
			continue
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.key, got, c.want)
		}
	}
}
