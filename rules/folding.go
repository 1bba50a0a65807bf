package rules

import (
	"fmt"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/lint"
)

// manyFaults is how many faults with one cause are told one by one.
const manyFaults = 3

// maxRelated is how many more places a finding of many shows.
const maxRelated = 5

// folded makes one finding of many with the same cause: the first, with the
// number of the others and where the next of them stand. what says what the others
// are: "files that do not exist are named".
func folded(what string) lint.Fold {
	return func(list []analysis.Diagnostic) []analysis.Diagnostic {
		if len(list) <= manyFaults {
			return list
		}
		list[0].SuggestedFixes = nil
		return told(list, what)
	}
}

// withFixes tells what another fold does; where that makes one finding of many, it has one
// fix that mends all, if each has one.
func withFixes(tell lint.Fold) lint.Fold {
	return func(list []analysis.Diagnostic) []analysis.Diagnostic {
		var fixes []analysis.SuggestedFix
		if !slices.ContainsFunc(list, func(d analysis.Diagnostic) bool { return len(d.SuggestedFixes) == 0 }) {
			fix := list[0].SuggestedFixes[0]
			fix.TextEdits = nil
			for _, d := range list {
				fix.TextEdits = append(fix.TextEdits, d.SuggestedFixes[0].TextEdits...)
			}
			fixes = []analysis.SuggestedFix{fix}
		}
		one := tell(list)
		if len(one) < len(list) {
			one[0].SuggestedFixes = fixes
		}
		return one
	}
}

// gathered makes one finding of all with the same cause, also of two. one and many say
// what the others are.
func gathered(one, many string) lint.Fold {
	return func(list []analysis.Diagnostic) []analysis.Diagnostic {
		switch len(list) {
		case 1:
			return list
		case 2:
			return told(list, one)
		}
		return told(list, many)
	}
}

// batches are findings by their cause, in the order in which the first of each came.
type batches[C comparable] struct {
	causes []C
	of     map[C][]analysis.Diagnostic
}

func (b *batches[C]) add(cause C, d analysis.Diagnostic) {
	if b.of == nil {
		b.of = map[C][]analysis.Diagnostic{}
	}
	if b.of[cause] == nil {
		b.causes = append(b.causes, cause)
	}
	b.of[cause] = append(b.of[cause], d)
}

// told is the first of many findings, with the number of the others and where the
// next of them stand.
func told(list []analysis.Diagnostic, what string) []analysis.Diagnostic {
	first := list[0]
	first.Message += fmt.Sprintf("; %d more %s", len(list)-1, what)
	for _, d := range list[1:] {
		if len(first.Related) == maxRelated {
			break
		}
		first.Related = append(first.Related, analysis.RelatedInformation{Pos: d.Pos, End: d.End, Message: d.Message})
	}
	return []analysis.Diagnostic{first}
}
