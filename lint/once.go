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

// maxCopies bounds how many copies a finding has.
const maxCopies = 200

// A fault is what findings in copies of one file have in common: of copies to the byte
// the place, of a skill's copies for several hosts the file and which of the same it is,
// of nearly the same files in folders of one name the line, or what stands behind it.
type fault struct {
	rule     *Rule
	severity Severity
	message  string
	sum      document.Sum
	size, at int
	file     string
	nth      int
	alike    string
	line     int
	left     int
}

// Once tells what copies of a file to the byte have in common at the first of them, and what
// copies of a skill for several hosts have in common at the original, with the number of the
// others. So does what a generator has written for several plugins or hosts, each time with
// their name in it. It is for reports: what is new, and what a file has, is known of each.
func Once(ws *skill.Workspace, findings []Finding) []Finding {
	first, nth := map[fault]int{}, map[fault]int{}
	copies := map[int]int{} // by the index of the finding that tells
	out := slices.Clone(findings)
	gone := make([]bool, len(findings))
	for _, i := range originalsFirst(ws, findings) {
		f := findings[i]
		file := ws.FileAt(f.Pos)
		if file == nil || file.Size == 0 {
			continue
		}
		own := fault{rule: f.Rule, severity: f.Severity, message: f.Message, file: file.Path}
		nth[own]++
		keys := faultsOf(ws, f, file, nth[own])
		at := slices.IndexFunc(keys, func(key fault) bool {
			told, is := first[key]
			if !is {
				return false
			}
			other := ws.FileAt(findings[told].Pos)
			return other.Path != file.Path && (key.alike == "" || nearInSize(other.Size, file.Size))
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
		copies[told]++
		out[told].tellOf(f, copies[told])
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

// originalsFirst are the numbers of findings in the order in which they tell: those in
// copies that a host loads stand behind all others.
func originalsFirst(ws *skill.Workspace, findings []Finding) []int {
	order := make([]int, len(findings))
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
	return order
}

// tellOf adds the same finding in a copy of the file, the nth of them, to one that tells.
func (one *Finding) tellOf(f Finding, nth int) {
	if nth <= maxCopies {
		one.Related = append(slices.Clip(one.Related), analysis.RelatedInformation{Pos: f.Pos, End: f.End, Message: "a copy of the file"})
	}
	if len(one.SuggestedFixes) == 1 && len(f.SuggestedFixes) == 1 { // which mends all
		fix := one.SuggestedFixes[0]
		fix.TextEdits = slices.Concat(fix.TextEdits, f.SuggestedFixes[0].TextEdits)
		one.SuggestedFixes = []analysis.SuggestedFix{fix}
	}
}

// faultsOf are the faults of which a finding, the nth of its kind in its file, may be a copy.
func faultsOf(ws *skill.Workspace, f Finding, file *skill.File, nth int) []fault {
	same := fault{rule: f.Rule, severity: f.Severity, message: f.Message, sum: file.Sum, size: file.Size, at: file.Offset(f.Pos)}
	kin := fault{rule: f.Rule, severity: f.Severity, message: f.Message, file: file.Path, nth: nth}
	if original, dir, is := ws.Original(file.Path); is {
		kin.file = original + strings.TrimPrefix(file.Path, dir)
		kin.message = strings.ReplaceAll(f.Message, path.Dir(dir)+"/", path.Dir(original)+"/")
	}
	return append([]fault{same, kin}, alike(ws, f, file, nth)...)
}

// nearInSize reports whether two files may be one text with another name in it, by their sizes in
// bytes: what two skills of one name have in common else is chance.
func nearInSize(a, b int) bool { return max(a, b)-min(a, b) <= max(sizeSlack, max(a, b)/10) }

// sizeSlack is by how many bytes small files may differ.
const sizeSlack = 64

// alike are the faults of a finding in a file that may be nearly the same as one of a skill
// whose folder has the same name: the same words at the same line, or before as much text.
func alike(ws *skill.Workspace, f Finding, file *skill.File, nth int) []fault {
	dir := path.Dir(file.Path)
	for ; dir != "."; dir = path.Dir(dir) {
		if _, is := ws.Tree.Lookup(path.Join(dir, "SKILL.md")); is {
			break
		}
	}
	if path.Dir(dir) == "." {
		return nil
	}
	around := path.Dir(path.Dir(dir)) + "/" // which parts the copies from each other
	key := fault{rule: f.Rule, severity: f.Severity, nth: nth, message: strings.ReplaceAll(f.Message, around, ""), alike: path.Base(dir) + strings.TrimPrefix(file.Path, dir)}
	byLine, byRest := key, key
	byLine.line = ws.Fset.Position(f.Pos).Line
	byRest.left = file.Size - file.Offset(f.Pos)
	return []fault{byLine, byRest}
}
