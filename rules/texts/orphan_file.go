package texts

import (
	"bytes"
	"fmt"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/hostform"
	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/fileform"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/loading"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// OrphanFile reports files of a skill that neither its text nor its code names.
var OrphanFile = &lint.Rule{
	Name: "orphan-file", Group: "W", Severity: lint.Note, Authors: true,
	Doc: `A file of a skill is named neither by its text nor by its other files.

An agent reads ` + "`SKILL.md`" + `, then what that names, then what those files name. A file in ` + "`scripts/`, `references/` or `assets/`" + ` that
nothing on the way names is not found. Naming it with or without its extension, or its folder, is enough. Name it, or
remove it. Skills of which each host lists all files to the agent (opencode lists ten, Gemini CLI 200), skills whose licence is proprietary, and those that ` + "`gh skill`" + ` took from another repository, are not judged, nor are
files that a task of the repository runs (a Makefile, a workflow, a script in ` + "`scripts/`" + `), that hooks, rules, agents or commands name beside the skill, programs that its tests name or that write or read a SKILL.md, pages that say at their head that they are archived, or went elsewhere, or that are for the authors by their names (` + "`_template.md`, `model-eval.md`" + `), installers, and files that several skills have to the byte under one path, as whoever keeps them in step puts all into each.`,
	Sources: []lint.Source{sources.Rated("convention", sources.Specification)},
	Run: func(p *lint.Pass) {
		var open []*search
		for _, s := range p.Skills {
			m := s.Manifest()
			if m.Root == nil || m.Dialect != skill.Standard && m.Dialect != skill.Contract || mayNotChange(m) || listed(p, s) {
				continue
			}
			if found := unnamed(p, &search{skill: s}, func(f string) bool { return paths.IsResource(s, f) && !isOwn(f) && !paths.Historical(p, f) }); len(found.pending) > 0 {
				open = append(open, found)
			}
		}
		askUsers(p, open)
		dropConventions(p, open)
		dropShared(p, open)
		for _, s := range open {
			s.dropTasks(p)
			s.dropRead(p)
		}
		var of folding.Batches[string]  // by the collection
		alike := map[token.Pos]string{} // the files, with the skill's name left out
		for _, found := range open {
			found.dropNamed(p)
			if d, any := found.finding(p); any {
				var files []string
				for _, f := range found.pending {
					files = append(files, found.unnamedPath(f))
				}
				alike[d.Pos] = strings.Join(files, "\n")
				of.Add(p.Collection(found.skill.Dir), d)
			}
		}
		for _, collection := range of.Causes {
			reportOrphans(p, of.Of[collection], alike)
		}
	},
}

// listed reports whether each host that loads a skill lists all of its files to the agent, so that none has to be named.
func listed(p *lint.Pass, s *skill.Skill) bool {
	files := len(p.Tree.Below(s.Dir)) - 1 // but for SKILL.md; a host may count folders, too
	loads := loading.OwnLoads(p, s.Manifest().Path)
	return len(loads) > 0 && !slices.ContainsFunc(loads, func(l hosts.Load) bool {
		of, ok := hostform.Of(l.Host, l.Folder.Scope, hosts.Skill)
		return !ok || of.Lists == nil || of.Lists.Files < files
	})
}

// mayNotChange reports whether the licence of a skill lets nobody change it but its authors, or the skill
// was taken from another repository, as GitHub's command writes into it.
func mayNotChange(m *skill.Manifest) bool {
	return m.Root.Get("metadata").Get("github-tree-sha") != nil || strings.HasPrefix(strings.ToLower(m.Root.Get("license").Str()), "proprietary")
}

// isOwn reports whether a file is for those who write the skill, or install it, by its name: _template.md, model-eval.md,
// install-dependencies.sh.
func isOwn(f string) bool {
	return document.IsMarkdown(f) && ofAuthors.MatchString(path.Base(f)) || paths.IsInstaller(f)
}

// ofAuthors matches the names of such pages.
var ofAuthors = regexp.MustCompile(`(?i)^_|(?:^|[-_])evals?\.md$|^skill[-_]evaluation\.md$`)

// reportOrphans reports the skills of a collection that have such files: those with files of
// the same names together, and all of them where it is the collection's habit.
func reportOrphans(p *lint.Pass, list []analysis.Diagnostic, alike map[token.Pos]string) {
	if len(list) > folding.Habit {
		p.Folding(folding.Folded("skills have such files")).Report(list...)
		return
	}
	var files folding.Batches[string]
	for _, d := range list {
		files.Add(alike[d.Pos], d)
	}
	for _, cause := range files.Causes {
		p.Folding(folding.Gathered("skill has such files", "skills have such files")).Report(files.Of[cause]...)
	}
}

// finding tells of the files that nothing names, once a skill.
func (s *search) finding(p *lint.Pass) (d analysis.Diagnostic, any bool) {
	s.pending = slices.DeleteFunc(s.pending, func(f resourceFile) bool {
		return p.File(f.path) == nil || isRetired(p.File(f.path)) || writesSkill(p.File(f.path))
	})
	if len(s.pending) == 0 {
		return d, false
	}
	first := p.File(s.pending[0].path)
	d = lint.Span(first.Pos(0), first.Pos(0), "neither the SKILL.md of %s nor a file that it names mentions this file: link to it, or delete it", s.skill.ID.Text)
	if more := s.pending[1:]; len(more) > 0 {
		d.Message = fmt.Sprintf("neither the SKILL.md of %s nor a file that it names mentions this file and %d more, such as %s: link to them, or delete them", s.skill.ID.Text, len(more), messages.Cited(path.Base(more[0].path)))
		for _, f := range more[:min(len(more), folding.MaxRelated)] {
			at := p.File(f.path).Pos(0)
			d.Related = append(d.Related, lint.Related(contract.Name{Pos: at, End: at}, "%s", f.path))
		}
	}
	return d, true
}

// isRetired reports whether a page says at its head that it is kept for its past alone, or where
// it went.
func isRetired(f *skill.File) bool {
	return document.IsMarkdown(f.Path) && f.Known() && retired.Match(f.Source()[:min(f.Size, retiredReach)])
}

// writesSkill reports whether a program names the SKILL.md, as one that its authors run to write or to check it does.
func writesSkill(f *skill.File) bool {
	return !document.IsMarkdown(f.Path) && f.Known() && bytes.Contains(f.Source(), []byte("SKILL.md"))
}

// retiredReach is how much of a page is its head, in bytes.
const retiredReach = 400

// retired matches what such a page says.
var retired = regexp.MustCompile(`(?i)^<!--[^\n]*\bgenerated\b|(?-i)\b(?:ARCHIVED|DEPRECATED|SUPERSEDED|RETIRED|OBSOLETE)\b|(?i)\bthis (?:[\w-]+ ){1,2}(?:(?:has|have) (?:been )?|(?:is|was) )(?:moved|archived|deprecated|superseded|retired|replaced)\b`)

// unnamedPath is a file's path in its skill, with * for the skill's own name: collections
// give each skill its check_<skill>.py.
func (s *search) unnamedPath(f resourceFile) string {
	inside, name := strings.TrimPrefix(f.path, s.skill.Dir+"/"), path.Base(s.skill.Dir)
	if len(name) < len("abc") {
		return inside
	}
	return strings.NewReplacer(name, "*", strings.ReplaceAll(name, "-", "_"), "*").Replace(inside)
}

// dropTasks drops the files that tasks of the repository run, and what those name.
func (s *search) dropTasks(p *lint.Pass) {
	var run []*skill.File
	s.drop(func(f resourceFile) bool {
		is := p.RunByTasks(f.path)
		if file := p.File(f.path); is && file != nil && file.Known() {
			run = append(run, file)
		}
		return is
	})
	s.follow(p, run)
}

// dropRead drops the files that the programs name which read the skills of the collection, and where no host is known to do so
// those of a folder that they name: they list what a skill has in references/, for example.
func (s *search) dropRead(p *lint.Pass) {
	if len(s.pending) > 0 {
		file := s.skill.Manifest().Path
		reader, folders := p.Whole().OwnReader(file), loading.OwnReader(p, file).Words
		s.drop(func(f resourceFile) bool {
			folder, _, below := strings.Cut(strings.TrimPrefix(f.path, s.skill.Dir+"/"), "/")
			return reader.Names(f.path) || below && folders[folder]
		})
	}
}

// dropNamed drops the files that others of the rest name: who finds those finds them.
func (s *search) dropNamed(p *lint.Pass) {
	for i := 0; i < len(s.pending); i++ {
		from := s.pending[i]
		file := p.File(from.path)
		if file == nil || !file.Known() {
			continue
		}
		named := s.ask(file, false)
		s.drop(func(f resourceFile) bool { return f.path != from.path && named[f.path] })
		i = slices.IndexFunc(s.pending, func(f resourceFile) bool { return f.path == from.path })
		if i < 0 {
			return // the bound is reached
		}
	}
}

// dropConventions drops data that several skills keep under the same path, and whatever
// most skills do: a tool of the repository reads it.
func dropConventions(p *lint.Pass, open []*search) {
	all := 0
	for _, s := range p.Skills {
		if s.Plugin == nil {
			all++
		}
	}
	count := map[string]int{}
	alike := func(s *search, f resourceFile) string {
		if document.IsMarkdown(f.path) { // which agents read, not tools
			return strings.TrimPrefix(f.path, s.skill.Dir+"/")
		}
		return s.unnamedPath(f)
	}
	for _, s := range open {
		for _, f := range s.pending {
			count[alike(s, f)]++
		}
	}
	for _, s := range open {
		s.pending = slices.DeleteFunc(s.pending, func(f resourceFile) bool {
			n := count[alike(s, f)]
			return n >= fileform.EnoughMarkers && (dataFiles[strings.ToLower(path.Ext(f.path))] || 2*n > all)
		})
	}
}

// dropShared drops the files that several other skills have to the byte, under the same path.
func dropShared(p *lint.Pass, open []*search) {
	skills := map[string][]string{} // the folders of those that have such a file, by its path in them
	for _, s := range open {
		for _, f := range s.pending {
			skills[strings.TrimPrefix(f.path, s.skill.Dir+"/")] = nil
		}
	}
	for _, s := range p.Skills {
		if s.Plugin != nil || len(skills) == 0 {
			continue
		}
		for _, e := range p.Tree.Below(s.Dir) {
			inside := strings.TrimPrefix(e.Path, s.Dir+"/")
			if of, asked := skills[inside]; asked {
				skills[inside] = append(of, s.Dir)
			}
		}
	}
	for _, s := range open {
		s.drop(func(f resourceFile) bool {
			inside, own, same := strings.TrimPrefix(f.path, s.skill.Dir+"/"), p.File(f.path), 0
			for _, dir := range skills[inside] {
				if other := p.File(path.Join(dir, inside)); own != nil && other != nil && other.Sum == own.Sum && path.Base(dir) != path.Base(s.skill.Dir) { // not a copy of the skill
					same++
				}
			}
			return same > folding.ManyFaults
		})
	}
}

// dataFiles are the extensions of files that programs read.
var dataFiles = map[string]bool{".json": true, ".jsonc": true, ".yaml": true, ".yml": true, ".toml": true, ".csv": true, ".xml": true}
