package template

import (
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{"", ""},
		{"plain text with }} and { and '", "plain text with }} and { and '"},
		{"{{input.topic}}", "{{ input.topic }}"},
		{"a {{ x }} b {{\n\ty.z[12].a-b_c\r\n}}", "a {{ x }} b {{ y.z[12].a-b_c }}"},
		{`{{steps.search.results | map: snippet | join: '\n\n'}}`, `{{ steps.search.results | map: snippet | join: '\n\n' }}`},
		{`{{x|default:"it's | : , }} {{"}}`, `{{ x | default: 'it\'s | : , }} {{' }}`},
		{`{{ x | slice: -1, 2.5e3 | default: null }}`, `{{ x | slice: -1, 2.5e3 | default: null }}`},
		{`{{ '{{' }}`, `{{ '{{' }}`},
		{`{{ "A\u00e9\ud83d\ude00\\" }}`, `{{ 'Aé😀\\' }}`},
		{`{{ 输入.名 }}`, `{{ 输入.名 }}`},
		{`{{ x.__proto__.2nd }}`, `{{ x.__proto__.2nd }}`},
		{`{{ true }}{{ false }}{{ nullable }}`, `{{ true }}{{ false }}{{ nullable }}`},
		{`{{ x | where: and, not.or }}`, `{{ x | where: and, not.or }}`},
	} {
		got := Parse(tt.src)
		if len(got.Problems) > 0 {
			t.Errorf("%q: unexpected problem: %v", tt.src, got.Problems)
		}
		if s := got.String(); s != tt.want {
			t.Errorf("%q: got %q, want %q", tt.src, s, tt.want)
		}
	}
}

func TestParseSpans(t *testing.T) {
	src := `é {{ input.b[3] | map: 'x' , y }}`
	tm := Parse(src)
	text := func(s Span) string { return src[s.Start:s.End] }
	pipe := tm.Parts[1].Pipe
	path := pipe.Head.(*Path)
	for _, tt := range []struct {
		got  Span
		want string
	}{
		{tm.Parts[0].Span, "é "}, {tm.Parts[1].Span, "{{ input.b[3] | map: 'x' , y }}"},
		{pipe.Span, "input.b[3] | map: 'x' , y"}, {path.Span, "input.b[3]"},
		{path.Segments[0].Span, "input"}, {path.Segments[1].Span, "b"}, {path.Segments[2].Span, "[3]"},
		{pipe.Calls[0].Span, "map: 'x' , y"}, {pipe.Calls[0].NameSpan, "map"},
		{pipe.Calls[0].Args[0].Range(), "'x'"}, {pipe.Calls[0].Args[1].Range(), "y"},
	} {
		if text(tt.got) != tt.want {
			t.Errorf("got %q, want %q", text(tt.got), tt.want)
		}
	}
}

// Each case is a template, and for each problem "the text it stands at: its message".
func TestParseProblems(t *testing.T) {
	for _, tt := range []struct {
		src  string
		want []string
	}{
		{"{{", []string{`{{: template is not closed: expected "}}"`}},
		{"a {{ input.x", []string{`{{: template is not closed`}},
		{"{{ input.x {{ input.y }}", []string{`{{: template is not closed`}},
		{"{{ input.x | {{ input.y }} }}", []string{`{{: "{{" stands inside a template: templates do not nest`}},
		{"{{}} {{ }}", []string{"{{}}: template is empty", "{{ }}: template is empty"}},
		{"{{ x | }}", []string{`}}: unexpected "}}": expected the name of a filter`}},
		{"{{ | upper }}", []string{`|: unexpected "|": expected a path`}},
		{"{{ x | join: }}", []string{`}}: unexpected "}}": expected an argument`}},
		{"{{ x | join: ',', }}", []string{`}}: unexpected "}}": expected an argument`}},
		{"{{ x | join(',') }}", []string{`(: unexpected "(": a filter's arguments follow ":"`}},
		{"{{ x | join: ', }} and {{ y. }}", []string{`': string is not closed: expected another '`, `.: "." is not followed by a name`}},
		{"{{ x y }}", []string{`y: unexpected "y": expected "|" or "}}"`}},
		{"{{ x }", []string{`}: unexpected "}": a template is closed with "}}"`}},
		{"{{{ x }}}", []string{`{: unexpected "{": a template is opened with "{{"`}},
		{"{{ x..y }}", []string{`.: "." is not followed by a name`}},
		{"{{ x[1 }}", []string{`[1: "[" is not closed`}},
		{"{{ x[-1] }}", []string{`[-1]: "[-1]" is not an index`}},
		{"{{ x['a'] }}", []string{`['a']: "['a']" is not an index`}},
		{"{{ x[99999999999] }}", []string{`[99999999999]: "[99999999999]" is not an index`}},
		{"{{ x[0]y }}", []string{`y: unexpected "y": expected "." before a name`}},
		{"{{ 01 }}{{ 1_0 }}{{ - }}", []string{`01: "01" is not a number`, `1_0: "1_0" is not a number`, `-: "-" is not a number`}},
		{`{{ 'a\d' }}`, []string{`\d: unknown escape "\\d"`}},
		{`{{ '\ud83d' }}`, []string{`\ud83d: unknown escape`}},
		{"{{ x | a.b }}", []string{`a.b: unexpected "a.b": a filter's name is one word`}},
		{"{{ x || y }}", []string{`||: unexpected "||": write "or"`}},
		{"{{#each x}} {{ y }} {{/each}}", []string{`#: unexpected "#"`, `/: unexpected "/"`}},
		{"{{ x = 1 }}", []string{`=: unexpected "=": write "=="`}},
		{"{{ \xff }}", []string{"\xff: unexpected"}},
	} {
		got := Parse(tt.src)
		checkProblems(t, tt.src, tt.src, got.Problems, tt.want)
		if got.String() != tt.src {
			t.Errorf("%q: a broken template is rewritten as %q", tt.src, got.String())
		}
	}
}

