package versions

import (
	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/changes"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// contractChanges are the changes of contracts against the base, none without one.
func contractChanges(p *lint.Pass) []changes.Skill { return changesOf(p, false) }

// contentChanges are the changes of plugins and of skills of the open standard.
func contentChanges(p *lint.Pass) []changes.Skill { return changesOf(p, true) }

var allChanges skill.Memo[[]changes.Skill]

func changesOf(p *lint.Pass, content bool) []changes.Skill {
	if p.Base == nil {
		return nil
	}
	all := allChanges.Of(p.Workspace, func() []changes.Skill { return changes.Between(p.Base, p.Workspace) })
	var list []changes.Skill
	for i := range all {
		if all[i].Content == content {
			list = append(list, all[i])
		}
	}
	return list
}

var sideBySide skill.Memo[[]changes.Skill]

// eachChange calls do for every change of some kinds in skills that are
// still there: against the base, without one between the versions of each package.
func eachChange(p *lint.Pass, do func(s *changes.Skill, c *changes.Change), kinds ...changes.Kind) {
	all := contractChanges(p)
	if p.Base == nil {
		all = sideBySide.Of(p.Workspace, func() []changes.Skill { return changes.SideBySide(p.Workspace) })
	}
	for i := range all {
		s := &all[i]
		for j := range s.Changes {
			for _, k := range kinds {
				if s.Changes[j].Kind == k && s.After != nil {
					do(s, &s.Changes[j])
				}
			}
		}
	}
}

// raiseTo says what version a break asks for.
func raiseTo(s *changes.Skill) string {
	if version := s.Required(); version != "" {
		return "raise " + versionKey(s) + " to \"" + version + "\""
	}
	return "give " + s.ID + " a version and raise its major"
}

// versionKey names the key that carries the version of a skill's contract.
func versionKey(s *changes.Skill) string {
	if s.After.Manifest().Dialect == skill.Contract {
		return "api_version"
	}
	return "version"
}

// versionName is where a skill's version stands, its id where it has none.
func versionName(s *changes.Skill) contract.Name {
	if s.After.Version.Pos.IsValid() {
		return s.After.Version
	}
	return s.After.ID
}

// consumers are the imports of a tool, as related places.
func consumers(p *lint.Pass, provider, tool string) []analysis.RelatedInformation {
	var related []analysis.RelatedInformation
	if _, server := contract.Server(provider); server {
		return nil // usersOf knows them
	}
	for _, s := range p.Skills {
		for i := range s.Imports {
			imp := &s.Imports[i]
			if imp.From.Text != "" && imp.From.Text != provider || s.ID.Text == provider {
				continue
			}
			for _, t := range imp.Tools {
				if t.Text == tool {
					related = append(related, lint.Related(t, "%s imports it", s.ID.Text))
				}
			}
		}
	}
	return related
}

// ranOut reports whether a removed tool's date has come.
func ranOut(p *lint.Pass, c *changes.Change) bool { return c.Was != nil && c.Was.Overdue(p.Now) }
