package rules

import (
	"slices"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// skillSpeller knows the names of all skills, for "did you mean".
func skillSpeller(p *lint.Pass) *lint.Speller {
	return skill.Memo(p.Workspace, "skillSpeller", func() *lint.Speller {
		var ids []string
		for _, s := range p.Skills {
			ids = append(ids, s.ID.Text)
		}
		slices.Sort(ids)
		return lint.NewSpeller(slices.Compact(ids))
	})
}
