package manifests

import (
	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// DuplicateKey reports keys that a map holds twice.
var DuplicateKey = &lint.Rule{
	Name: "duplicate-key", Group: "A", Severity: lint.Error, Local: true,
	Doc: `A map has the same key twice.

Readers disagree about which value counts: some take the first, some the last, some refuse the file. Remove one.
A Python registry of tools whose dict has a key twice gives a procedure the last of the two.`,
	Sources: []lint.Source{sources.YAML, sources.Rated("should", sources.JSON)},
	Run: func(p *lint.Pass) {
		for _, problem := range p.Problems {
			if problem.Kind == skill.DuplicateKey {
				p.Report(problem.Diagnostic)
			}
		}
		if p.ToolRegistry == nil {
			return
		}
		for _, t := range p.ToolRegistry.Tools {
			if t.First.Text != "" {
				d := lint.At(t.Name, "tool %q is registered twice in this dict, and Python keeps the last: remove one of the two", t.Text)
				d.Related = []analysis.RelatedInformation{lint.Related(t.First, "the first is here")}
				p.Report(d)
			}
		}
	},
}
