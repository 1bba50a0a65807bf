// Package impact says what another state of a provider breaks in a workspace that uses
// it: errors that were not there before, and uses of tools that no longer take what they took.
package impact

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/changes"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// An Impact is what is worse with the other state, a sentence each.
type Impact struct {
	Breaks []string `json:"breaks"` // errors, and uses that break
	Adds   []string `json:"adds"`   // warnings
}

// A Judged is the workspace that uses the provider, with what was found in it.
type Judged struct {
	*skill.Workspace
	Findings []lint.Finding
}

// Of compares a workspace beside two states of a provider, from and to.
func Of(now, then Judged, from, to *skill.Workspace) Impact {
	impact := Impact{Breaks: []string{}, Adds: []string{}}
	known := map[[2]string]bool{}
	for _, f := range now.Findings {
		known[place(now.Workspace, f)] = true
	}
	for _, f := range then.Findings {
		switch {
		case known[place(then.Workspace, f)]:
		case f.Severity == lint.Error:
			impact.Breaks = append(impact.Breaks, sentence(then.Workspace, f))
		case f.Severity == lint.Warning:
			impact.Adds = append(impact.Adds, sentence(then.Workspace, f))
		}
	}
	for _, s := range changes.Between(from, to) {
		for _, c := range s.Changes {
			if c.Kind != changes.Breaking && c.Kind != changes.Tightened {
				continue // what is gone is a finding
			}
			if users := importers(now.Workspace, nameOf(from, s.Before), c.Tool); len(users) > 0 {
				line := fmt.Sprintf("%s.%s, which %s imports: %s", s.ID, c.Tool, strings.Join(users, ", "), c.Message)
				if c.Break != nil {
					line += fmt.Sprintf(" (for example %s)", c.Break.Witness)
				}
				impact.Breaks = append(impact.Breaks, line)
			}
		}
	}
	return impact
}

// place says where a rule found something. What it says there may differ with the provider's
// state; that it was wrong before does not.
func place(ws *skill.Workspace, f lint.Finding) [2]string {
	return [2]string{f.Rule.Name, ws.Fset.Position(f.Pos).String()}
}

// sentence is a finding with its place, as a person reads it: without the column.
func sentence(ws *skill.Workspace, f lint.Finding) string {
	at := ws.Fset.Position(f.Pos)
	return fmt.Sprintf("%s:%d: %s [%s]", at.Filename, at.Line, f.Message, f.Rule.Name)
}

// nameOf is the name of a skill's manifest among the files of all repositories.
func nameOf(ws *skill.Workspace, s *skill.Skill) string {
	return ws.Fset.Position(s.Manifest().Pos(0)).Filename
}

// importers are the skills of a workspace that import a tool of the provider with that manifest.
func importers(ws *skill.Workspace, manifest, tool string) []string {
	var ids []string
	for _, s := range ws.Skills {
		for i := range s.Imports {
			imp := &s.Imports[i]
			for _, name := range imp.Tools {
				if name.Text != tool || slices.Contains(ids, s.ID.Text) {
					continue
				}
				if p := ws.Index.Provider(imp, tool); p != nil && nameOf(ws, ws.Owner(p)) == manifest {
					ids = append(ids, s.ID.Text)
				}
			}
		}
	}
	return ids
}
