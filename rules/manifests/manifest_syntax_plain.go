package manifests

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/hostform"
	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/internal/standing"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/manifest"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/loading"
	"github.com/skilllint/skilllint/skill"
)

// frontmatterApart reports whether the frontmatter of a SKILL.md lies beside it, SKILL.frontmatter.yaml, or elsewhere, as
// the comment at its head says, for a build that puts it in front.
func frontmatterApart(p *lint.Pass, file string) bool {
	return saysApart.Match(p.File(file).Source()) || slices.ContainsFunc(p.Tree.Children(path.Dir(file)), func(e skill.Entry) bool {
		stem, ext, _ := strings.Cut(strings.TrimPrefix(path.Base(e.Path), "SKILL."), ".")
		return stem == "frontmatter" && ext != ""
	})
}

// describedBeside reports whether a file of data beside a SKILL.md describes the skill.
func describedBeside(p *lint.Pass, file string) bool {
	for _, name := range []string{"meta.json", "metadata.json", "meta.yaml", "metadata.yaml"} {
		if f := p.File(path.Join(path.Dir(file), name)); f != nil && describes.Match(f.Source()) {
			return true
		}
	}
	return false
}

// describes matches a key for the description of a skill.
var describes = regexp.MustCompile(`(?m)^\s*"?description"?\s*:\s*\S`)

// saysApart matches a comment at the head of a text that speaks of a frontmatter.
var saysApart = regexp.MustCompile(`^\s*<!--(?:[^-]|-[^-])*\bfrontmatter\b`)

// plainSkills reports skills without a frontmatter: an error where a host is known that does not
// load them. Pages that the instructions for agents lead to are a note, and so is what every
// host loads all the same.
func plainSkills(p *lint.Pass) {
	type place struct {
		collection string
		severity   lint.Severity
		behind     bool // the frontmatter stands behind something else
	}
	with, plain := map[string]bool{}, map[string]int{} // by the collection
	for _, m := range p.Whole().Manifests {
		if m.Dialect == skill.Standard && m.HasFrontmatter {
			with[p.Collection(m.Path)] = true
		} else if m.Dialect == skill.Standard {
			plain[p.Collection(m.Path)]++
		}
	}
	var lost folding.Batches[place]
	var loaded folding.Batches[string] // by the collection
	for _, problem := range p.Problems {
		if problem.Kind != skill.PlainProblem && problem.Kind != skill.BehindProblem {
			continue
		}
		d := problem.Diagnostic
		file := p.FileAt(d.Pos).Path
		if len(loading.Beside(p, file)) > 0 || frontmatterApart(p, file) || p.Whole().InstalledFor(file).Heads || inPluginOf(p, path.Dir(file)) {
			continue // no host looks there, or a build or an installer joins the two
		}
		own := loading.MeantForms(p, file)
		if folder := path.Dir(path.Dir(file)); len(own) == 0 && (standing.HiddenFolder(folder) == "" && amongNone(folder, p.Collection(file)) || ofDocs.MatchString(file) || describedBeside(p, file)) {
			continue // a page that has that name, or is about such files, or a skill of a host that is not known and goes by what is beside it
		}
		if len(own) == 0 || slices.ContainsFunc(own, func(of hostform.Form) bool { return of.Absent != hosts.Loads }) {
			at := place{p.Collection(file), lackSeverity(p, file, lint.Warning), problem.Kind == skill.BehindProblem}
			if unwritten.Match(p.File(file).Source()) || isPart(p, path.Dir(file)) {
				at.severity = lint.Note
			}
			if in := at.collection; !loading.Unread(p, file) && loading.OwnReader(p, file).Path != "" && (!with[in] || plain[in] > folding.ManyFaults) {
				continue // the program knows skills without
			}
			lost.Add(at, d)
			continue
		}
		without, _, _ := strings.Cut(d.Message, ":")
		d.Message = without + fmt.Sprintf(": %s takes its folder and its text for name and description, other hosts do not load it", own[0].Host.Title)
		loaded.Add(p.Collection(file), d)
	}
	for _, at := range lost.Causes {
		tell := folding.Folded("skills have none")
		switch {
		case at.behind:
			tell = folding.WithFixes(folding.Gathered("skill has that fault", "skills have that fault"))
		case at.severity == lint.Note:
			tell = folding.Gathered("skill has none", "skills have none")
		}
		p.Folding(tell).ReportAs(at.severity, lost.Of[at]...)
	}
	for _, collection := range loaded.Causes {
		p.Folding(folding.Gathered("skill has none", "skills have none")).ReportAs(lint.Note, loaded.Of[collection]...)
	}
}

// ofDocs matches a page that is called as what it is about: docs/SKILL.md.
var ofDocs = regexp.MustCompile(`(?:^|/)(?:docs?|documentation)/SKILL\.md$`)

// inPluginOf reports whether a folder is a plugin of a host that is named in its manifest (openclaw.plugin.json): such a
// host loads the skills that the manifest names, and not the page beside it.
func inPluginOf(p *lint.Pass, dir string) bool {
	return slices.ContainsFunc(p.Tree.Children(dir), func(e skill.Entry) bool { return strings.HasSuffix(e.Path, ".plugin.json") })
}

// unwritten matches a text that is yet to be written: a line that says so.
var unwritten = regexp.MustCompile(`^\s*(?:#+ )?(?:(?i:TODO|TBD|WIP|placeholder|coming soon)\b.*)\s*$`)

// behindComponents tells of agents, commands, rules and output styles whose frontmatter stands behind something else: an error where no host that
// the file is for loads it for that.
func behindComponents(p *lint.Pass, mendable *unreadable) {
	for _, c := range p.Components() {
		if c.HasFrontmatter || !document.IsMarkdown(c.Path) || !slices.Contains([]hosts.Component{hosts.Agent, hosts.Command, hosts.Rule, hosts.OutputStyle}, c.Kind) {
			continue
		}
		forms, known := loading.OwnForms(c)
		behind, is := manifest.BehindFrontmatter(c.File)
		if !is || !known && c.Kind != hosts.Rule { // whose keys alone are not known
			continue
		}
		severity := lint.Error
		if !known || slices.ContainsFunc(forms, func(of hostform.Form) bool { return !of.Absent.Lost() }) {
			severity = lint.Warning
		}
		mendable.report(p, severity, behind.Diagnostic)
	}
}
