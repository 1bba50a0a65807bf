package code

import (
	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/refs"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// ForeignWrite reports code that writes outside of the skill's own namespace.
var ForeignWrite = &lint.Rule{
	Name: "foreign-write", Group: "C", Severity: lint.Error,
	Doc: `A skill writes outside of its own namespace.

A skill keeps what it computes below ` + "`skills.<its id>`" + `, and writes nowhere else: the gateway refuses it. Paths are
compared by segments: ` + "`skills.jung`" + ` is not ` + "`skills.jungastro`" + `.`,
	Sources: []lint.Source{sources.DialectsPage},
	Run: func(p *lint.Pass) {
		refs.Each(p, func(src *skill.Source) []skill.DataRef { return src.Writes }, func(src *skill.Source, r *skill.DataRef) {
			name, owner, own := refs.NamespaceOf(p, src.Skill, refs.KnownPath(r))
			switch {
			case own || r.Partial && name == "":
			case owner != nil:
				d := lint.At(r.Name, "%s writes to %q, the data of skill %q: a skill writes below \"skills.%s\" only", src.Skill.ID.Text, r.Text, owner.ID.Text, src.Skill.ID.Text)
				d.Related = []analysis.RelatedInformation{lint.Related(owner.ID, "skill %q", owner.ID.Text)}
				p.Report(d)
			default:
				p.Reportf(r.Name, "%s writes to %q, outside of its own namespace: a skill writes below \"skills.%s\" only", src.Skill.ID.Text, r.Text, src.Skill.ID.Text)
			}
		})
	},
}
