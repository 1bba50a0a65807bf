package rules

import (
	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// ManifestSyntax reports manifests that cannot be read.
var ManifestSyntax = &lint.Rule{
	Name: "manifest-syntax", Group: "A", Severity: lint.Error,
	Doc: `A manifest cannot be read.

The file is no YAML or JSON, is not UTF-8, is empty, or its frontmatter is never closed. Agents drop such a skill, most
of them in silence. An unquoted ": " in a description is the most frequent cause; the fix quotes the text.`,
	Sources: []lint.Source{yamlSpec, jsonSpec},
	Run: func(p *lint.Pass) {
		reportProblems(p, skill.SyntaxProblem)
		componentSyntax(p)
		for _, m := range p.Manifests {
			if m.Facts().BOM {
				p.ReportAs(lint.Note, lint.Span(m.Pos(0), m.Pos(0), "the file begins with a byte-order mark, which some readers take for text"))
			}
		}
	},
}

// componentSyntax reports components that cannot be read: an error where the
// host that they are for does not load them, else a warning.
func componentSyntax(p *lint.Pass) {
	for _, c := range p.Components() {
		for _, problem := range c.Problems {
			if problem.Kind != skill.SyntaxProblem {
				continue
			}
			severity := lint.Error
			if forms, known := ownForms(c); known {
				severity = lint.Warning
				for _, of := range forms {
					if of.Broken.Lost() && c.Repaired(of.Repairs) == nil {
						severity = lint.Error
					}
				}
			} else if document.IsMarkdown(c.Path) {
				severity = lint.Warning
			}
			p.ReportAs(severity, problem.Diagnostic)
		}
	}
}
