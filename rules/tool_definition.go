package rules

import (
	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/lint"
)

// ToolDefinition reports definitions of tools that are incomplete or contradict
// themselves.
var ToolDefinition = &lint.Rule{
	Name: "tool-definition", Group: "F", Severity: lint.Warning,
	Doc: `A tool's definition is not complete, or contradicts itself.

Of the tools of a recorded MCP server: a name outside of the protocol's characters, an empty description, a required argument
that is no property, annotations that contradict each other, an ` + "`x-mcp-header`" + ` that clients refuse.

Of a Python registry: a tool that is not described, or whose args_schema does not exist. The description is all that the model knows of the tool; the class of ` + "`args_schema`" + ` has to be defined, or imported from a module
that has it, else the module fails when it is loaded.`,
	Sources: []lint.Source{dialectsPage},
	Run: func(p *lint.Pass) {
		serverDefinitions(p)
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
