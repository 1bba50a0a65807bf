package functions

import (
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/pipelines"
	"github.com/skilllint/skilllint/rules/internal/sources"
)

// PipelineInput reports steps of pipelines with missing or unknown inputs.
var PipelineInput = &lint.Rule{
	Name: "pipeline-input", Group: "D", Severity: lint.Error,
	Doc: `A step lacks an input that its skill requires, or gives one that the skill does not take.

An input with a default may be left out. Add the input to the step, or remove the one that is not declared.`,
	Sources: []lint.Source{sources.DialectsPage, sources.TemplatesPage},
	Run:     func(p *lint.Pass) { pipelines.Report(p, "pipeline-input", lint.Error) },
}
