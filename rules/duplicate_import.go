package rules

import (
	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
)

// DuplicateImport is B10.
var DuplicateImport = &lint.Rule{
	Name: "duplicate-import", Group: "B", Severity: lint.Warning,
	Doc: `The same tool of the same provider is imported twice.

One of the two is forgotten when the other changes, a version above all. Remove it. Two entries of one provider with
different tools are fine.`,
	Run: duplicateImport,
}

func duplicateImport(p *lint.Pass) {
	type key struct{ from, tool string }
	for _, s := range p.Skills {
		seen := map[key]contract.Name{}
		for i := range s.Imports {
			imp := &s.Imports[i]
			if imp.Soft || imp.Unsure || imp.Key == "skillDefinitionId" {
				continue
			}
			names := imp.Tools
			if len(names) == 0 {
				names = []contract.Name{imp.From}
			}
			for _, name := range names {
				k := key{imp.From.Text, name.Text}
				if len(imp.Tools) == 0 {
					k.tool = "all by " + imp.Key // hosts have keys of their own for the same skill
				}
				if earlier, again := seen[k]; again {
					d := lint.At(name, "%q is imported twice", name.Text)
					d.Related = []analysis.RelatedInformation{lint.Related(earlier, "the first is here")}
					p.Report(d)
				} else {
					seen[k] = name
				}
			}
		}
	}
}
