package contracts

import (
	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/edit"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/sources"
)

// LegacySkillData reports requires_skill_data, which reads another skill's data.
var LegacySkillData = &lint.Rule{
	Name: "legacy-skill-data", Group: "B", Legacy: true, Severity: lint.Warning, Local: true,
	Doc: `The legacy key requires_skill_data reads another skill's data.

It ties the consumer to the provider's internal structure. Import the provider's accessor tools (` + "`read_only: true`" + `)
instead; the fix does it where the provider has some. In ` + "`phase: closed`" + ` this is an error.`,
	Sources: []lint.Source{sources.DialectsPage},
	Run: func(p *lint.Pass) {
		for _, s := range p.Skills {
			m := s.Manifest()
			key, ids := m.Root.Entry("requires_skill_data")
			if key == nil {
				continue
			}
			d := lint.Span(key.Pos, key.End, "requires_skill_data is a legacy key: import the providers' accessor tools")
			d.SuggestedFixes = edit.MoveToImports(m, key, ids, func(id string) (edit.Import, bool) {
				missing, ok := accessors(p, s, id)
				return edit.Import{From: id, Tools: missing}, ok
			})
			for _, id := range ids.Items() {
				for _, provider := range p.Index.ID(id.Value.Text) {
					d.Related = append(d.Related, analysis.RelatedInformation{Pos: provider.ID.Pos, End: provider.ID.End, Message: "the provider " + provider.ID.Text})
				}
			}
			p.Report(d)
		}
	},
}
