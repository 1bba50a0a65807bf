package rules

import (
	"fmt"
	"path"
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// BrokenLink reports relative links in manifests that point to no file.
var BrokenLink = &lint.Rule{
	Name: "broken-link", Group: "A", Severity: lint.Warning, Local: true,
	Doc: `A relative link points to a file that does not exist.

An agent that follows it finds nothing. Links of SKILL.md and of the texts below it that something leads to are judged, paths in its prose below ` + "`references/`, `resources/`, `scripts/`,\n`assets/` and `templates/`" + `, and the files that a README in such a folder lists. Links in code, with placeholders (` + "`{baseDir}`, `<name>`, `$HOME`" + `), to the
network, out of the workspace or into ignored folders are not judged. Scripts that a skill runs are the rule ` + "`missing-script`" + `.`,
	Sources: []lint.Source{rated("should", specification)},
	Run:     brokenLink,
}

func brokenLink(p *lint.Pass) {
	gone := goneSkills(p)
	for _, m := range p.Manifests {
		if m.Body < m.Size && mayBreak(p, m.File) {
			for _, d := range brokenLinks(p, m.File, gone) {
				p.Report(d)
			}
		}
	}
	below := map[*skill.Skill][]analysis.Diagnostic{}
	for _, t := range skillTexts(p) {
		var links []analysis.Diagnostic
		if t.below && !ofProjects.MatchString(path.Base(t.Path)) && mayBreak(p, t.File) { // a README below is often another project's
			links = brokenLinks(p, t.File, gone)
		}
		paths := missingPaths(p, t)
		if len(links)+len(paths) > 0 && fromElsewhere(t) {
			continue
		}
		below[t.skill] = append(below[t.skill], links...)
		folding := p.Folding(folded("files that do not exist are named"))
		for _, d := range read(p, t.skill, paths) {
			folding.Report(d)
		}
	}
	for _, s := range p.Skills {
		folding := p.Folding(folded("files that do not exist are named"))
		for _, d := range read(p, s, below[s]) {
			folding.Report(d)
		}
	}
	missingListed(p)
}

// ofProjects match the names of pages that are about a repository, often another one.
var ofProjects = regexp.MustCompile(`(?i)^(?:.*[-_])?(?:README|CONTRIBUTING)\.md$`)

// brokenLinks are the links of a text that lead nowhere. In the texts below a
// SKILL.md, which are often taken from sites, pages and images are not judged.
func brokenLinks(p *lint.Pass, f *skill.File, gone map[string]string) []analysis.Diagnostic {
	var found []analysis.Diagnostic
	text := f.Text()
	below := p.ManifestAt(f.Path) == nil
	for _, link := range text.Links {
		target, ok := localTarget(link.Dest)
		if !ok || below && !isInstruction(target) || notation(f, link.Start, target) || text.Doubtful >= 0 && link.Start > text.Doubtful || exists(p, f, target) || leavesPackage(p, f, target) || mayBeAbsent(p, f, target) || inForm(f.Source(), link.Start, target) {
			continue
		}
		d := lint.Span(f.Pos(link.Start), f.Pos(link.End), "the link points to %q, which does not exist", link.Dest)
		near, ok := renamedPath(p, f, target, gone)
		if !ok {
			near, ok = nearPath(p, path.Dir(f.Path), target)
		}
		if ok {
			d.Message += fmt.Sprintf(" (did you mean %q?)", near)
			if strings.Contains(link.Dest, target) && link.End-link.Start == len(link.Dest) {
				d.SuggestedFixes = []analysis.SuggestedFix{{
					Message: fmt.Sprintf("link to %q", near),
					TextEdits: []analysis.TextEdit{{
						Pos: f.Pos(link.Start), End: f.Pos(link.End), NewText: []byte(strings.Replace(link.Dest, target, near, 1)),
					}},
				}}
			}
		}
		found = append(found, d)
	}
	return found
}

// notation reports whether what looks like a link is none: numbers in brackets
// before words in parentheses, "[0,2](MON/FRI)".
func notation(f *skill.File, at int, target string) bool {
	src := f.Source()
	if at > len(src) || strings.Contains(target, ".") {
		return false
	}
	line, from := lineAt(src, at)
	open := strings.LastIndexByte(line[:at-from], '[')
	return open >= 0 && !strings.ContainsFunc(line[open:at-from], unicode.IsLetter)
}

// renamedPath returns a path with the new names of skills that were renamed,
// when it leads somewhere.
func renamedPath(p *lint.Pass, f *skill.File, target string, gone map[string]string) (string, bool) {
	segments := strings.Split(target, "/")
	for i, segment := range segments {
		if to := gone[segment]; to != "" {
			segments[i] = to
		}
	}
	renamed := strings.Join(segments, "/")
	return renamed, renamed != target && exists(p, f, renamed)
}

// mayBreak is a quick look whether any link of a manifest may lead nowhere,
// which saves parsing the text of most.
func mayBreak(p *lint.Pass, f *skill.File) bool {
	for _, d := range f.Prose().Destinations {
		if target, ok := localTarget(d.Dest); !d.Sure || ok && !exists(p, f, target) {
			return true
		}
	}
	return false
}

// exists reports whether a link's target is there: beside the text, or from
// one of the folders around it up to the root, from where some authors write
// their paths. What was not looked into counts as there.
func exists(p *lint.Pass, f *skill.File, target string) bool {
	bases := []string{path.Dir(f.Path)}
	if !strings.HasPrefix(path.Clean(target), "..") {
		for d := path.Dir(f.Path); d != "."; {
			d = path.Dir(d)
			bases = append(bases, d)
		}
	}
	for _, base := range bases {
		if _, kind := p.Tree.Resolve(path.Join(base, target)); kind != skill.Absent {
			return true
		}
	}
	return false
}
