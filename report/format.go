package report

import (
	"io"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// A Format writes the findings of a run.
type Format func(io.Writer, *skill.Workspace, []lint.Finding) error
