package rules

import (
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// DuplicateKey reports keys that a map holds twice.
var DuplicateKey = &lint.Rule{
	Name: "duplicate-key", Group: "A", Severity: lint.Error,
	Doc: `A map has the same key twice.

Readers disagree about which value counts: some take the first, some the last, some refuse the file. Remove one.`,
	Sources: []lint.Source{yamlSpec, rated("should", jsonSpec)},
	Run:     func(p *lint.Pass) { reportProblems(p, skill.DuplicateKey) },
}
