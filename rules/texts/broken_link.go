package texts

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/remarks"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/rules/internal/skillnames"
	"github.com/skilllint/skilllint/rules/internal/skilltext"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// BrokenLink reports relative links in manifests that point to no file.
var BrokenLink = &lint.Rule{
	Name: "broken-link", Group: "A", Severity: lint.Warning, Local: true, Authors: true,
	Doc: `A relative link points to a file that does not exist.

An agent that follows it finds nothing. Links of SKILL.md and of the texts below it that something leads to are judged, paths in its prose below ` + "`references/`, `resources/`, `scripts/`,\n`assets/` and `templates/`" + ` (of a text below it where that sends to the path, or names another of the folder that is there), the files that a README in such a folder lists, files behind ` + "`${CLAUDE_SKILL_DIR}`, `{baseDir}`" + ` or, in a plugin, ` + "`${CLAUDE_PLUGIN_ROOT}`" + `, and, in commands and agents, a SKILL.md that lies below other folders and what they call the skill's though no skill of their plugin has it. Links in code, with placeholders (` + "`<name>`, `$HOME`" + `), to the
network, out of the workspace or into ignored folders are not judged. What is missing, a file or the folder around it, is one finding with all places that name it, and so are links of a text that lack the same folder or go up one too far, and many that lead nowhere in one. What more than three skills lack under one name is one finding. Where more than fifteen skills of a repository hold their SKILL.md alone and name more, that is one finding. What the SKILL.md says that this copy of it does not include is not judged. A link to a licence is a note. Links in the hidden folder of a tool that is no host (` + "`.asdlc/`" + `) are notes, as the tool brought them. What git ignores is a note, as a program may make it, but for the pages that links lead to, which people write, unless git ignores one by its very name. So is what words alone name in ` + "`scripts/`" + `, where nothing of nearly that name is there, as it may be the reader's. Scripts that a skill runs are the rule ` + "`missing-script`" + `.`,
	Sources: []lint.Source{sources.Rated("should", sources.Specification)},
	Run:     brokenLink,
}

func brokenLink(p *lint.Pass) {
	gone := skillnames.Gone(p)
	dead := &deadPaths{Pass: p, told: map[string]*deadList{}}
	for s, list := range scriptsMissing(p) { // rule missing-script speaks of them
		for _, m := range list {
			dead.told[s.Dir+" "+m.path] = nil
		}
	}
	each := func(list []analysis.Diagnostic) []analysis.Diagnostic { return list }
	many := folding.Folded("files that do not exist are named")
	for _, m := range p.Manifests {
		if m.Body < m.Size && mayBreak(p, m.File) {
			dead.add(path.Dir(m.Path), each, brokenLinks(p, m.File, gone))
		}
	}
	below := map[*skill.Skill][]missingPath{}
	for _, t := range skilltext.Pages(p) {
		var links []missingPath
		if t.Below && !ofProjects.MatchString(path.Base(t.Path)) && mayBreak(p, t.File) { // a README below is often another project's
			links = brokenLinks(p, t.File, gone)
		}
		paths := missingPaths(p, t)
		if !teaches(t) && p.ComponentAt(t.Path) == nil {
			paths = append(paths, lostAnchored(p, t.File, t.Skill.Dir)...)
		}
		if len(links)+len(paths) > 0 && skilltext.FromElsewhere(t) {
			continue
		}
		below[t.Skill] = append(below[t.Skill], links...)
		dead.add(t.Skill.Dir, many, read(p, t.Skill, paths))
	}
	for _, s := range p.Skills {
		dead.add(s.Dir, many, read(p, s, below[s]))
	}
	for _, t := range skilltext.Pages(p) {
		dead.add(t.Skill.Dir, many, missingListed(p, t))
	}
	misledComponents(p, func(dir string, list []missingPath) { dead.add(dir, many, list) })
	reportMissing(p, dead.lists, func(to *lint.Pass, m missingPath) { to.ReportAs(m.told(p)) })
}

// deadPaths gathers the places that name paths which do not exist.
type deadPaths struct {
	*lint.Pass
	told  map[string]*deadList // by the folder of the skill and what is missing, which is told there
	lists []*deadList
}

