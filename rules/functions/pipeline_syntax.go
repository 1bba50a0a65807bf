package functions

import (
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/pipelines"
	"github.com/skilllint/skilllint/rules/internal/sources"
)

// PipelineSyntax reports templates of pipelines that cannot be parsed.
var PipelineSyntax = &lint.Rule{
	Name: "pipeline-syntax", Group: "D", Severity: lint.Error,
	Doc: `A template of a pipeline cannot be parsed.

` + "`{{ path | filter: argument }}`" + ` is not closed, is empty, or holds something that is no path, filter or literal. The language is
described in docs/templates.md.`,
	Sources: []lint.Source{sources.DialectsPage, sources.TemplatesPage},
	Run:     func(p *lint.Pass) { pipelines.Report(p, "pipeline-syntax", lint.Error) },
}
