package changes

import (
	"cmp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/skill"
)

// Between compares two states of a workspace, skill by skill and plugin by
// plugin, sorted by id. Those in which nothing differs are left out, and so
// are skills without a contract that are neither plugins nor of the open
// standard.
func Between(base, today *skill.Workspace) []Skill {
	c := &comparer{base: base, today: today}
	contracts := c.contracts()
	var list []Skill
	for _, s := range append(contracts, c.contents(contracts)...) {
		if len(s.Changes) > 0 {
			list = append(list, *s)
		}
	}
	slices.SortFunc(list, func(a, b Skill) int {
		return cmp.Or(strings.Compare(a.ID, b.ID), strings.Compare(a.Path(), b.Path()))
	})
	return list
}

// SideBySide compares the contracts of the active versions of each package, each with the one before it.
func SideBySide(ws *skill.Workspace) []Skill {
	c := &comparer{base: ws, today: ws}
	byPackage := map[*skill.Package]*skill.Skill{}
	for _, s := range ws.Skills {
		if s.Package != nil {
			byPackage[s.Package] = s
		}
	}
	var list []Skill
	for _, root := range ws.PackageRoots("") {
		var before *skill.Skill
		for _, version := range ws.Versions(root) {
			after := byPackage[version]
			if after == nil || !version.Active() {
				continue
			}
			if before != nil && promises(before) && !after.Unreadable() {
				s := &Skill{ID: after.ID.Text, Before: before, After: after}
				s.measureContracts()
				c.contract(s)
				list = append(list, *s)
			}
			before = after
		}
	}
	return list
}
