// Package dialects finds the manifest of a skill that speaks a dialect.
package dialects

import (
	"path"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// ManifestOf returns the manifest of a skill that speaks a dialect, or nil.
func ManifestOf(s *skill.Skill, d *skill.Dialect) *skill.Manifest {
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

// CLIBeside returns the cli skill in a manifest's folder, or nil.
func CLIBeside(p *lint.Pass, m *skill.Manifest) *skill.Skill {
	return cliSkills.Of(p.Workspace, func() map[string]*skill.Skill {
		byDir := map[string]*skill.Skill{}
		for _, s := range p.Skills {
			if ManifestOf(s, skill.CLI) != nil {
				byDir[s.Dir] = s
			}
		}
		return byDir
	})[dirOf(m)]
}

// EachSOP visits the skills that are SOPs.
func EachSOP(p *lint.Pass, do func(s *skill.Skill, m *skill.Manifest)) {
	for _, s := range p.Skills {
		if m := ManifestOf(s, skill.SOP); m != nil && m.Root != nil {
			do(s, m)
		}
	}
}
