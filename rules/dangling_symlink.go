package rules

import (
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// DanglingSymlink is W4.
var DanglingSymlink = &lint.Rule{
	Name: "dangling-symlink", Group: "W", Severity: lint.Error,
	Doc: `A SKILL.md is a symbolic link that leads nowhere.

The skill exists on its author's machine only. Commit the target, or make the link relative and right.`,
	Run: func(p *lint.Pass) { reportProblems(p, skill.DanglingLink) },
}
