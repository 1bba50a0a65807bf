package manifests

import (
	"go/token"

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
What more than three maps of a collection have twice is one finding, and so are lines that stand twice. A Python registry of tools whose dict has a key twice gives a procedure the last of the two.`,
	Sources: []lint.Source{sources.YAML, sources.Rated("should", sources.JSON)},
	Run: func(p *lint.Pass) {
		var twice folding.Batches[duplicate] // a generator writes them all alike
		for _, lines := range linesTwice(p) {
			d := folding.Gathered("key on the line below it is, too", "keys on the lines below it are, too")(lines)[0]
			twice.Add(duplicate{p.Collection(p.FileAt(d.Pos).Path), d.Message}, d)
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

// linesTwice are the keys that stand twice: those together that are on lines which do.
func linesTwice(p *lint.Pass) (list [][]analysis.Diagnostic) {
	under := func(a, b token.Pos) bool {
		above, below := p.Fset.Position(a), p.Fset.Position(b)
		return above.Filename == below.Filename && above.Line+1 == below.Line
	}
	for _, problem := range p.Problems {
		d := problem.Diagnostic
		if problem.Kind != skill.DuplicateKey {
			continue
		}
		if n := len(list); n > 0 {
			if last := list[n-1][len(list[n-1])-1]; under(last.Pos, d.Pos) && under(last.Related[0].Pos, d.Related[0].Pos) {
				list[n-1] = append(list[n-1], d)
				continue
			}
		}
		list = append(list, []analysis.Diagnostic{d})
	}
	return list
}

// A duplicate is what keys that stand twice in their maps have in common.
type duplicate struct{ collection, says string }
