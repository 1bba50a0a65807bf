package document

import (
	"regexp"
	"slices"
	"testing"
)

// FuzzNotations holds the looks for notations to expressions.
func FuzzNotations(f *testing.F) {
	for _, text := range []string{"$ARGUMENTS $ARGUMENTS1 $ARGUMENTS", "!`ls` x!`a` !``` !`a\nb` !`a!`b`", "\t!`x` !` !`y`", "${CLAUDE_X} ${CLAUDE_} ${CLAUDE_A_B}${CLAUDE_x}", "\n!`é\xff`"} {
		f.Add([]byte(text))
	}
	expressions := map[string]*regexp.Regexp{
		"arguments": regexp.MustCompile(`\$ARGUMENTS\b`),
		"shell":     regexp.MustCompile("(?m)(?:^|[ \\t])(!`[^`\\n]+`)"),
		"variables": regexp.MustCompile(`\$\{CLAUDE_[A-Z_]+\}`),
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		var want []Notation
		for _, n := range notations {
			places := expressions[n.name].FindAllSubmatchIndex(src, -1)
			if len(places) > 0 {
				at := places[0][len(places[0])-2:]
				want = append(want, Notation{Span{at[0], at[1]}, n.name, string(src[at[0]:at[1]]), len(places)})
			}
		}
		if got := notationsIn(src, 0); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", src, got, want)
		}
	})
}
