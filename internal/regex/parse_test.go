package regex

import (
	"errors"
	"regexp"
	"testing"
)

func TestSyntaxError(t *testing.T) {
	tests := []struct {
		src    string
		offset int
		msg    string
	}{
		{"a(b", 1, `missing ")"`},
		{"a)b", 1, `unmatched ")"`},
		{"[a", 0, `missing "]"`},
		{"a**", 2, "nothing to repeat"},
		{"a++", 2, "nothing to repeat"},
		{"é^*", 3, "an assertion cannot be repeated"},
		{"a{3,2}", 1, "the bounds of the repetition are out of order"},
		{"[z-a]", 1, "the range is out of order"},
		{`x\A`, 1, `"\A" is not an ECMA-262 escape`},
		{`\Z`, 0, `"\Z" is not an ECMA-262 escape`},
		{`\01`, 0, "an octal escape is not ECMA-262"},
		{`[[:alpha:]]`, 1, "a POSIX class is not ECMA-262"},
		{"(?i)a", 0, "the group is not ECMA-262"},
		{"(?P<n>a)", 0, "the group is not ECMA-262"},
		{"(?>a)", 0, "the group is not ECMA-262"},
		{`\p{Greek}`, 0, `the property "Greek" is unknown`},
		{`\u{110000}`, 0, "the escape exceeds U+10FFFF"},
		{`\1`, 0, "the backreference names no group"},
		{"(?<n>a)(?<n>b)", 10, "two groups have the same name"},
		{`a\`, 1, "the pattern ends in a backslash"},
		{"a\xff", 0, "the pattern is not valid UTF-8"},
	}
	for _, test := range tests {
		_, err := NewTable().Pattern(test.src)
		var e *SyntaxError
		if !errors.As(err, &e) || e.Offset != test.offset || e.Msg != test.msg {
			t.Errorf("%q: got %v, want offset %d: %s", test.src, err, test.offset, test.msg)
		}
	}
}

func TestUnsupported(t *testing.T) {
	tests := map[string]string{
		`(a)\1`:                  "a backreference is not regular",
		`(?<n>a|b)\k<n>`:         "a backreference is not regular",
		"(?i:a)":                 "inline flags are too new for most engines",
		`\p{scx=Greek}`:          "the property Script_Extensions has no table here",
		`\p{Emoji}`:              "the property Emoji has no table here",
		"^(?:a{1,9}b){9,99999}$": "the pattern is too large",
	}
	for src, reason := range tests {
		_, err := Compile(src)
		var e *UnsupportedError
		if !errors.As(err, &e) || e.Reason != reason {
			t.Errorf("%q: got %v, want %s", src, err, reason)
		}
	}
}

// TestTranslate has patterns on which Go's regexp and ECMA-262 differ; each input must match after translation.
func TestTranslate(t *testing.T) {
	tests := []struct {
		src   string
		match []string
		not   []string
	}{
		{".", []string{"a"}, []string{"\n", "\r", "\u2028", "\u2029"}},
		{`\s`, []string{"\v", "\u00a0", "\ufeff", "\u2028"}, []string{"a", "\u180e"}},
		{"a$", []string{"a"}, []string{"a\n"}},
		{`^\u0041\cA\x41\u{1F600}\ud83d\ude00$`, []string{"A\x01A😀😀"}, nil},
		{"[^]", []string{"\n", "a"}, []string{""}},
		{"[]", nil, []string{"", "a"}},
		{"a|^b", []string{"xa", "b"}, []string{"xb"}},
		{"(?:a|b)c", []string{"bc"}, []string{"b"}},
		{"(?<n>a){2}", []string{"aa"}, []string{"a"}},
		{"a{,2}", []string{"a{,2}"}, []string{"a"}},
		{`\p{Letter}`, []string{"é"}, []string{"1"}},
	}
	for _, test := range tests {
		re2, ok := Translate(test.src)
		if !ok {
			t.Errorf("%q has no translation", test.src)
			continue
		}
		re := regexp.MustCompile(re2)
		for _, s := range test.match {
			if !re.MatchString(s) {
				t.Errorf("%q as %q does not match %q", test.src, re2, s)
			}
		}
		for _, s := range test.not {
			if re.MatchString(s) {
				t.Errorf("%q as %q matches %q", test.src, re2, s)
			}
		}
	}
	for _, src := range []string{"(?=a)", "a{1001}", "(a{100}){100}", `(a)\1`, "("} {
		if re2, ok := Translate(src); ok {
			t.Errorf("%q becomes %q", src, re2)
		}
	}
}
