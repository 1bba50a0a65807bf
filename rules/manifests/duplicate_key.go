package manifests

import (
	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// DuplicateKey reports keys that a map holds twice.
var DuplicateKey = &lint.Rule{
	Name: "duplicate-key", Group: "A", Severity: lint.Error, Local: true,
	Doc: `A map has the same key twice.

Readers disagree about which value counts: some take the first, some the last, some refuse the file. Remove one.
What more than three maps of a collection have twice is one finding. A Python registry of tools whose dict has a key twice gives a procedure the last of the two.`,
	Sources: []lint.Source{sources.YAML, sources.Rated("should", sources.JSON)},
	Run: func(p *lint.Pass) {
		var twice folding.Batches[duplicate] // a generator writes them all alike
		for _, problem := range p.Problems {
			if problem.Kind == skill.DuplicateKey {
				twice.Add(duplicate{p.Collection(p.FileAt(problem.Diagnostic.Pos).Path), problem.Diagnostic.Message}, problem.Diagnostic)
			}
		}
		for _, at := range twice.Causes {
			p.Folding(folding.Folded("maps have it twice")).Report(twice.Of[at]...)
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

// A duplicate is what keys that stand twice in their maps have in common.
type duplicate struct{ collection, says string }
