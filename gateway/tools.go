package gateway

import (
	"cmp"
	"slices"

	"github.com/skilllint/skilllint/contract"
)

// sortTools orders core tools, the skill's own, the others.
func sortTools(list []ToolInfo, own string) {
	rank := func(t ToolInfo) int {
		switch t.Skill {
		case contract.Core:
			return 0
		case own:
			return 1
		}
		return 2
	}
	slices.SortFunc(list, func(a, b ToolInfo) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.Skill, b.Skill), cmp.Compare(a.Name.Text, b.Name.Text))
	})
}