func checkProblems(t *testing.T, name, src string, got []Problem, want []string) {
	t.Helper()
	for i, p := range got {
		text := src[p.Start:p.End] + ": " + p.Message
		if i >= len(want) || want[i] == "" || !strings.HasPrefix(text, want[i]) {
			t.Errorf("%s:\n got problem %d %q", name, i, text)
		}
	}
	for i := len(got); i < len(want); i++ {
		t.Errorf("%s:\nmissing problem %q", name, want[i])
	}
}

func TestParseGoesOnAfterAProblem(t *testing.T) {
	tm := Parse("{{ a. }} {{ b }} {{ | }} {{ c }}")
	var paths []string
	for _, p := range tm.Paths() {
		paths = append(paths, p.String())
	}
	if got := strings.Join(paths, " "); got != "b c" {
		t.Errorf("got paths %q, want %q", got, "b c")
	}
}

func TestParseHostile(t *testing.T) {
	const n = 1 << 20
	for name, src := range map[string]string{
		"open":    strings.Repeat("{{", n/2),
		"quotes":  strings.Repeat(`{{'`, n/3),
		"pipes":   "{{ x " + strings.Repeat("| upper ", n/8) + "}}",
		"dots":    "{{ x" + strings.Repeat(".a", n/2) + "}}",
		"long":    "{{ x | join: '" + strings.Repeat("}", n) + "' }}",
		"args":    "{{ x | join: ''" + strings.Repeat(", ''", n/4) + " }}",
		"many":    strings.Repeat("{{ x }}", n/7),
		"escapes": "{{ '" + strings.Repeat(`\\`, n/2) + "' }}",
	} {
		tm := Parse(src)
		if len(tm.Problems) > maxProblems {
			t.Errorf("%s: %d problems", name, len(tm.Problems))
		}
		env := NewEnv(map[string]*Type{"x": Unknown()}, nil)
		env.Check(tm)
		tm.Eval(map[string]any{"x": "y"}, DefaultLimits)
	}
	for name, src := range map[string]string{
		"parentheses": strings.Repeat("(", n) + "x" + strings.Repeat(")", n),
		"not":         strings.Repeat("not ", n/4) + "x",
	} {
		c := ParseCondition(src)
		if len(c.Problems) != 1 || c.Problems[0].Message != "condition is nested deeper than 64" {
			t.Errorf("%s: got %v", name, c.Problems)
		}
	}
	long := ParseCondition("x" + strings.Repeat(" and x == 1", n/11))
	if len(long.Problems) > 0 {
		t.Errorf("a long condition: %v", long.Problems)
	}
}

func TestParseCondition(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{"input.ready", "input.ready"},
		{"{{input.ready}}", "input.ready"},
		{" {{ steps.a.n | size }} > 0 ", "steps.a.n | size > 0"},
		{"{{ steps.a.n > 0 and not x }}", "steps.a.n > 0 and not x"},
		{"a or b and not (c or d == 'x') or e", "a or b and not (c or d == 'x') or e"},
		{"(a and b) and c", "(a and b) and c"},
		{"((a)) <= (b)", "a <= b"},
		{"not not a != null", "not not a != null"},
		{"a == true", "a == true"},
	} {
		c := ParseCondition(tt.src)
		if len(c.Problems) > 0 || c.String() != tt.want {
			t.Errorf("%q: got %q %v, want %q", tt.src, c, c.Problems, tt.want)
		}
	}
}

func TestParseConditionProblems(t *testing.T) {
	for src, want := range map[string]string{
		"":                      `: condition is empty`,
		"  ":                    `  : condition is empty`,
		"a &&b":                 `&&: unexpected "&&": write "and"`,
		"a || b":                `||: unexpected "||": write "or"`,
		"!a":                    `!: unexpected "!": write "not"`,
		"a = 1":                 `=: unexpected "=": write "=="`,
		"a === 1":               `=: unexpected "=": write "=="`,
		"a == ":                 `: text ends too early: expected a value`,
		"(a":                    `: text ends too early: expected ")"`,
		"a)":                    `): unexpected ")": expected a comparison`,
		"{{a}} {{b}}":           `{{: unexpected "{{": expected a comparison`,
		"{{a":                   `{{: template is not closed`,
		"{{}}":                  `{{}}: template is empty`,
		"a == b == c":           `==: unexpected "==": expected a comparison, "and" or "or"`,
		"(a and b) == c":        `a and b: "==" compares a condition`,
		"'{{input.lang}}' == a": `'{{input.lang}}': a template in quotes is plain text`,
		"and":                   `and: unexpected "and": expected a value`,
	} {
		checkProblems(t, src, src, ParseCondition(src).Problems, []string{want})
	}
}

func TestPaths(t *testing.T) {
	names := func(paths []*Path) string {
		var got []string
		for _, p := range paths {
			got = append(got, p.String())
		}
		return strings.Join(got, " ")
	}
	if got := names(Parse("{{ a | map: m | where: f, b.c }} {{ 'x' | default: d[0] }}").Paths()); got != "a b.c d[0]" {
		t.Errorf("got %q", got)
	}
	if got := names(ParseCondition("a == b and not (c | size > 3 or {{ d }})").Paths()); got != "a b c d" {
		t.Errorf("got %q", got)
	}
	if got := names(ParseCondition("a ==").Paths()); got != "" {
		t.Errorf("got %q", got)
	}
}
