package versions

import (
	"fmt"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/sources"
)

// DeprecatedImport reports imports of deprecated tools, with the day of their removal.
var DeprecatedImport = &lint.Rule{
	Name: "deprecated-import", Group: "B", Severity: lint.Error,
	Doc: `An imported tool is deprecated.

Until its removal date this is a warning with the days that are left; from that day on the gateway refuses the call, and it
is an error. Move to the replacement. A binding whose lock allows only deprecated versions of a package is a warning.`,
	Sources: []lint.Source{sources.ChangesPage},
	Run:     deprecatedImport,
}

func deprecatedImport(p *lint.Pass) {
	deprecatedBindings(p)
	for _, s := range p.Skills {
		for i := range s.Imports {
			imp := &s.Imports[i]
			for _, tool := range imp.Tools {
				provider := p.Index.Provider(imp, tool.Text)
				if provider == nil || provider.Export(tool.Text) == nil || provider == &s.Contract {
					continue
				}
				if dep := provider.Deprecation(tool.Text); dep != nil {
					reportDeprecated(p, provider, tool, dep)
				}
			}
		}
	}
}

func reportDeprecated(p *lint.Pass, provider *contract.Contract, tool contract.Name, dep *contract.Deprecation) {
	d := lint.At(tool, "%q of %s is deprecated", tool.Text, provider.ID.Text)
	severity := lint.Warning
	switch left := int(dep.RemovalDate.Sub(p.Now) / (24 * time.Hour)); {
	case dep.RemovalDate.IsZero():
	case dep.Overdue(p.Now):
		severity = lint.Error
		d.Message = fmt.Sprintf("%q of %s was due for removal on %s", tool.Text, provider.ID.Text, dep.Removal.Text)
	case left == 1:
		d.Message += fmt.Sprintf(" and is removed tomorrow, on %s", dep.Removal.Text)
	default:
		d.Message += fmt.Sprintf(" and is removed in %d days, on %s", left, dep.Removal.Text)
	}
	if dep.Replacement.Text != "" {
		d.Message += fmt.Sprintf("; use %q", dep.Replacement.Text)
	}
	d.Related = []analysis.RelatedInformation{lint.Related(dep.Tool, "its deprecation")}
	p.ReportAs(severity, d)
}
