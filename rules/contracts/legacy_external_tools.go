package contracts

import (
	"github.com/skilllint/skilllint/internal/edit"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/sources"
)

// LegacyExternalTools reports external_tools where imports are expected.
var LegacyExternalTools = &lint.Rule{
	Name: "legacy-external-tools", Group: "B", Legacy: true, Severity: lint.Warning, Local: true,
	Doc: `The legacy key external_tools is used in place of imports.

It names tools without their provider and without a version. The fix moves each to an entry of imports, with the provider
that exports it. In ` + "`phase: closed`" + ` this is an error.`,
	Sources: []lint.Source{sources.DialectsPage},
	Run: func(p *lint.Pass) {
		for _, s := range p.Skills {
			m := s.Manifest()
			key, tools := m.Root.Entry("external_tools")
			if key == nil {
				continue
			}
			d := lint.Span(key.Pos, key.End, "external_tools is a legacy key: move its tools to imports, with their provider")
			d.SuggestedFixes = edit.MoveToImports(m, key, tools, func(tool string) (edit.Import, bool) {
				owners := p.Index.Tool(tool)
				if len(owners) != 1 {
					return edit.Import{}, false
				}
				return edit.Import{From: owners[0].ID.Text, Tools: []string{tool}}, true
			})
			p.Report(d)
		}
	},
}
