package rules

import (
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// DanglingSymlink reports symbolic links to manifests and folders that do not exist.
var DanglingSymlink = &lint.Rule{
	Name: "dangling-symlink", Group: "W", Severity: lint.Error,
	Doc: `A SKILL.md is a symbolic link to a file that does not exist.

The skill exists on its author's machine only. Commit the target, or make the link relative and right.`,
	Sources: []lint.Source{claudeSkills},
	Run:     func(p *lint.Pass) { reportProblems(p, skill.DanglingLink) },
}
