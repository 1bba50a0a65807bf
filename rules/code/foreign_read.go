package code

import (
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/refs"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// ForeignRead reports code that reads another skill's data.
var ForeignRead = &lint.Rule{
	Name: "foreign-read", Group: "C", Severity: lint.Warning,
	Doc: `A skill reads another skill's data by its path.

It breaks when the other skill changes how it keeps its data. Import an accessor tool of it and call that.`,
	Sources: []lint.Source{sources.DialectsPage},
	Run: func(p *lint.Pass) {
		refs.Each(p, func(src *skill.Source) []skill.DataRef { return src.Reads }, func(src *skill.Source, r *skill.DataRef) {
			_, owner, own := refs.NamespaceOf(p, src.Skill, refs.KnownPath(r))
			if own || owner == nil {
				return
			}
			d := lint.At(r.Name, "%s reads %q, the data of skill %q", src.Skill.ID.Text, r.Text, owner.ID.Text)
			var tools []string
			for _, t := range owner.Exports {
				if t.ReadOnly {
					tools = append(tools, t.Name.Text)
				}
			}
			if len(tools) > 0 {
				d.Message += fmt.Sprintf(": call its accessor tool %s", messages.List(tools))
			} else {
				d.Message += ": call an accessor tool of that skill"
			}
			d.Related = []analysis.RelatedInformation{lint.Related(owner.ID, "skill %q", owner.ID.Text)}
			p.Report(d)
		})
	},
}
