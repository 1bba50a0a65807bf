package code

import (
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/manifest"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// UnexportedHandler reports handlers of tools that their skill does not export.
var UnexportedHandler = &lint.Rule{
	Name: "unexported-handler", Group: "C", Severity: lint.Warning,
	Doc: `The code of a skill registers a tool that the skill does not export.

Nobody is told of the tool: not the model, since no contract describes it, and no other skill. List it in ` + "`exports.tools` or in `" + manifest.ToolDefinitionsFile + "`" + `, or remove the handler.
Judged as ` + "`missing-handler`" + `.`,
	Sources: []lint.Source{sources.DialectsPage},
	Run: func(p *lint.Pass) {
		eachRegistering(p, func(s *skill.Skill, code *registrations) {
			meant := map[string]bool{}
			for _, name := range code.missing(p, s) {
				if at, near := code.misspelt(s, name.Text); near {
					meant[at.Text] = true // rule missing-handler speaks of it
				}
			}
			for _, h := range code.handlers {
				if s.Export(h.Text) == nil && !meant[h.Text] && s.Deprecation(h.Text) == nil && !p.Config.CoreTool(h.Text) {
					meant[h.Text] = true
					p.Reportf(h, "the code of %s registers tool %q, which %s does not export", s.ID.Text, h.Text, s.ID.Text)
				}
			}
		})
	},
}