// add takes places in a skill. What is missing for an earlier one is told there.
func (d *deadPaths) add(dir string, fold lint.Fold, list []missingPath) {
	if len(list) == 0 || d.IsFetched(dir) { // whose list would hide what other skills lack, and is not told
		return
	}
	own := &deadList{skill: dir, fold: fold}
	d.lists = append(d.lists, own)
	for _, m := range list {
		cause := lastMissing(d.Pass, m.path)
		key := dir + " " + cause
		if !paths.Inside(dir, cause) {
			key = " " + cause // which other skills may lack, too
		}
		if to, told := d.told[key]; told {
			if to != nil {
				to.paths = append(to.paths, m)
			}
			continue
		}
		if to, told := d.told[dir+" "+m.path]; told && to == nil {
			continue
		}
		d.told[key] = own
		own.paths = append(own.paths, m)
	}
}

// ofProjects match the names of pages that are about a repository, often another one.
var ofProjects = regexp.MustCompile(`(?i)^(?:.*[-_])?(?:README|CONTRIBUTING)(?:[-_.][a-z]{2}(?:[-_][a-z]{2,4})?)?\.md$`)

// brokenLinks are the links of a text that lead nowhere. In the texts below a
// SKILL.md, which are often taken from sites, pages and images are not judged.
func brokenLinks(p *lint.Pass, f *skill.File, gone map[string]string) []missingPath {
	var found []missingPath
	text := f.Text()
	below := p.ManifestAt(f.Path) == nil
	asked := 0
	for _, link := range text.Links {
		target, ok := localTarget(f, link)
		if !ok || below && !paths.IsInstruction(target) || notation(f, link.Start, target) || placeholderLabel(f, link.Start) || shownToWriters(f, link.Start) || text.Unsure(link.Start) || exists(p, f, target) || hasForm(p, path.Join(path.Dir(f.Path), target)) || besideWhenInstalled(p, f, target) || intoItself(p, f, target) || leavesPackage(p, f, target) || mayBeAbsent(f, target) || madeFolder(f, target) || inForm(f.Source(), link.Start, target) || paths.GoesUp(target) && licence.MatchString(path.Base(target)) || skilltext.OfNothing(f, link.Start, false) {
			continue
		}
		if asked++; asked <= maxAsked && excusesLink(f, link) {
			continue
		}
		if at := path.Join(path.Dir(f.Path), target); paths.GoesUp(target) && (p.Tree.Ignored(at) && p.Tree.Ignored(path.Join(path.Dir(f.Path), "..", target)) || p.Tree.IgnoresRepository(at) && !paths.BuiltFolder.MatchString(at)) {
			continue // git ignores both, so which is meant is not known, or it is of another repository
		}
		if first, _, _ := strings.Cut(path.Clean(target), "/"); strings.HasPrefix(first, ".") && !strings.HasPrefix(first, "..") || strings.Contains(target, "/.worktrees/") {
			continue // a folder of the tools of the repository that the reader works in
		}
		if below && paths.IsRecord(path.Base(target)) { // of one day, in what shows a list of such
			continue
		}
		d := lint.Span(f.Pos(link.Start), f.Pos(link.End), "the link points to %q, which does not exist", link.Dest)
		near, slip := misplaced(p, f, target)
		ok = slip != ""
		if !ok {
			near, ok = renamedPath(p, f, target, gone)
		}
		if !ok {
			near, ok = paths.Near(p, path.Dir(f.Path), target)
		}
		if at, only := namesake(p, f.Path, target); only && path.Base(near) != path.Base(target) {
			d.Message += fmt.Sprintf(": a file of that name is at %q", at)
			ok = false
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
		if slip != "" && hasInline(f, link.Start) {
			continue // nobody has to follow it
		}
		m := missingPath{Diagnostic: d, path: path.Join(path.Dir(f.Path), target), slip: slip}
		if licence.MatchString(path.Base(target)) {
			m.severity = lint.Note
		}
		found = append(found, m)
	}
	return found
}

// licence matches the name of a project's licence, to which texts link that were taken from it.
var licence = regexp.MustCompile(`(?i)^(?:LICEN[CS]E|COPYING)(?:[-_.]\w+)*$`)

// notation reports whether what looks like a link is none: numbers in brackets
// before words in parentheses, "[0,2](MON/FRI)".
func notation(f *skill.File, at int, target string) bool {
	src := f.Source()
	if at > len(src) || strings.Contains(target, ".") {
		return false
	}
	line, from := skilltext.LineAt(src, at)
	open := strings.LastIndexByte(line[:at-from], '[')
	return open >= 0 && !strings.ContainsFunc(line[open:at-from], unicode.IsLetter)
}

// placeholderLabel reports whether what a link is called is a path below a placeholder, for what its
// reader has: [{HUB}/team/labels.md](../../team/labels.md).
func placeholderLabel(f *skill.File, at int) bool {
	src := f.Source()
	if at > len(src) {
		return false
	}
	line, from := skilltext.LineAt(src, at)
	return labelToFill.MatchString(line[:at-from])
}

var labelToFill = regexp.MustCompile("\\[[`*_]*(?:\\{[A-Za-z_]\\w*\\}|<[A-Za-z][\\w -]*>|\\$\\{?[A-Z][A-Z_]+\\}?)/[^\\]]*\\]\\(\\s*<?$")

// hasForm reports whether git ignores a file and what it is made of lies beside it: GARDEN.md.example.
func hasForm(p *lint.Pass, at string) bool {
	return p.Tree.Ignored(at) && slices.ContainsFunc(p.Tree.Children(path.Dir(at)), func(e skill.Entry) bool { return paths.MadeOf(e.Path) == at })
}

// maxAsked bounds of how many links that lead nowhere the sentence is read, in one text. All
// are one finding anyway.
const maxAsked = 500

// excusesLink reports whether the sentence of a link says that what it leads to need not be there.
func excusesLink(f *skill.File, link document.Link) bool {
	src := f.Source()
	return link.End <= len(src) && (remarks.Excuses(src, link.Start, link.End) || ofGenerator.Match(src[max(0, link.Start-nearby/4):link.Start]) || elseMade.Match(src[link.End:]) || saidBehind(src, link.Dest, elseMade) || toBeWritten.Match(src[link.End:]))
}

// ofGenerator matches what stands before the link from a generated page to what it is made of: "Edit the corresponding file in [x](".
var ofGenerator = regexp.MustCompile(`(?i)\bauto-?generated\b(?:[^\n]|\n>){0,300}\bedit (?:the|its) (?:[\w-]+ ){0,2}(?:file|source)s? (?:in|at)?[^\n]{0,120}\($`)

// toBeWritten matches a remark behind a link on what it leads to: <!-- TODO: target not yet written -->, _(To be generated)_.
var toBeWritten = regexp.MustCompile(`(?i)^\)[^\n]{0,20}(?:<!-- *(?:TODO|to do|not yet|to be written)|\((?:not yet|to be) (?:generated|written|created))\b`)

// elseMade matches what stands behind a path, wherever it is named, to what the reader makes where it is not there: "It must
// exist. If not, create it.", "If missing, run x to create it."
var elseMade = regexp.MustCompile(`(?i)^[^\n]{0,80}\n?[^\n]{0,80}\bif (?:not|it (?:does not|doesn['’]t) exist|(?:it is |it['’]s )?(?:missing|absent|not (?:there|present))),? (?:run|create|add|make|write|generate)\b`)

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
	below := p.ManifestAt(f.Path) == nil
	for _, d := range f.Prose().Destinations {
		target, ok := paths.LocalTarget(d.Dest)
		if ok && d.Sure && below && (!paths.IsInstruction(target) || paths.IsRecord(path.Base(target))) {
			continue // which brokenLinks does not judge
		}
		if !d.Sure || ok && !exists(p, f, target) && !leavesPackage(p, f, target) {
			return true
		}
	}
	return false
}

// exists reports whether a link's target is there: beside the text, beside a symbolic link to it, or from one of the folders
// around it up to the root, from where some authors write their paths. What was not looked into counts as there, as does a skill
// whose file has another name.
func exists(p *lint.Pass, f *skill.File, target string) bool {
	for _, at := range p.Tree.Aliases(f.Path) {
		if _, kind := p.Tree.Resolve(path.Join(path.Dir(at), target)); kind == skill.Regular || kind == skill.Dir {
			return true
		}
	}
	for base := path.Dir(f.Path); ; base = path.Dir(base) {
		at := path.Join(base, target)
		if _, kind := p.Tree.Resolve(at); kind != skill.Absent || ofMisnamed(p, at) {
			return true
		}
		if base == "." || paths.GoesUp(target) {
			return false
		}
	}
}
