package contracts

import (
	"strings"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// MissingToolSchema reports exported tools without an input or output schema.
var MissingToolSchema = &lint.Rule{
	Name: "missing-tool-schema", Group: "B", Severity: lint.Error, Local: true,
	Doc: `An exported tool has no input or output schema.

Without input_schema and output_schema no call of it can be checked, and no change of it is known to break anybody.`,
	Sources: []lint.Source{sources.MCPTools, sources.DialectsPage},
	Run: func(p *lint.Pass) {
		for _, s := range p.Skills {
			if s.Manifest().Dialect != skill.Contract {
				continue // other dialects' own schemas say what is required
			}
			for _, t := range s.Exports {
				var lacks []string
				if t.Input == nil {
					lacks = append(lacks, "input_schema")
				}
				if t.Output == nil {
					lacks = append(lacks, "output_schema")
				}
				if len(lacks) > 0 {
					p.Reportf(t.Name, "tool %q has no %s", t.Name.Text, strings.Join(lacks, " and no "))
				}
			}
		}
	},
}
