package document

import (
	"fmt"
	"strings"
	"testing"
)

func told(text string) string {
	var out []string
	for _, m := range MentionsIn(text, func(*Mention) bool { return true }) {
		word := m.Name
		if m.Provider != "" {
			word = m.Provider + "." + word
		}
		if text[m.Start:m.End] != m.Name {
			word += fmt.Sprintf(" stands at %q", text[m.Start:m.End])
		}
		switch {
		case m.Told && m.Called:
			word += "()!"
		case m.Told:
			word += "!"
		case m.Code:
			word = "`" + word + "`"
		}
		out = append(out, word)
	}
	return strings.Join(out, " ")
}

func TestMentions(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"Use `get_chart` or get_map.", "Use get_chart! or get_map"},
		{"`zodiac.get_chart` and zodiac.get_chart.", "`zodiac` zodiac.get_chart! and zodiac zodiac.get_chart"},
		{"Call get_chart(x), report(s) and get(y).", "Call get_chart()! x report s and get()! y"},
		{"调用get_chart(x)工具", "get_chart()! x"},
		{"`x = get_chart(y)`, `get_chart: z`", "`x` get_chart()! `y` `get_chart` `z`"},
		{"`mcp:get_chart(x)` and a/get_chart(x), $get_chart(x)", "`mcp` `get_chart` `x` and a get_chart x get_chart x"},
		{"`def get_chart(x)` and function get_chart(x)", "`def` `get_chart` `x` and function get_chart x"},
		{"```python\nget_chart(x)\n```\n", "`get_chart` `x`"},
		{"    get_chart(x)\n", "`get_chart` `x`"},
		{"a <!-- `get_chart` --> <b>x_y</b>\n", "a x_y"},
		{"", ""},
	} {
		if got := told(c.text); got != c.want {
			t.Errorf("%q is\n%s\nwant\n%s", c.text, got, c.want)
		}
	}
}

func FuzzMentions(f *testing.F) {
	f.Add("Use `zodiac.get_chart` or get_map(x).")
	f.Fuzz(func(t *testing.T, text string) {
		if got := told(text); strings.Contains(got, "stands at") {
			t.Error(got)
		}
	})
}
