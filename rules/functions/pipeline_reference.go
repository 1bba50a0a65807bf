package functions

import (
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/pipelines"
	"github.com/skilllint/skilllint/rules/internal/sources"
)

// PipelineReference reports templates that name a step, input or property that does not exist.
var PipelineReference = &lint.Rule{
	Name: "pipeline-reference", Group: "D", Severity: lint.Error,
	Doc: `A pipeline names something that does not exist.

An input that the skill does not declare, a step that does not exist or has not run yet, a field that a step's output does not
have, an unknown filter, ` + "`item`" + ` outside of a ` + "`foreach`" + `: the value would be missing when the pipeline runs. A step reads the steps that it waits
for: those that ` + "`depends`" + ` lists and those that these wait for, without ` + "`depends`" + ` all steps before it. Two steps of one name, and
a name in ` + "`depends`" + ` that no step has, are found here, too.`,
	Sources: []lint.Source{sources.DialectsPage, sources.TemplatesPage},
	Run:     func(p *lint.Pass) { pipelines.Report(p, "pipeline-reference", lint.Error) },
}
