package regex

import (
	"errors"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/dlclark/regexp2"
)

// FuzzPattern holds the parser, the program, the derivatives and RE2 to one another on any pattern and input.
func FuzzPattern(f *testing.F) {
	for _, rec := range readRecorded(f, "testdata/ecma.json").Records {
		f.Add(rec.Pattern, "ab-\n1")
	}
	f.Fuzz(func(t *testing.T, src, input string) {
		if len(src) > 200 || len(input) > 50 {
			return
		}
		m, err := Compile(src)
		if err != nil {
			var syntaxError *SyntaxError
			var unsupported *UnsupportedError
			if !errors.As(err, &syntaxError) && !errors.As(err, &unsupported) {
				t.Fatalf("error of another kind: %v", err)
			}
			if syntaxError != nil && (syntaxError.Offset < 0 || syntaxError.Offset > len(src)) {
				t.Fatalf("offset %d of %d", syntaxError.Offset, len(src))
			}
			return
		}
		want := m.MatchString(input)
		if re2, ok := Translate(src); ok {
			if re := regexp.MustCompile(re2); re.MatchString(input) != want {
				t.Errorf("RE2 %v, MatchString %v", !want, want)
			}
		}
		tab := NewTable()
		l, err := tab.Pattern(src)
		if err != nil {
			return
		}
		if got := tab.Match(l, input); got != want {
			t.Errorf("Match %v, MatchString %v", got, want)
		}
		var walked bool
		if tab.spend(&Fuel{100_000}, func() { walked = tab.walk(l, []rune(input)) }) == nil && walked != want {
			t.Errorf("derivatives %v, MatchString %v", walked, want)
		}
		s, ok, err := tab.Shortest(l, &Fuel{50_000})
		if err == nil && (ok && !m.MatchString(s) || !ok && want) {
			t.Errorf("shortest %q %v", s, ok)
		}
	})
}

// FuzzIncluded refutes inclusions by the input, and checks their witnesses.
func FuzzIncluded(f *testing.F) {
	f.Add("^a|b$", "a", "b")
	f.Add("^(?!admin$)[a-z]+$", "^[a-z]{1,5}$", "admin")
	f.Add("(?<=a)b", "ab\\b", "ab1")
	f.Fuzz(func(t *testing.T, p, q, input string) {
		if len(p)+len(q) > 200 || len(input) > 50 || !utf8.ValidString(input) {
			return
		}
		tab := NewTable()
		a, errA := tab.Pattern(p)
		b, errB := tab.Pattern(q)
		if errA != nil || errB != nil {
			return
		}
		ok, w, err := tab.Included(a, b, &Fuel{50_000})
		switch {
		case err != nil:
		case ok && tab.Match(a, input) && !tab.Match(b, input):
			t.Errorf("included, but the input refutes it")
		case !ok && (!tab.Match(a, w) || tab.Match(b, w)):
			t.Errorf("%q is no witness", w)
		}
	})
}

// backtracking compiles a pattern for the oracle, which knows no `[^]` and reads a final `$` and the dot otherwise where there are line ends.
func backtracking(src string) *regexp2.Regexp {
	if strings.Contains(src, "[]") || strings.Contains(src, "[^]") {
		return nil
	}
	re, err := regexp2.Compile(src, regexp2.ECMAScript)
	if err != nil {
		return nil
	}
	re.MatchTimeout = time.Second
	return re
}

func agrees(t *testing.T, src, input string) {
	t.Helper()
	re := backtracking(src)
	m, err := Compile(src)
	if re == nil || err != nil {
		return
	}
	want, err := re.MatchString(input)
	if err == nil && m.MatchString(input) != want {
		t.Errorf("%q on %q: regexp2 %v", src, input, want)
	}
}

func TestBacktracking(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	inputs := shortStrings(3)
	for range 500 {
		src := randomPattern(r, 1+r.IntN(4), true)
		for _, s := range inputs {
			if !strings.Contains(s, "\n") {
				agrees(t, src, s)
			}
		}
	}
}

// FuzzBacktracking compares with a backtracking engine on patterns of a plain alphabet.
func FuzzBacktracking(f *testing.F) {
	f.Add("(?=a*b)(a|ab)*?$", "aab")
	f.Add(`\b(?:\w-?){2,3}(?<!b-)`, "ab-")
	f.Fuzz(func(t *testing.T, src, input string) {
		if len(src) > 60 || len(input) > 30 || strings.Trim(src, `abc01()[]|*+?^$.-{},=!<:wWdDsB\`) != "" || strings.Trim(input, "abc01 -") != "" {
			return
		}
		agrees(t, src, input)
	})
}
