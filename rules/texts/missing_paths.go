package texts

import (
	"cmp"
	"fmt"
	"go/token"
	"maps"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/internal/remarks"
	"github.com/skilllint/skilllint/internal/standing"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/skill"
)

// A missingPath is a place that names a path which does not exist.
type missingPath struct {
	analysis.Diagnostic
	path     string        // from the root
	severity lint.Severity // Off for a warning
	words    bool          // words name it, and no link leads to it
	slip     string        // what is wrong with the path, where the file lies in another folder
}

// told is how a path is told that leads nowhere: what git ignores may be made by a program, but for the pages that links lead
// to, which people write, and forgot to add, unless git ignores one by its very name. What a tool keeps in a hidden folder is a note.
func (m missingPath) told(p *lint.Pass) (lint.Severity, analysis.Diagnostic) {
	s, file := cmp.Or(m.severity, lint.Warning), p.FileAt(m.Pos).Path
	if hidden := standing.HiddenFolder(path.Dir(file)); hidden != "" && !hosts.OfProjects(hidden) && paths.Inside(paths.SkillFolder(p, file), hidden) {
		s = lint.Note
	}
	if !p.Tree.Ignored(m.path) {
		return s, m.Diagnostic
	}
	if p.Tree.Ignored(file) {
		m.Message += "; git ignores the folder, of which this text was added all the same: take it out of git, or add the rest"
		return lint.Note, m.Diagnostic
	}
	ignored := "; git ignores it, so it is in no clone: "
	if !m.words && document.IsMarkdown(m.path) && !paths.BuiltFolder.MatchString(m.path) && ownsPage(p, m) && !p.Tree.IgnoredByName(m.path) {
		if !addsIgnored(p, path.Dir(m.path)) {
			m.Message += ignored + "add it with \"git add --force\""
		}
		return s, m.Diagnostic
	}
	m.Message += ignored + "say what makes it, or add it with \"git add --force\""
	return lint.Note, m.Diagnostic
}

var ignoredAdded skill.MemoBy[string, bool]

// addsIgnored reports whether files of a folder were added to git though it ignores them: one that is not there was not kept
// from it by that.
func addsIgnored(p *lint.Pass, dir string) bool {
	return ignoredAdded.Of(p.Workspace, dir, func() bool {
		return slices.ContainsFunc(p.Tree.Children(dir), func(e skill.Entry) bool { return e.Kind == skill.Regular && p.Tree.Ignored(e.Path) })
	})
}

