package contracts

import (
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/sources"
)

// SelfImport reports skills that import themselves.
var SelfImport = &lint.Rule{
	Name: "self-import", Group: "B", Severity: lint.Error, Local: true,
	Doc: `A skill imports itself.

Its own tools are its own without an import. Remove the entry.`,
	Sources: []lint.Source{sources.DialectsPage},
	Run: func(p *lint.Pass) {
		for _, dep := range p.Dependencies().List {
			if dep.Provider == dep.Consumer && !dep.Import.Soft {
				at := dep.Import.From
				if at.Text == "" {
					at = dep.Import.Tools[0]
				}
				if dep.Consumer.Plugin != nil {
					p.Reportf(at, "%s depends on itself", dep.Consumer.ID.Text)
					continue
				}
				p.Reportf(at, "%s imports itself: its own tools need no import", dep.Consumer.ID.Text)
			}
		}
	},
}
