package functions

import (
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/pipelines"
	"github.com/skilllint/skilllint/rules/internal/sources"
)

// PipelineMayFail reports templates whose values may not fit what takes them, with an example.
var PipelineMayFail = &lint.Rule{
	Name: "pipeline-may-fail", Group: "D", Severity: lint.Off,
	Doc: `A template of a pipeline may give a value that does not fit.

Some values that the source may have are not accepted: free text for an enum, an optional output for a required input. Off
by default, since schemas are often wider than what really comes.`,
	Sources: []lint.Source{sources.DialectsPage, sources.TemplatesPage},
	Run:     func(p *lint.Pass) { pipelines.Report(p, "pipeline-may-fail", lint.Warning) },
}
