package rules

import "github.com/skilllint/skilllint/lint"

// PipelineInput reports steps of pipelines with missing or unknown inputs.
var PipelineInput = &lint.Rule{
	Name: "pipeline-input", Group: "D", Severity: lint.Error,
	Doc: `A step lacks an input that its skill requires, or gives one that the skill does not take.

An input with a default may be left out. Add the input to the step, or remove the one that is not declared.`,
	Sources: []lint.Source{dialectsPage, templatesPage},
	Run:     func(p *lint.Pass) { reportPipelines(p, "pipeline-input", lint.Error) },
}
