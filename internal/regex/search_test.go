package regex

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// lengths says for which lengths up to n the language has members, by the plain product of states and lengths.
func lengths(tab *Table, l Lang, n int) []bool {
	out := make([]bool, n+1)
	layer := map[Lang]bool{l: true}
	for i := range out {
		next := map[Lang]bool{}
		for x := range layer {
			out[i] = out[i] || tab.term(x).nullable
			for _, a := range tab.arcs(x) {
				next[a.to] = true
			}
		}
		layer = next
	}
	return out
}

// TestLength compares emptiness, shortest members and their lengths under bounds with a plain search.
func TestLength(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	shapes := []string{"%", "^%$", "%$", "x(?:%){0,7}$", "^(?:%){3,}$", "^(?:%)*[a-z]{0,9}$", "x[a-z]{2,5}$|^(?:%)$", "^(?!(?:%)$)(?:aa|bbb)*$"}
	const far = 60
	for range 600 {
		src := strings.ReplaceAll(shapes[r.IntN(len(shapes))], "%", randomPattern(r, 1+r.IntN(3), true))
		tab := NewTable()
		l, err := tab.Pattern(src)
		if err != nil {
			continue
		}
		lo := r.IntN(40)
		hi := lo + r.IntN(20)
		want := -1
		var has []bool
		if tab.spend(fuel(), func() { has = lengths(tab, l, far) }) != nil {
			continue
		}
		for n, ok := range has {
			if ok && n >= lo && n <= hi {
				want = n
				break
			}
		}
		x := tab.Intersect(l, tab.Length(lo, hi))
		f := &Fuel{2_000_000}
		empty, err := tab.IsEmpty(x, f)
		if err != nil || empty != (want < 0) {
			t.Fatalf("%q with %d to %d characters: empty %v %v, want length %d", src, lo, hi, empty, err, want)
		}
		s, ok, err := tab.Shortest(x, f)
		if err != nil || ok == empty || ok && (len([]rune(s)) != want || !tab.Match(x, s)) {
			t.Fatalf("%q with %d to %d characters: shortest %q %v %v, want length %d", src, lo, hi, s, ok, err, want)
		}
	}
}

func TestFarLengths(t *testing.T) {
	tests := []struct {
		src    string
		lo, hi int
		empty  bool
	}{
		{"", 1 << 31, -1, false},
		{"", 1 << 31, 1 << 31, false},
		{"^(aa)*$", 1 << 31, 1 << 31, false},
		{"^(aa)*$", 1<<31 + 1, 1<<31 + 1, true},
		{"^(aa|aaaaa)*$", 1<<31 + 1, 1<<31 + 1, false},
		{"^[a-z]{0,100}$", 101, -1, true},
		{"x[a-z]{0,62}$", 5000, 5000, false},
		{"^(?:abc)*[x-z]{0,2}$", 1 << 31, 1 << 31, false},
		{"^(?:abc)*[x-z]{0,1}$", 1 << 31, 1 << 31, true},
		{"^(?=.*a)(?=.*b)(?=.*c).{8,}$", 1 << 31, 1 << 31, false},
	}
	for _, test := range tests {
		tab := NewTable()
		x := tab.Intersect(pattern(t, tab, test.src), tab.Length(test.lo, test.hi))
		f := fuel()
		if empty, err := tab.IsEmpty(x, f); err != nil || empty != test.empty {
			t.Errorf("%q with %d to %d characters: empty %v %v, want %v", test.src, test.lo, test.hi, empty, err, test.empty)
		}
		if f.Steps < 290_000 {
			t.Errorf("%q with %d to %d characters: took %d steps", test.src, test.lo, test.hi, 300_000-f.Steps)
		}
		s, ok, err := tab.Shortest(x, fuel())
		switch {
		case test.empty && (ok || err != nil), !test.empty && test.lo > maxWitness && err != ErrTooLong,
			!test.empty && test.lo <= maxWitness && (!ok || !tab.Match(x, s)):
			t.Errorf("%q with %d to %d characters: shortest %q %v %v", test.src, test.lo, test.hi, s, ok, err)
		}
	}
}

// TestNicest checks that the shortest member is the first of its length in the preferred order of characters.
func TestNicest(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	inputs := shortStrings(4)
	for range 600 {
		src := randomPattern(r, 1+r.IntN(4), true)
		tab := NewTable()
		l, err := tab.Pattern(src)
		if err != nil {
			continue
		}
		want, found := "", false
		for _, s := range inputs {
			if tab.Match(l, s) && (!found || len(s) < len(want) || len(s) == len(want) && nicer(s, want)) {
				want, found = s, true
			}
		}
		got, ok, err := tab.Shortest(l, fuel())
		if err != nil {
			t.Fatalf("%q: %v", src, err)
		}
		if !ok && found || ok && found && (len(got) > len(want) || len(got) == len(want) && got != want && nicer(want, got)) {
			t.Fatalf("%q: shortest %q %v, but %q", src, got, ok, want)
		}
		if ok && !tab.Match(l, got) {
			t.Fatalf("%q: shortest %q does not match", src, got)
		}
	}
}

func nicer(a, b string) bool {
	x, y := []rune(a), []rune(b)
	for i := range x {
		if x[i] != y[i] {
			_, a := single(x[i]).nicest()
			_, b := single(y[i]).nicest()
			return a < b
		}
	}
	return false
}

// TestMovingMinimum: complements whose residuals ask for one more character again and again come to an end.
func TestMovingMinimum(t *testing.T) {
	for _, p := range []string{"^[^a]*$", "^([^a]|\\n)*$", "^[^a]*$|x{3}$"} {
		tab := NewTable()
		l := tab.Intersect(tab.Complement(pattern(t, tab, "a")), tab.Complement(pattern(t, tab, p)))
		f := Fuel{Steps: 1000}
		if empty, err := tab.IsEmpty(l, &f); !empty || err != nil {
			t.Errorf("%q: %v, %v", p, empty, err)
		}
	}
}
