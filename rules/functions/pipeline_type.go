package functions

import (
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/pipelines"
	"github.com/skilllint/skilllint/rules/internal/sources"
)

// PipelineType reports templates of pipelines that never give a value that fits.
var PipelineType = &lint.Rule{
	Name: "pipeline-type", Group: "D", Severity: lint.Error,
	Doc: `A template of a pipeline gives a value of the wrong type.

Types come from the JSON Schemas of the inputs and outputs. A finding means that no value fits: text where a number is
expected, a number where an integer is, a filter that does not take what it is given. What is unknown is silent.`,
	Sources: []lint.Source{sources.DialectsPage, sources.TemplatesPage},
	Run:     func(p *lint.Pass) { pipelines.Report(p, "pipeline-type", lint.Error) },
}
