package rules

import "github.com/skilllint/skilllint/lint"

// PipelineOutput reports pipelines whose result does not fit the skill's output schema.
var PipelineOutput = &lint.Rule{
	Name: "pipeline-output", Group: "D", Severity: lint.Error,
	Doc: `A pipeline does not return what its skill's output schema promises.

` + "`outputMapping`" + ` gives each required member of the output, in its kind, and no member that the output does not declare. Without
it the pipeline gives the output of its last step.`,
	Sources: []lint.Source{dialectsPage, templatesPage},
	Run:     func(p *lint.Pass) { reportPipelines(p, "pipeline-output", lint.Error) },
}
