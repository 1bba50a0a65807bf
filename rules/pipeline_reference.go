package rules

import "github.com/skilllint/skilllint/lint"

// PipelineReference reports templates that name a step, input or property that does not exist.
var PipelineReference = &lint.Rule{
	Name: "pipeline-reference", Group: "D", Severity: lint.Error,
	Doc: `A template of a pipeline names something that does not exist.

An input that the skill does not declare, a step that does not exist or comes later, a field that a step's output does not
have, or an unknown filter: the value would be missing when the pipeline runs. Two steps of one name are found here, too.`,
	Run: func(p *lint.Pass) { reportPipelines(p, "pipeline-reference", lint.Error) },
}
