package regex

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

// randomPattern writes a pattern over a few characters, with every construct that the parser reads if looks is set.
func randomPattern(r *rand.Rand, depth int, looks bool) string {
	if depth == 0 {
		atoms := []string{"a", "b", "c", ".", "[ab]", "[^a]", `\w`, `\W`, `\s`, "-", "[^]", "ab", ""}
		return atoms[r.IntN(len(atoms))]
	}
	sub := func() string { return randomPattern(r, depth-1, looks) }
	n := 11
	if looks {
		n = 16
	}
	switch r.IntN(n) {
	case 0, 1, 2:
		return sub() + sub()
	case 3:
		return "(" + sub() + "|" + sub() + ")"
	case 4:
		return "(?:" + sub() + ")" + []string{"*", "+", "?", "{2}", "{1,3}", "{2,}", "*?"}[r.IntN(7)]
	case 5:
		return "(?:" + sub() + ")*"
	case 6:
		return "^" + sub()
	case 7:
		return sub() + "$"
	case 8:
		return []string{`\b`, `\B`}[r.IntN(2)] + sub()
	case 9:
		return sub() + "|" + sub()
	case 11:
		return "(?=" + sub() + ")" + sub()
	case 12:
		return "(?!" + sub() + ")" + sub()
	case 13:
		return sub() + "(?<=" + sub() + ")"
	case 14:
		return sub() + "(?<!" + sub() + ")"
	case 15:
		return "(?:" + sub() + "(?!" + sub() + "))*" + sub()
	}
	return sub()
}

// shortStrings are all strings of at most n characters over representatives of the classes that patterns above tell apart.
func shortStrings(n int) []string {
	all := []string{""}
	for from := 0; n > 0; n-- {
		to := len(all)
		for _, s := range all[from:to] {
			for _, c := range []string{"a", "b", "c", "-", "\n"} {
				all = append(all, s+c)
			}
		}
		from = to
	}
	return all
}

// TestAgree compares the three ways to match (program, derivatives, Go's regexp where it can express the pattern) on random patterns.
func TestAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	inputs := shortStrings(4)
	for i := range 1000 {
		src := randomPattern(r, 1+r.IntN(4), i%2 == 0)
		m, err := Compile(src)
		if err != nil {
			if strings.Contains(err.Error(), "too large") || strings.Contains(err.Error(), "repeat") {
				continue
			}
			t.Fatalf("%q: %v", src, err)
		}
		tab := NewTable()
		l := pattern(t, tab, src)
		var re *regexp.Regexp
		if re2, ok := Translate(src); ok {
			re = regexp.MustCompile(re2)
		}
		for _, s := range inputs {
			want := m.MatchString(s)
			if got := tab.Match(l, s); got != want {
				t.Fatalf("%q on %q: Match %v, MatchString %v", src, s, got, want)
			}
			if got := tab.walk(l, []rune(s)); got != want {
				t.Fatalf("%q on %q: derivatives %v, MatchString %v", src, s, got, want)
			}
			if re != nil && re.MatchString(s) != want {
				t.Fatalf("%q on %q: regexp %v, MatchString %v", src, s, !want, want)
			}
		}
	}
}
