package rules

import (
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// reportProblems reports what Load could not read, of one kind.
func reportProblems(p *lint.Pass, kind skill.ProblemKind) {
	for _, problem := range p.Problems {
		if problem.Kind == kind {
			p.Report(problem.Diagnostic)
		}
	}
}