// ownsPage reports whether a page is in the folder of the skill that names it, so that it is its authors'
// to add. A folder elsewhere that git ignores may be another repository.
func ownsPage(p *lint.Pass, m missingPath) bool {
	own := paths.SkillFolder(p, p.FileAt(m.Pos).Path)
	return own == "" || paths.Inside(own, m.path)
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
		var found folding.Batches[string]
		for _, d := range list {
			cause := missing[d.Pos].slip
			if cause == "" {
				cause = lastMissing(p, missing[d.Pos].path)
			}
			found.Add(cause, d)
		}
		var one []analysis.Diagnostic
		for _, cause := range found.Causes {
			of := found.Of[cause]
			tell, first := folding.Gathered("place names it", "places name it"), missing[of[0].Pos]
			switch {
			case first.slip != "":
				tell = folding.WithFixes(folding.Gathered("link "+first.slip, "links "+first.slip))
			case cause != first.path:
				folder := messages.Shorten(cause + "/")
				tell = folding.Gathered(fmt.Sprintf("path leads into the folder %q, which does not exist", folder), fmt.Sprintf("paths lead into the folder %q, which does not exist", folder))
			}
			one = append(one, tell(of)...)
		}
		type index struct{ file, folder, slip string }
		var gone folding.Batches[index] // what a text names in one folder
		for _, d := range fold(one) {
			m := missing[d.Pos]
			gone.Add(index{p.FileAt(d.Pos).Path, path.Dir(lastMissing(p, m.path)), m.slip}, d)
		}
		one = nil
		for _, in := range gone.Causes {
			one = append(one, folding.Folded(fmt.Sprintf("files and folders below %q do not exist", messages.Shorten(in.folder+"/")))(gone.Of[in])...)
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

// reportMissing tells what is missing once, with all places that name it; and that of
// skills which were copied without their files once a collection.
func reportMissing(p *lint.Pass, lists []*deadList, report func(to *lint.Pass, m missingPath)) {
	bare := map[string]bool{} // the skills that have no files, where that is the habit of a collection
	for _, list := range lists {
		dropLeftOut(p, list)
		bare[list.skill] = isAlone(p, list.skill)
	}
	inCollection := map[string]int{}
	for dir, is := range bare {
		if is {
			inCollection[p.Collection(dir)]++
		}
	}
	maps.DeleteFunc(bare, func(dir string, _ bool) bool { return inCollection[p.Collection(dir)] <= folding.Habit })
	reportAside(p, lists, report)
	reportSlips(p, lists, report)
	reportAlike(p, lists, bare, report)
	reportShared(p, lists, report)
	alone := map[string][]missingPath{} // by the collection
	skills := map[string]map[string]bool{}
	for _, list := range lists {
		if at := p.Collection(list.skill); bare[list.skill] {
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
		if at := p.Collection(list.skill); len(skills[at]) > folding.Habit && skills[at][list.skill] {
			if told[at] {
				continue
			}
			told[at], paths = true, alone[at]
			fold = folding.Folded("paths in skills that were copied without their files lead nowhere")
		}
		folding := p.Folding(fold)
		for _, m := range paths {
			report(folding, m)
		}
	}
}

// dropLeftOut drops what the SKILL.md says that it was copied without.
func dropLeftOut(p *lint.Pass, list *deadList) {
	m := p.ManifestAt(path.Join(list.skill, "SKILL.md"))
	if m == nil || len(list.paths) == 0 {
		return
	}
	names := *leftOut.Of(m.File)
	list.paths = slices.DeleteFunc(list.paths, func(missing missingPath) bool {
		return slices.ContainsFunc(names, func(name string) bool { return paths.Inside(path.Join(list.skill, name), missing.path) })
	})
}

// leftOut are the files and folders, from the skill's, that a text says are not in this copy of it.
var leftOut = document.Part[[]string]{Name: "left out", Find: func(_ string, src []byte) *[]string {
	names := remarks.LeftOut(src)
	return &names
}}

// reportAside takes what texts lack that were added to git in a folder which it ignores: whoever added
// them left the rest out, which is one cause a collection.
func reportAside(p *lint.Pass, lists []*deadList, report func(to *lint.Pass, m missingPath)) {
	aside := func(skill string, m missingPath) string {
		if !p.Tree.Ignored(m.path) || !p.Tree.Ignored(p.FileAt(m.Pos).Path) {
			return ""
		}
		return p.Collection(skill)
	}
	reportTogether(p, lists, 1, aside, func(missingPath) lint.Fold {
		return folding.Gathered("path of such a text leads nowhere", "paths of such texts lead nowhere")
	}, report)
}

// reportAlike takes the paths that several skills of a collection name below their own folders, and that none of them has:
// whoever wrote one so wrote all. Of those that have no files at all more is told.
func reportAlike(p *lint.Pass, lists []*deadList, bare map[string]bool, report func(to *lint.Pass, m missingPath)) {
	alike := func(skill string, m missingPath) string {
		if inside, ok := strings.CutPrefix(m.path, skill+"/"); ok && m.slip == "" && !bare[skill] && path.Base(p.FileAt(m.Pos).Path) == "SKILL.md" {
			return p.Collection(skill) + " " + inside
		}
		return ""
	}
	reportTogether(p, lists, folding.ManyFaults+1, alike, func(missingPath) lint.Fold {
		return folding.Folded("skills lack a file of that name, too")
	}, report)
}

// reportSlips takes the paths in several skills of a collection that are wrong in one way, and whose files lie elsewhere.
func reportSlips(p *lint.Pass, lists []*deadList, report func(to *lint.Pass, m missingPath)) {
	slips := func(skill string, m missingPath) string {
		if m.slip == "" {
			return ""
		}
		return p.Collection(skill) + " " + m.slip
	}
	reportTogether(p, lists, folding.ManyFaults+1, slips, func(first missingPath) lint.Fold {
		return folding.WithFixes(folding.Gathered("link "+first.slip, "links "+first.slip))
	}, report)
}

// reportShared takes the paths that several skills name in one folder beside them: who took the skills left out much of
// that folder.
func reportShared(p *lint.Pass, lists []*deadList, report func(to *lint.Pass, m missingPath)) {
	folderOf := func(m missingPath) string { return path.Dir(lastMissing(p, m.path)) }
	shared := func(skill string, m missingPath) string {
		if folder := folderOf(m); m.slip == "" && folder != "." && !paths.Inside(skill, folder) && !paths.Inside(folder, skill) {
			return folder
		}
		return ""
	}
	reportTogether(p, lists, folding.ManyFaults+1, shared, func(first missingPath) lint.Fold {
		return folding.Folded(fmt.Sprintf("paths below %q lead nowhere", messages.Shorten(folderOf(first)+"/")))
	}, report)
}

// reportTogether takes the paths out of the lists that have a cause in common, where at least a few lists have it, and tells
// them as one.
func reportTogether(p *lint.Pass, lists []*deadList, atLeast int, cause func(skill string, m missingPath) string, fold func(first missingPath) lint.Fold, report func(to *lint.Pass, m missingPath)) {
	var found folding.Batches[string]
	missing, of := map[token.Pos]missingPath{}, map[token.Pos]string{}
	have := map[string]map[document.Sum]bool{} // which texts have a cause: copies of one are one
	for _, list := range lists {
		for _, m := range list.paths {
			if at := cause(list.skill, m); at != "" {
				found.Add(at, m.Diagnostic)
				missing[m.Pos], of[m.Pos] = m, at
				if have[at] == nil {
					have[at] = map[document.Sum]bool{}
				}
				have[at][p.FileAt(m.Pos).Sum] = true
			}
		}
	}
	for _, list := range lists {
		list.paths = slices.DeleteFunc(list.paths, func(m missingPath) bool { return len(have[of[m.Pos]]) >= atLeast })
	}
	for _, at := range found.Causes {
		if len(have[at]) < atLeast {
			continue
		}
		folding := p.Folding(fold(missing[found.Of[at][0].Pos]))
		for _, d := range found.Of[at] {
			report(folding, missing[d.Pos])
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
