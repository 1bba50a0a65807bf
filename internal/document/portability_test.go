package document

import (
	"regexp"
	"slices"
	"testing"
)

// FuzzNotations holds the looks for notations to expressions.
func FuzzNotations(f *testing.F) {
	for _, text := range []string{"$ARGUMENTS $ARGUMENTS1 $ARGUMENTS", "!`ls` x!`a` !``` !`a\nb` !`a!`b`", "\t!`x` !` !`y`", "${CLAUDE_X} ${CLAUDE_} ${CLAUDE_A_B}${CLAUDE_x}", "\n!`é\xff`", "{{args}} {{ ARGUMENTS }}{{args }} {{arg}} {{{arguments}}}", "${ARGUMENTS}$ARGUMENTS ${ARGUMENTS"} {
		f.Add([]byte(text))
	}
	expressions := []*regexp.Regexp{ // in the order of notations
		regexp.MustCompile(`\$ARGUMENTS\b`),
		regexp.MustCompile("(?m)(?:^|[ \\t])(!`[^`\\n]+`)"),
		regexp.MustCompile(`\$\{CLAUDE_[A-Z_]+\}`),
		regexp.MustCompile(`\{\{ ?(?:args|arguments|ARGUMENTS) ?\}\}`),
		regexp.MustCompile(`\$\{ARGUMENTS\}`),
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		var want []Notation
		for i, n := range notations {
			places := expressions[i].FindAllSubmatchIndex(src, -1)
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
