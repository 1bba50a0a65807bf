package rules

import (
	"fmt"

	"golang.org/x/tools/go/analysis"
)

// manyFaults is how many faults with one cause are told one by one.
const manyFaults = 3

// folded makes one finding of many with the same cause: the first, with the
// number of the others and where the next of them stand.
func folded(list []analysis.Diagnostic, what string) []analysis.Diagnostic {
	if len(list) <= manyFaults {
		return list
	}
	first := list[0]
	first.Message += fmt.Sprintf("; %d more %s are named", len(list)-1, what)
	first.SuggestedFixes = nil
	for _, d := range list[1:] {
		if len(first.Related) == 5 {
			break
		}
		first.Related = append(first.Related, analysis.RelatedInformation{Pos: d.Pos, End: d.End, Message: d.Message})
	}
	return []analysis.Diagnostic{first}
}
