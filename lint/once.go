package lint

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/skill"
)

// maxCopies is how many copies a finding shows.
const maxCopies = 5

// A fault is what findings in copies of one file have in common: of copies to the byte
// the place, of a skill's copies for several hosts the file and which of the same it is.
type fault struct {
	rule     *Rule
	severity Severity
	message  string
	sum      document.Sum
	size, at int
	file     string
	nth      int
}

// Once tells what copies of a file to the byte have in common at the first of them, and what
// copies of a skill for several hosts have in common at the original, with the number of the
// others. It is for reports: what is new, and what a file has, is known of each.
func Once(ws *skill.Workspace, findings []Finding) []Finding {
	order := make([]int, len(findings)) // originals first
	copied := make([]bool, len(findings))
	for i, f := range findings {
		order[i] = i
		if file := ws.FileAt(f.Pos); file != nil {
			_, _, copied[i] = ws.Original(file.Path)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if copied[a] == copied[b] {
			return cmp.Compare(a, b)
		}
		if copied[a] {
			return 1
		}
		return -1
	})
	first, nth := map[fault]int{}, map[fault]int{}
	copies := map[int]int{} // by the index of the finding that tells
	out := slices.Clone(findings)
	gone := make([]bool, len(findings))
	for _, i := range order {
		f := findings[i]
		file := ws.FileAt(f.Pos)
		if file == nil || file.Size == 0 {
			continue
		}
		keys := []fault{{rule: f.Rule, severity: f.Severity, message: f.Message, sum: file.Sum, size: file.Size, at: file.Offset(f.Pos)}}
		own := fault{rule: f.Rule, severity: f.Severity, message: f.Message, file: file.Path}
		nth[own]++
		kin := own
		if original, dir, is := ws.Original(file.Path); is {
			kin.file = original + strings.TrimPrefix(file.Path, dir)
			kin.message = strings.ReplaceAll(f.Message, path.Dir(dir)+"/", path.Dir(original)+"/")
		}
		kin.nth = nth[own]
		keys = append(keys, kin)
		at := slices.IndexFunc(keys, func(key fault) bool {
			told, is := first[key]
			return is && ws.FileAt(findings[told].Pos).Path != file.Path
		})
		if at < 0 {
			for _, key := range keys {
				if _, is := first[key]; !is {
					first[key] = i
				}
			}
			continue
		}
		told := first[keys[at]]
		gone[i] = true
		one := &out[told]
		if copies[told]++; copies[told] <= maxCopies {
			one.Related = append(slices.Clip(one.Related), analysis.RelatedInformation{Pos: f.Pos, End: f.End, Message: "a copy of the file"})
		}
		if len(one.SuggestedFixes) == 1 && len(f.SuggestedFixes) == 1 { // which mends all
			fix := one.SuggestedFixes[0]
			fix.TextEdits = slices.Concat(fix.TextEdits, f.SuggestedFixes[0].TextEdits)
			one.SuggestedFixes = []analysis.SuggestedFix{fix}
		}
	}
	for i, n := range copies {
		if n == 1 {
			out[i].Message += "; 1 more copy of the file has it"
		} else {
			out[i].Message += fmt.Sprintf("; %d more copies of the file have it", n)
		}
	}
	var kept []Finding
	for i, f := range out {
		if !gone[i] {
			kept = append(kept, f)
		}
	}
	return kept
}
