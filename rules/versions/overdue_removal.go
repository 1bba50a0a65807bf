package versions

import (
	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/sources"
)

// OverdueRemoval reports tools that are still exported on or after their day of removal.
var OverdueRemoval = &lint.Rule{
	Name: "overdue-removal", Group: "B", Severity: lint.Error,
	Doc: `A tool is still exported on or after its removal date.

The gateway refuses its calls from that day on. Remove the tool (and raise the major of api_version), or move the date.`,
	Sources: []lint.Source{sources.ChangesPage},
	Run: func(p *lint.Pass) {
		for _, s := range p.Skills {
			for i := range s.Deprecated {
				dep := &s.Deprecated[i]
				tool := s.Export(dep.Tool.Text)
				if tool == nil || !dep.Overdue(p.Now) {
					continue
				}
				d := lint.At(dep.Removal, "%q was due for removal on %s and is still exported: remove it, or move the date", dep.Tool.Text, dep.Removal.Text)
				d.Related = []analysis.RelatedInformation{lint.Related(tool.Name, "exported here")}
				p.Report(d)
			}
		}
	},
}
