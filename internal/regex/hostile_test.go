package regex

import (
	"errors"
	"strings"
	"testing"
)

// TestHostile asks hard questions: each must end with an answer or ErrFuel; steps is the most it may take.
func TestHostile(t *testing.T) {
	tests := []struct {
		a, b  string
		steps int
		err   error
		ok    bool
	}{
		{"^(a+)+$", "(x+x+)+y", 100, nil, false},
		{"(a|aa)*b", "^(.*)*$", 200, nil, false},
		{"^(a|b)*a(a|b){20}$", "^[ab]*$", 1000, nil, true},
		{"^[ab]*$", "^(a|b)*a(a|b){20}$", 100, nil, false},
		{"^[ab]{21,}$", "^(a|b)*a(a|b){20}$", 20_000, nil, false},
		{"^(a|b)*a(a|b){20}$", "^(a|b)*a(a|b){21}$", 300_000, nil, false},
		{"^(?:[ab][ab])*a[ab]{20}$", "^[ab]*a[ab]{20}$", 5000, nil, true},
		{".{0,5000}", "a", 100, nil, false},
		{"^.{0,5000}$", "^.{0,4999}$", 1000, nil, false},
		{"^.{0,4999}$", "^.{0,5000}$", 100, nil, true},
		{"^(((a{100}){100}){100})$", "^a*$", 1000, nil, true},
		{"(((a{100}){100}){100})", "b", 300_000, ErrFuel, false},
		{"^(?=.*a)(?=.*b)(?=.*c)(?=.*d)(?=.*e)(?=.*f).{6,}$", "^.{0,5000}$", 50_000, nil, false},
		{"(?<=a.{20})b", "a.{20}b", 10, nil, true},
		{"^(?:(?!(?:(?!a).)*b).)*$", "^[^b]*$", 1000, nil, true},
		{"(?:(?=(?:(?=.*a).)*b)(?:(?!.*c).)*)*d", "(?!.{9})e", 300_000, nil, false},
		{strings.Repeat("(?:a?", 200) + strings.Repeat(")*", 200) + "b", "b", 2000, nil, true},
		{strings.Repeat("a?", 2000) + "b", "b", 300_000, nil, true},
		{"^" + strings.Repeat("ab", 5000) + "$", "^(ab)*$", 200_000, nil, true},
		{"^" + strings.Repeat("ab", 5000), "^(ab)*$", 300_000, nil, false},
		{strings.Repeat("(a|", 200) + "b" + strings.Repeat(")", 200), "[ab]", 100, nil, true},
	}
	for _, test := range tests {
		name := test.a[:min(len(test.a), 40)]
		tab := NewTable()
		a, b := pattern(t, tab, test.a), pattern(t, tab, test.b)
		f := fuel()
		ok, w, err := tab.Included(a, b, f)
		if err != test.err || ok != test.ok || 300_000-f.Steps > test.steps {
			t.Errorf("%q in %q: got %v %.30q %v in %d steps, want %v %v in %d", name, test.b, ok, w, err, 300_000-f.Steps, test.ok, test.err, test.steps)
		}
	}
}

// TestRefused has patterns that are too large to build: refusing them is quick.
func TestRefused(t *testing.T) {
	var unsupported *UnsupportedError
	var syntaxError *SyntaxError
	for _, src := range []string{
		strings.Repeat("a", maxPattern+1),
		strings.Repeat("(", maxNesting+1) + strings.Repeat(")", maxNesting+1),
		strings.Repeat("(?=", maxNesting+1) + strings.Repeat(")", maxNesting+1),
		"(?:" + strings.Repeat("a?b?", 5000) + ")*",
		"(a)\\1",
	} {
		if _, err := NewTable().Pattern(src); !errors.As(err, &unsupported) {
			t.Errorf("%.20q: got %v, want an UnsupportedError", src, err)
		}
	}
	for _, src := range []string{strings.Repeat("(", 20_000), "\xff", "a(", "[" + strings.Repeat("a", 20_000)} {
		if _, err := Compile(src); !errors.As(err, &syntaxError) && !errors.As(err, &unsupported) {
			t.Errorf("%.20q: got %v", src, err)
		}
	}
}

// TestMatchHostile matches long inputs with patterns on which backtracking takes exponential time.
func TestMatchHostile(t *testing.T) {
	as := strings.Repeat("a", 100_000)
	tests := []struct {
		src, s string
		want   bool
	}{
		{"^(a+)+$", as + "!", false},
		{"^(a|aa)*b", as, false},
		{"(x+x+)+y", strings.Repeat("x", 100_000), false},
		{"^(?:(?!b).)*$", as, true},
		{"^(?=.*b)", as, false},
		{"(?<!a.*)b", as + "b", false},
		{"^.{1,100000}$", as, true},
		{"^.{1,99999}$", as, false},
		{"(?<=^a{100000})b", as + "b", true},
		{"^(?:ab){3000}$", strings.Repeat("ab", 3000), true},
		{"^(?:ab){3000}$", strings.Repeat("ab", 2999), false},
	}
	for _, test := range tests {
		m, err := Compile(test.src)
		if err != nil {
			t.Fatal(err)
		}
		if got := m.MatchString(test.s); got != test.want {
			t.Errorf("%q: got %v", test.src, got)
		}
	}
	if _, err := Compile("^(?:ab){30000}$"); err == nil {
		t.Error("a group unfolded 30,000 times compiles")
	}
	tab := NewTable()
	if l := pattern(t, tab, "^(?:ab){30000}$"); !tab.Match(l, strings.Repeat("ab", 30000)) || tab.Match(l, strings.Repeat("ab", 29999)) {
		t.Error("a table must match what a Matcher cannot hold")
	}
}
