package regex

import "testing"

func pattern(t testing.TB, tab *Table, src string) Lang {
	t.Helper()
	l, err := tab.Pattern(src)
	if err != nil {
		t.Fatalf("Pattern(%q): %v", src, err)
	}
	return l
}

func fuel() *Fuel { return &Fuel{300_000} }

// TestIncluded has inclusions between two patterns with the witness that refutes them; "" with included = true means none.
func TestIncluded(t *testing.T) {
	tests := []struct {
		a, b     string
		included bool
		witness  string
	}{
		{"^abc$", "^a", true, ""},
		{"^a", "^abc$", false, "a"},
		{"^a|b$", "a", false, "b"},
		{"^a|b$", "^(a|b)$", false, "aa"},
		{"(^a|b)c", "c", true, ""},
		{"a^b", "x", true, ""},
		{"a$|^$", "a", false, ""},
		{"x*$y*", "^$|[^]", true, ""},
		{"", "a*", true, ""},
		{"a*", "", true, ""},
		{"[\\s\\S]", ".", false, "\n"},
		{".", "[^]", true, ""},
		{"^[a-z]{3}$", "^.{3}$", true, ""},
		{"^(a+)+$", "^a*$", true, ""},
		{"^a*$", "^(a+)+$", false, ""},
		{"(a|aa)*b", "^(.*)*$", false, "b\n"},
		{"^(.*)*$", "(x+x+)+y", false, ""},
		{"^(?!admin$)[a-z]+$", "^[a-z]+$", true, ""},
		{"^[a-z]+$", "^(?!admin$)[a-z]+$", false, "admin"},
		{"^(?=.*[A-Z])(?=.*[0-9]).{8,}$", "[A-Z]", true, ""},
		{"^(?=.*[A-Z])(?=.*[0-9]).{8,}$", "^.{9}", false, "aaaaaa0A"},
		{"\\bfoo\\b", "foo", true, ""},
		{"foo", "\\bfoo\\b", false, "afoo"},
		{"(?<=a)b", "ab", true, ""},
		{"ab", "(?<=a)b", true, ""},
		{"(?<!a)b", "b", true, ""},
		{"b", "(?<!a)b", false, "ab"},
		{"(?:(?=a.)..)*$", "", true, ""},
		{"^(?:(?=a.)..)*$", "^(a.)*$", true, ""},
		{"^(a.)*$", "^(?:(?=a.)..)*$", true, ""},
		{"^(?<=^)a", "^a", true, ""},
		{"^.{1,64}$", "^[^]{0,64}$", true, ""},
		{"^[^]{1,64}$", "^.{1,64}$", false, "\n"},
		{"^[a-z]{1,100000}$", "^[a-z0-9]{0,100000}$", true, ""},
	}
	for _, test := range tests {
		tab := NewTable()
		a, b := pattern(t, tab, test.a), pattern(t, tab, test.b)
		f := fuel()
		ok, w, err := tab.Included(a, b, f)
		if err != nil || ok != test.included || w != test.witness {
			t.Errorf("%q in %q: got %v %q %v, want %v %q", test.a, test.b, ok, w, err, test.included, test.witness)
		}
		if !ok && (!tab.Match(a, w) || tab.Match(b, w)) {
			t.Errorf("%q in %q: %q is no witness", test.a, test.b, w)
		}
	}
}
