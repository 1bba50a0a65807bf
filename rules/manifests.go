package rules

import (
	"path"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// manifestOf returns the manifest of a skill that speaks a dialect, or nil.
func manifestOf(s *skill.Skill, d *skill.Dialect) *skill.Manifest {
	for _, m := range s.Manifests {
		if m.Dialect == d {
			return m
		}
	}
	return nil
}

// dirOf is the folder of a manifest.
func dirOf(m *skill.Manifest) string { return path.Dir(m.Path) }

var cliSkills skill.Memo[map[string]*skill.Skill]

// cliBeside returns the cli skill in a manifest's folder, or nil.
func cliBeside(p *lint.Pass, m *skill.Manifest) *skill.Skill {
	return cliSkills.Of(p.Workspace, func() map[string]*skill.Skill {
		byDir := map[string]*skill.Skill{}
		for _, s := range p.Skills {
			if manifestOf(s, skill.CLI) != nil {
				byDir[s.Dir] = s
			}
		}
		return byDir
	})[dirOf(m)]
}
