package manifests

import (
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// ReservedField reports fields of a skill.yaml that its author must not write.
var ReservedField = &lint.Rule{
	Name: "reserved-field", Group: "E", Severity: lint.Error, Local: true,
	Doc: `A skill.yaml has a field that its author must not write.

Who reviewed a skill, where it came from and what it was installed with are written by registries and installers
(` + "`registry.json`, `skill.lock.json`" + `): a skill that says so itself proves nothing. Permissions, workflows and configuration
schemas are each runtime's own. Remove the field.`,
	Sources: []lint.Source{sources.DialectsPage},
	Run: func(p *lint.Pass) {
		for _, m := range p.Manifests {
			if m.Dialect != skill.CLI {
				continue
			}
			for _, e := range m.Root.Entries() {
				if reason, ok := reservedReason(e.Key.Text); ok {
					p.Report(lint.Span(e.Key.Pos, e.Key.End, "%q does not belong in a skill.yaml: %s", e.Key.Text, reason))
				}
			}
		}
	},
}
