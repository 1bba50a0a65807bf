package manifests

import (
	"bytes"
	"fmt"
	"go/token"
	"path"
	"regexp"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/hostform"
	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/loading"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// ManifestSyntax reports manifests that cannot be read.
var ManifestSyntax = &lint.Rule{
	Name: "manifest-syntax", Group: "A", Severity: lint.Error, Local: true, Loaded: true,
	Doc: `A manifest cannot be read.

The file is no YAML or JSON, is not UTF-8 (behind the frontmatter a warning), is empty, or its frontmatter is never closed. Agents drop such a skill, most
of them in silence. A second frontmatter is a warning where the first has its name and description, and nothing where it repeats lines of the first. A frontmatter with something before it, such as a comment or an empty line, is none, also that of an agent (an error), a command, a rule or an output style (warnings, as these are loaded all the same). Where a text of one line says that it is to come (` + "`TODO: …`" + `), that it has none is a note. Three dashes in a value or a remark are a warning where a host that the file is for ends the frontmatter there, as Claude Code does. A byte-order mark is an error where a host that the skill is for, or that was asked for, does not load it with one, nothing where one is known to, and a note where no such host is known. A SKILL.md without frontmatter is an error where a host is known that does not load it, and a note where every host that its folder is for loads it all the same. Where nothing shows who is to load it, it is a warning, and a note where AGENTS.md or CLAUDE.md leads to its folder, or nobody is known to look for skills there: in the folder of another skill, of an agent that is not known, or in none of skills; it is nothing where an installer writes it. Where the hosts that a collection is for mend a value, it is a note: the collection is installed for them (` + "`~/.claude/skills`" + `), their settings name its folder, it lies in a folder named after the host (` + "`claude/skills`" + `), or the repository is the host's own folder. It is a warning where each host mends it that the project shows to be used with, of those that read the folder, and where most hosts mend it and nothing shows which host or installer is to load the skill. The most frequent causes are texts that have to be in quotes: one with ": " in it, or one that begins with "[", "*" or "@"; the fix puts them in quotes. Where a line break got lost between two entries (` + "`stack: awseffort: high`" + `), the fix puts it back. What one fix mends in more than three files of a collection is one finding, as are second frontmatters, and so are frontmatters that are missing in more than three skills. It is nothing where every host that
the file is for, or that was asked for, reads it all the same: it puts the value in quotes, or documents it so (` + "`argument-hint: [file] [level]`" + `), and a note where no host is known and one documents it so. Where no host looks for a skill and a program of the repository reads its SKILL.md files, which shows in its sources, what it takes is not known: a value that is no YAML is a note unless the program uses a library for YAML, and so is a missing frontmatter where others have one, which is nothing where none has.`,
	Sources: []lint.Source{sources.YAML, sources.JSON},
	Run: func(p *lint.Pass) {
		parts := p.Folding(folding.Gathered("page in the folder of a skill cannot be read either", "pages in the folders of skills cannot be read either"))
		var mendable unreadable
		var ofProgram folding.Batches[string] // what a program of the repository reads in its own way, by that program
		for _, problem := range p.Problems {
			if problem.Kind != skill.SyntaxProblem {
				continue
			}
			f := p.FileAt(problem.Diagnostic.Pos)
			joined, is := separated(p, f, hosts.Skill, problem.Diagnostic.Pos)
			m, needed, d := p.ManifestAt(f.Path), loading.NeededForms(p, f.Path), problem.Diagnostic
			unclosed, installed := m != nil && m.Unclosed, loading.MeantForms(p, f.Path)
			read := readByAll(f, unclosed, needed)
			mended, severity := mendedBy(p, f, unclosed)
			switch {
			case is && read:
				p.ReportAs(lint.Warning, joined) // the skill is loaded without the entry
			case is:
				p.Report(joined)
			case read:
			case m != nil && repeatsFirst(m, problem.Diagnostic.Pos):
				mendable.report(p, lint.Warning, d)
			case len(needed) == 0 && documentedPlain(f, problem.Diagnostic.Pos) != nil:
				d.Message += fmt.Sprintf("; %s mends it, others may not", documentedPlain(f, d.Pos).Title)
				p.ReportAs(lint.Note, d)
			case mended != "":
				d.Message += "; " + mended
				mendable.report(p, severity, d)
			case path.Base(f.Path) == "SKILL.md" && loading.Unread(p, f.Path):
				parts.ReportAs(lint.Note, d)
			default:
				severity := whereLoaded(p, f.Path)
				own, menders := ownReader(p, f), mostMend(p, m, unclosed)
				if menders != "" && (own.Path != "" && !own.YAML || loading.ForUnknown(p, f.Path)) {
					continue // nobody is known to lose anything
				}
				if own.Path != "" && !own.YAML {
					d.SuggestedFixes = nil // what the program takes is not known
					d.Message += fmt.Sprintf("; %s reads the repository's skills without a YAML library; hosts do not load this one", messages.Cited(own.Path))
					ofProgram.Add(own.Path, d)
					continue
				}
				if len(needed)+len(installed) == 0 && menders != "" && own.Path == "" {
					severity = lint.Warning // one of the others may be meant
					d.Message += fmt.Sprintf("; %s mend it, others do not load the skill", menders)
				}
				mendable.report(p, severity, d)
			}
		}
		for _, program := range ofProgram.Causes {
			p.Folding(folding.Gathered("skill cannot be read as YAML either", "skills cannot be read as YAML either")).ReportAs(lint.Note, ofProgram.Of[program]...)
		}
		plainSkills(p)
		brokenBodies(p)
		componentSyntax(p, &mendable)
		mendable.tell(p)
		byteOrderMarks(p)
		dashesWithin(p)
	},
}

// whereLoaded is how grave it is that a file cannot be read: an error, but for one that lies too deep for the host of its folder,
// which does not load it anyway.
func whereLoaded(p *lint.Pass, file string) lint.Severity {
	if len(loading.Beside(p, file)) > 0 {
		return lint.Warning
	}
	return lint.Error
}

// repeatsFirst reports whether a problem is that of a second frontmatter which has no name or description
// that the first lacks: the skill is loaded with those.
func repeatsFirst(m *skill.Manifest, at token.Pos) bool {
	second := m.Second()
	return second.End > 0 && at == m.Pos(second.Start) && !(second.Name && m.Root.Get("name") == nil) && !(second.Description && m.Root.Get("description") == nil)
}

// ownReader is the program of the repository that reads a SKILL.md which is no YAML, see loading.
func ownReader(p *lint.Pass, f *skill.File) skill.OwnReader {
	if m := p.ManifestAt(f.Path); path.Base(f.Path) != "SKILL.md" || m == nil || m.Root != nil {
		return skill.OwnReader{}
	}
	return loading.OwnReader(p, f.Path)
}

// byteOrderMarks reports manifests that begin with one: an error where a host whose folder
// it is does not load the skill, nothing where one is known to load it, else a note.
func byteOrderMarks(p *lint.Pass) {
	type place struct {
		collection string
		severity   lint.Severity
		host       string
	}
	var marked folding.Batches[place] // an editor writes it into all
	for _, m := range p.Manifests {
		if !m.Facts().BOM {
			continue
		}
		at := place{p.Collection(m.Path), lint.Note, ""}
		d := lint.Span(m.Pos(0), m.Pos(0), "the file begins with a byte-order mark, which some readers take for text")
		forms := loading.NeededForms(p, m.Path)
		loaded := slices.ContainsFunc(forms, func(of hostform.Form) bool { return of.BOM == hosts.Loads })
		for _, of := range forms {
			if of.BOM.Lost() {
				at.severity, at.host = lint.Error, of.Host.Title
				d.Message = "the file begins with a byte-order mark: " + at.host + " does not load the skill"
				break
			}
		}
		if at.severity == lint.Error || !loaded && loading.OwnReader(p, m.Path).Path == "" {
			marked.Add(at, d)
		}
	}
	for _, at := range marked.Causes {
		p.Folding(folding.Folded("manifests do so")).ReportAs(at.severity, marked.Of[at]...)
	}
}

// brokenBodies reports texts behind a frontmatter that are no UTF-8: most hosts show a mark in the
// place of the byte.
func brokenBodies(p *lint.Pass) {
	var broken folding.Batches[string] // by the collection
	for _, problem := range p.Problems {
		if problem.Kind == skill.EncodingProblem {
			broken.Add(p.Collection(p.FileAt(problem.Diagnostic.Pos).Path), problem.Diagnostic)
		}
	}
	for _, collection := range broken.Causes {
		p.Folding(folding.Gathered("text has such a byte", "texts have such bytes")).ReportAs(lint.Warning, broken.Of[collection]...)
	}
}

// componentSyntax reports components that cannot be read: an error where a host
// that they are for does not load them and none does, else a warning.
func componentSyntax(p *lint.Pass, mendable *unreadable) {
	for _, c := range p.Components() {
		for _, problem := range c.Problems {
			if problem.Kind != skill.SyntaxProblem || p.ManifestAt(c.Path) != nil || c.Kind == hosts.Rule && !scoped.Match(c.File.Head()) {
				continue // a rule without a scope loses nothing
			}
			d, is := separated(p, c.File, c.Kind, problem.Diagnostic.Pos)
			if !is {
				d = problem.Diagnostic
			}
			severity := lint.Error
			if forms, known := loading.OwnForms(c); known {
				if !is && readByAll(c.File, c.Unclosed, forms) || vacant(c.File) && !slices.ContainsFunc(forms, func(of hostform.Form) bool { return of.Vacant != hosts.Loads }) {
					continue
				}
				if slices.ContainsFunc(forms, func(of hostform.Form) bool { return reads(c.File, c.Unclosed, of) }) ||
					!slices.ContainsFunc(forms, func(of hostform.Form) bool { return of.Broken.Lost() }) {
					severity = lint.Warning
				}
			} else if document.IsMarkdown(c.Path) || c.Kind == hosts.Metadata || c.Kind == hosts.Evals { // the skill is loaded without it
				severity = lint.Warning
			}
			if c.Kind == hosts.Context && vacant(c.File) {
				continue // nothing is to be said
			}
			if paths.IsExample(path.Dir(c.Path)) || document.IsMarkdown(c.Path) && vacant(c.File) {
				severity = min(severity, lint.Warning) // it is lost to those who take it from there, or nothing is in it
			}
			mendable.report(p, severity, d)
		}
	}
	behindComponents(p, mendable)
}

// scoped matches the key by which a rule is loaded for some files alone.
var scoped = regexp.MustCompile(`(?m)^paths:`)

// vacant reports whether nothing is in a file.
func vacant(f *skill.File) bool { return len(bytes.TrimSpace(f.Source())) == 0 }

// unreadable gathers the faults that keep files from being read: who, or what, wrote one of them so wrote all.
type unreadable struct {
	found folding.Batches[syntaxCause]
}

// syntaxCause is what such faults have in common.
type syntaxCause struct {
	collection, says string
	severity         lint.Severity
}

// report takes a fault.
func (u *unreadable) report(p *lint.Pass, severity lint.Severity, d analysis.Diagnostic) {
	u.found.Add(syntaxCause{p.Collection(p.FileAt(d.Pos).Path), citedText.ReplaceAllString(d.Message, "a text "), severity}, d)
}

// citedText matches the text that a fault cites at its begin, which differs where the cause is the same.
var citedText = regexp.MustCompile(`^the text "(?:[^"\\]|\\.)*" `)

// tell reports those that it took, many with one cause as one.
func (u *unreadable) tell(p *lint.Pass) {
	for _, at := range u.found.Causes {
		p.Folding(folding.WithFixes(folding.Folded("files have that fault"))).ReportAs(at.severity, u.found.Of[at]...)
	}
}
