// Package folding makes one finding of many that have the same cause.
package folding

import (
	"fmt"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/lint"
)

// ManyFaults is how many faults with one cause are told one by one.
const ManyFaults = 3

// Habit is how many skills of a collection may have a fault before that has one cause: the
// way in which the collection is made.
const Habit = 15

// MaxRelated bounds how many more places a finding of many has.
const MaxRelated = 200

// Folded makes one finding of many with the same cause: the first, with the
// number of the others and where they stand. what says what the others
// are: "files that do not exist are named".
func Folded(what string) lint.Fold {
	return func(list []analysis.Diagnostic) []analysis.Diagnostic {
		if len(list) <= ManyFaults {
			return list
		}
		list[0].SuggestedFixes = nil
		return told(list, what)
	}
}

// WithFixes tells what another fold does; where that makes one finding of many, it has one
// fix that mends all, if each has one.
func WithFixes(tell lint.Fold) lint.Fold {
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

// WithoutFix is another fold for what has no fix: what has one is told by itself.
func WithoutFix(tell lint.Fold) lint.Fold {
	return func(list []analysis.Diagnostic) []analysis.Diagnostic {
		var fixable, rest []analysis.Diagnostic
		for _, d := range list {
			if len(d.SuggestedFixes) > 0 {
				fixable = append(fixable, d)
			} else {
				rest = append(rest, d)
			}
		}
		if len(rest) == 0 {
			return fixable
		}
		return append(tell(rest), fixable...)
	}
}

// Gathered makes one finding of all with the same cause, also of two. one and many say
// what the others are.
func Gathered(one, many string) lint.Fold {
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

// Batches are findings by their cause, in the order in which the first of each came.
type Batches[C comparable] struct {
	Causes []C
	Of     map[C][]analysis.Diagnostic
}

// Add adds a finding to those of its cause.
func (b *Batches[C]) Add(cause C, d analysis.Diagnostic) {
	if b.Of == nil {
		b.Of = map[C][]analysis.Diagnostic{}
	}
	if b.Of[cause] == nil {
		b.Causes = append(b.Causes, cause)
	}
	b.Of[cause] = append(b.Of[cause], d)
}

// told is the first of many findings, with the number of the others and where they
// stand.
func told(list []analysis.Diagnostic, what string) []analysis.Diagnostic {
	first := list[0]
	first.Message += fmt.Sprintf("; %d more %s", len(list)-1, what)
	for _, d := range list[1:] {
		if len(first.Related) == MaxRelated {
			break
		}
		first.Related = append(first.Related, analysis.RelatedInformation{Pos: d.Pos, End: d.End, Message: d.Message})
	}
	return []analysis.Diagnostic{first}
}
