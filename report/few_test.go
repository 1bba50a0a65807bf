package report

import (
	"testing"

	"golang.org/x/tools/go/analysis"
)

func TestFew(t *testing.T) {
	for n, want := range map[int]struct {
		shown int
		rest  string
	}{
		0:             {0, ""},
		maxShown:      {maxShown, ""},
		maxShown + 1:  {firstFew, "and 8 more places: --format json lists them"},
		maxShown + 88: {firstFew, "and 95 more places: --format json lists them"},
	} {
		if shown, rest := few(make([]analysis.RelatedInformation, n)); len(shown) != want.shown || rest != want.rest {
			t.Errorf("of %d: %d and %q, want %d and %q", n, len(shown), rest, want.shown, want.rest)
		}
	}
}
