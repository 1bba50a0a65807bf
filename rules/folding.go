package rules

import (
	"fmt"
	"go/token"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// manyFaults is how many faults with one cause are told one by one.
const manyFaults = 3

// maxRelated bounds how many more places a finding of many has.
const maxRelated = 200

// folded makes one finding of many with the same cause: the first, with the
// number of the others and where they stand. what says what the others
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

// withoutFix is another fold for what has no fix: what has one is told by itself.
func withoutFix(tell lint.Fold) lint.Fold {
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

// told is the first of many findings, with the number of the others and where they
// stand.
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

// A missingPath is a place that names a path which does not exist.
type missingPath struct {
	analysis.Diagnostic
	path string // from the root
	sure bool   // it can be nowhere else
	slip string // what is wrong with the path, where the file lies in another folder
}

// byCause makes one finding of all places for which one thing is missing, and hands
// those that are left to fold: that is a file, the folder that it would be in, much of one
// folder, or a part of the paths.
func byCause(p *lint.Pass, list []missingPath, fold lint.Fold) lint.Fold {
	missing := map[token.Pos]missingPath{}
	for _, m := range list {
		missing[m.Pos] = m
	}
	return func(list []analysis.Diagnostic) []analysis.Diagnostic {
		var found batches[string]
		for _, d := range list {
			cause := missing[d.Pos].slip
			if cause == "" {
				cause = lastMissing(p, missing[d.Pos].path)
			}
			found.add(cause, d)
		}
		var one []analysis.Diagnostic
		for _, cause := range found.causes {
			of := found.of[cause]
			tell, first := gathered("place names it", "places name it"), missing[of[0].Pos]
			switch {
			case first.slip != "":
				tell = withFixes(gathered("link "+first.slip, "links "+first.slip))
			case cause != first.path:
				folder := shorten(cause + "/")
				tell = gathered(fmt.Sprintf("path leads into the folder %q, which does not exist", folder), fmt.Sprintf("paths lead into the folder %q, which does not exist", folder))
			}
			one = append(one, tell(of)...)
		}
		type index struct{ file, folder, slip string }
		var gone batches[index] // what a text names in one folder
		for _, d := range fold(one) {
			m := missing[d.Pos]
			gone.add(index{p.FileAt(d.Pos).Path, path.Dir(lastMissing(p, m.path)), m.slip}, d)
		}
		one = nil
		for _, in := range gone.causes {
			one = append(one, folded(fmt.Sprintf("paths below %q lead nowhere", shorten(in.folder+"/")))(gone.of[in])...)
		}
		return one
	}
}

// lastMissing is the outermost of a path and the folders around it that does not exist.
func lastMissing(p *lint.Pass, file string) string {
	for {
		around := path.Dir(file)
		if _, kind := p.Tree.Resolve(around); kind != skill.Absent || around == "." || around == "/" {
			return file
		}
		file = around
	}
}

// A deadList is the places in a skill, or in one of its texts, that name paths which
// do not exist.
type deadList struct {
	skill string // its folder
	fold  lint.Fold
	paths []missingPath
}

// manyAlone is how many skills of a collection lack what they name before that has one
// cause: their SKILL.md was copied without the files beside it.
const manyAlone = 15

// reportMissing tells what is missing once, with all places that name it; and that of
// skills which were copied without their files once a collection.
func reportMissing(p *lint.Pass, lists []*deadList, report func(to *lint.Pass, m missingPath)) {
	alone := map[string][]missingPath{} // by the collection
	skills := map[string]map[string]bool{}
	for _, list := range lists {
		if at := p.Collection(list.skill); isAlone(p, list.skill) {
			if skills[at] == nil {
				skills[at] = map[string]bool{}
			}
			skills[at][list.skill] = true
			alone[at] = append(alone[at], list.paths...)
		}
	}
	told := map[string]bool{}
	for _, list := range lists {
		paths, fold := list.paths, byCause(p, list.paths, list.fold)
		if at := p.Collection(list.skill); len(skills[at]) > manyAlone && skills[at][list.skill] {
			if told[at] {
				continue
			}
			told[at], paths = true, alone[at]
			fold = folded("paths in skills that were copied without their files lead nowhere")
		}
		folding := p.Folding(fold)
		for _, m := range paths {
			report(folding, m)
		}
	}
}

// isAlone reports whether the folder of a skill holds nothing that its SKILL.md could
// name: pages about it and data of the tool that copied it at most.
func isAlone(p *lint.Pass, dir string) bool {
	return dir != "." && !slices.ContainsFunc(p.Tree.Below(dir), func(e skill.Entry) bool {
		name := strings.ToLower(path.Base(e.Path))
		stem := strings.TrimSuffix(name, path.Ext(name))
		return e.Kind == skill.Regular && name != "skill.md" && path.Ext(name) != ".json" && stem != "readme" && stem != "license"
	})
}
