package rules

import (
	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/lint"
)

// ToolDefinition is F3.
var ToolDefinition = &lint.Rule{
	Name: "tool-definition", Group: "F", Severity: lint.Warning,
	Doc: `A registered tool is not described, or its args_schema does not exist.

The description is all that the model knows of the tool; the class of ` + "`args_schema`" + ` has to be defined, or imported from a module
that has it, else the module fails when it is loaded.`,
	Run: func(p *lint.Pass) {
		if p.ToolRegistry == nil {
			return
		}
		for _, t := range p.ToolRegistry.Tools {
			if t.NoDescription {
				p.Reportf(t.Name, "tool %q has no description", t.Text)
			}
			if t.SchemaFault != "" {
				d := lint.At(t.Schema, "the args_schema %q of tool %q %s", t.Schema.Text, t.Text, t.SchemaFault)
				d.Related = []analysis.RelatedInformation{lint.Related(t.Name, "the tool")}
				p.Report(d)
			}
		}
	},
}
