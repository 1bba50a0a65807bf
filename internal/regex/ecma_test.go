package regex

import (
	"encoding/json"
	"errors"
	"os"
	"regexp"
	"slices"
	"testing"
)

// recorded are the answers of a JavaScript engine; see testdata/record.mjs.
type recorded struct {
	Inputs  []string
	Records []struct {
		Pattern string
		Flags   *string // "u", "" where only Annex B accepts the pattern, nil where it is a syntax error
		Matches []int
	}
}

func readRecorded(t testing.TB, file string) (r recorded) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(data, &r)
	}
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestRecorded compares with a JavaScript engine. What it refuses must be a SyntaxError here, what it accepts with the u flag must not be
// one; a pattern that only Annex B accepts may be refused, but if it is not, it must mean the same.
func TestRecorded(t *testing.T) {
	for _, file := range []string{"testdata/ecma.json", "testdata/random.json"} {
		compareRecorded(t, readRecorded(t, file))
	}
}

func compareRecorded(t *testing.T, all recorded) {
	t.Helper()
	for _, rec := range all.Records {
		m, err := Compile(rec.Pattern)
		var syntaxError *SyntaxError
		var unsupported *UnsupportedError
		switch {
		case rec.Flags == nil:
			if err == nil {
				t.Errorf("%q compiles, but is no regular expression", rec.Pattern)
			}
			continue
		case *rec.Flags == "u" && errors.As(err, &syntaxError):
			if !posixPattern[rec.Pattern] {
				t.Errorf("%q: %v", rec.Pattern, err)
			}
			continue
		case errors.As(err, &unsupported) || err != nil:
			continue
		}
		tab := NewTable()
		l := pattern(t, tab, rec.Pattern)
		var re *regexp.Regexp
		if re2, ok := Translate(rec.Pattern); ok {
			re = regexp.MustCompile(re2)
		}
		for i, s := range all.Inputs {
			want := slices.Contains(rec.Matches, i)
			if rec.Pattern == `\B` && s == "a😀b" {
				continue // the engine looks between the halves of a surrogate pair, where ECMA-262 has no position
			}
			if got := m.MatchString(s); got != want {
				t.Errorf("%q on %q: got %v, want %v", rec.Pattern, s, got, want)
			}
			if got := tab.walk(l, []rune(s)); got != want {
				t.Errorf("%q on %q: derivatives %v, want %v", rec.Pattern, s, got, want)
			}
			if re != nil && re.MatchString(s) != want {
				t.Errorf("%q on %q: RE2 %v, want %v", rec.Pattern, s, !want, want)
			}
		}
	}
}

// posixPattern are valid patterns that are refused because they mean something else than they say.
var posixPattern = map[string]bool{"[[:alpha:]]": true}
