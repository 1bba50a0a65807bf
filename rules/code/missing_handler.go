package code

import (
	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/rules/internal/spelling"
	"github.com/skilllint/skilllint/skill"
)

// MissingHandler reports exported tools that no code implements.
var MissingHandler = &lint.Rule{
	Name: "missing-handler", Group: "C", Severity: lint.Error,
	Doc: `A skill exports a tool that none of its code implements.

Every call of it fails. Register a handler for it, or take it out of the exports. A skill is judged when its code registers a tool by a literal
name: ` + "`@tool_handler(\"x\")`, `@tool(name=\"x\")`, `registry.Register(\"x\", …)`, `registerTool(\"x\", …)`, tables as `HANDLERS = {\"x\": …}`" + `
(` + "`handlers`" + ` in the configuration adds patterns). It is silent where code computes the names, cannot be parsed, or names the tool in another way.`,
	Sources: []lint.Source{sources.DialectsPage},
	Run: func(p *lint.Pass) {
		eachRegistering(p, func(s *skill.Skill, code *registrations) {
			for _, name := range code.missing(p, s) {
				d := lint.At(name, "%s exports %q, but its code registers no handler for it", s.ID.Text, name.Text)
				if at, near := code.misspelt(s, name.Text); near {
					d.Message += "; " + messages.Cited(at.Text) + " is registered"
					d.Related = []analysis.RelatedInformation{lint.Related(at, "registered here")}
					d.SuggestedFixes = spelling.Rewrite(p, at, name.Text)
				}
				p.Report(d)
			}
		})
	},
}
