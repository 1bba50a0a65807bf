package functions

import (
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/pipelines"
	"github.com/skilllint/skilllint/rules/internal/sources"
)

// PipelineOutput reports pipelines and functions whose result does not fit the skill's output schema.
var PipelineOutput = &lint.Rule{
	Name: "pipeline-output", Group: "D", Severity: lint.Error,
	Doc: `A pipeline or function does not return what its skill's output schema promises.

` + "`outputMapping`" + ` gives each required member of the output, in its kind, and no member that the output does not declare. Without
it the pipeline gives the output of its last step.

An object literal that the ` + "`execute`" + ` of a function skill returns without a required member of the output, or with a misspelt one, is a warning. One with an
` + "`error`" + ` that the output does not declare tells of a failure, and is not judged.`,
	Sources: []lint.Source{sources.DialectsPage, sources.TemplatesPage},
	Run: func(p *lint.Pass) {
		pipelines.Report(p, "pipeline-output", lint.Error)
		incompleteResults(p)
	},
}
