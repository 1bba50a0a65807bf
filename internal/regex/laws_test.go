package regex

import (
	"math/rand/v2"
	"testing"
)

// randomLang combines random patterns, literals and lengths.
func randomLang(t testing.TB, tab *Table, r *rand.Rand, depth int) Lang {
	if depth > 0 {
		a, b := randomLang(t, tab, r, depth-1), randomLang(t, tab, r, depth-1)
		switch r.IntN(4) {
		case 0:
			return tab.Union(a, b)
		case 1:
			return tab.Intersect(a, b)
		case 2:
			return tab.Complement(a)
		}
	}
	switch r.IntN(6) {
	case 0:
		return tab.Literal([]string{"", "a", "ab", "-b", "\n"}[r.IntN(5)])
	case 1:
		lo := r.IntN(3)
		return tab.Length(lo, lo+r.IntN(4)-1)
	}
	l, err := tab.Pattern(randomPattern(r, r.IntN(3), true))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestLaws holds the laws of boolean algebra against the procedure, and its verdicts against all short strings.
func TestLaws(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	inputs := shortStrings(4)
	for i := range 400 {
		tab := NewTable()
		depth := r.IntN(3)
		a, b, c := randomLang(t, tab, r, depth), randomLang(t, tab, r, depth), randomLang(t, tab, r, depth)
		equal := func(law string, x, y Lang) {
			for range 2 {
				ok, w, err := tab.Included(x, y, fuel())
				if err == nil && !ok {
					t.Fatalf("case %d: %s: %q is in one side only", i, law, w)
				}
				x, y = y, x
			}
		}
		not, and, or := tab.Complement, tab.Intersect, tab.Union
		equal("double complement", not(not(a)), a)
		equal("De Morgan", not(and(a, b)), or(not(a), not(b)))
		equal("distribution", and(a, or(b, c)), or(and(a, b), and(a, c)))
		equal("absorption", or(a, and(a, b)), a)
		equal("absorption", and(a, or(a, b)), a)
		equal("excluded middle", or(a, not(a)), tab.Any())
		equal("contradiction", and(a, not(a)), tab.Empty())
		equal("associativity", or(a, or(b, c)), or(or(a, b), c))
		equal("symmetric difference", or(and(a, not(b)), and(b, not(a))), and(or(a, b), not(and(a, b))))

		ok, w, err := tab.Included(a, b, fuel())
		if err != nil {
			continue
		}
		if !ok && (!tab.Match(a, w) || tab.Match(b, w)) {
			t.Fatalf("case %d: %q is no witness", i, w)
		}
		for _, s := range inputs {
			inA, inB := tab.Match(a, s), tab.Match(b, s)
			if ok && inA && !inB {
				t.Fatalf("case %d: included, but %q refutes it", i, s)
			}
			if tab.Match(not(a), s) == inA || tab.Match(or(a, b), s) != (inA || inB) || tab.Match(and(a, b), s) != (inA && inB) {
				t.Fatalf("case %d: membership of %q", i, s)
			}
			if got := tab.walk(and(a, not(b)), []rune(s)); got != (inA && !inB) {
				t.Fatalf("case %d: derivatives on %q: %v", i, s, got)
			}
		}
	}
}

// TestNormalForm has spellings that must have the same identity without any search.
func TestNormalForm(t *testing.T) {
	tests := [][2]string{
		{"", "a*"}, {"", "^"}, {"", "$"}, {"", "[^]*"}, {"", "x*$|"}, {"^[^]*$", ""},
		{"a+", "a"}, {"(?:a*)*b", "a*b"}, {"(?:a+)+b", "a+b"}, {"(a|b)", "[ab]"}, {"(?:a{2}){3}", "a{6}"},
		{"a|b|a", "b|a"}, {"^a?a*$", "^a*$"}, {"a{1}", "a"}, {"(?:)a", "a"}, {"a*?b", "a*b"}, {"(?<n>a)", "a"},
		{"^[^]{2,}$", "[^]{2}"}, {"^(?:a|b|c){1,3}$", "^[a-c]{1,3}$"}, {"\\u0061\\x62", "ab"}, {"(?<=a)b", "ab"},
	}
	for _, test := range tests {
		tab := NewTable()
		if pattern(t, tab, test[0]) != pattern(t, tab, test[1]) {
			t.Errorf("%q and %q differ", test[0], test[1])
		}
	}
	tab := NewTable()
	if pattern(t, tab, "^abc$") != tab.Literal("abc") || pattern(t, tab, "^$") != tab.Length(0, 0) ||
		pattern(t, tab, "^[^]{2,5}$") != tab.Length(2, 5) || tab.Union(tab.Length(0, 3), tab.Length(4, -1)) != tab.Any() ||
		tab.Intersect(tab.Length(0, 3), tab.Length(4, -1)) != tab.Empty() || tab.Literal("") != tab.Length(0, 0) {
		t.Error("a literal or a length differs from its pattern")
	}
}
