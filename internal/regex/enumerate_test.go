package regex

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestEnumerate(t *testing.T) {
	tests := []struct {
		src  string
		n    int
		want string // joined by commas
	}{
		{"^[a-c]{2}$", 100, "aa,ab,ac,ba,bb,bc,ca,cb,cc"},
		{"^(cat|dog|bird)$", 100, "cat,dog,bird"},
		{"^a*$", 4, ",a,aa,aaa"},
		{"^[A-Ba-b0-1_]$", 100, "a,b,0,1,A,B,_"},
		{"^(?!admin$)(admin|root)$", 10, "root"},
		{"a^b", 10, ""},
		{"^[😀ñ]$", 10, "ñ,😀"},
		{"^(aaa)*$", 3, ",aaa,aaaaaa"},
		{"b", 4, "b,ab,ba,bb"},
	}
	for _, test := range tests {
		tab := NewTable()
		got, err := tab.Enumerate(pattern(t, tab, test.src), test.n, fuel())
		if err != nil || strings.Join(got, ",") != test.want {
			t.Errorf("%q: got %q %v, want %q", test.src, got, err, test.want)
		}
	}
}

func TestCount(t *testing.T) {
	tests := []struct {
		src  string
		max  int
		want int
	}{
		{"a^b", 10, 0},
		{"^$", 10, 1},
		{"^[a-c]{2}$", 100, 9},
		{"^[a-c]{0,2}$", 100, 13},
		{"^[a-c]{0,2}$", 12, 12},
		{"^(a|b)?(a|c)?$", 100, 8},
		{"^a*$", 1000, 1000},
		{"", 1 << 40, 1 << 40},
		{"^.$", 1 << 40, 1_112_064 - 4},
		{"^\\p{Nd}$", 1 << 40, 680},
		{"^[0-9a-f]{32}$", 1 << 62, 1 << 62},
		{"^[a-z]{100000}$", 1 << 62, 1 << 62},
		{"^(?:(?!aa)[ab]){3}$", 100, 5},
	}
	for _, test := range tests {
		tab := NewTable()
		got, err := tab.Count(pattern(t, tab, test.src), test.max, fuel())
		if err != nil || got != test.want {
			t.Errorf("%q: got %d %v, want %d", test.src, got, err, test.want)
		}
	}
}

// TestCountAgrees compares Count, Enumerate and the strings that match on finite random languages.
func TestCountAgrees(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	inputs := shortStrings(3)
	for range 400 {
		src := randomPattern(r, 1+r.IntN(3), true)
		tab := NewTable()
		l, err := tab.Pattern(src)
		if err != nil {
			continue
		}
		alphabet := pattern(t, tab, "^[abc\\-\\n]{0,3}$")
		l = tab.Intersect(l, alphabet)
		var want []string
		for _, s := range inputs {
			if tab.Match(l, s) {
				want = append(want, s)
			}
		}
		slices.SortFunc(want, func(a, b string) int {
			if len(a) != len(b) {
				return len(a) - len(b)
			}
			if nicer(a, b) {
				return -1
			}
			return 1
		})
		got, err := tab.Enumerate(l, 1000, fuel())
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("%q: got %q %v, want %q", src, got, err, want)
		}
		if n, err := tab.Count(l, 1000, fuel()); err != nil || n != len(want) {
			t.Fatalf("%q: counted %d %v, want %d", src, n, err, len(want))
		}
	}
}
