package rules

import (
	"strings"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// ReservedField reports fields of a skill.yaml that its author must not write.
var ReservedField = &lint.Rule{
	Name: "reserved-field", Group: "E", Severity: lint.Error,
	Doc: `A skill.yaml has a field that its author must not write.

Who reviewed a skill, where it came from and what it was installed with are written by registries and installers
(` + "`registry.json`, `skill.lock.json`" + `): a skill that says so itself proves nothing. Permissions, workflows and configuration
schemas are each runtime's own. Remove the field.`,
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

// reservedReason says why a key of a skill.yaml is not the author's.
func reservedReason(key string) (string, bool) {
	switch {
	case key == "verified":
		return "a registry says who reviewed a skill, in registry.json", true
	case strings.HasPrefix(key, "source_"):
		return "a registry says where a skill comes from, in registry.json", true
	case strings.HasPrefix(key, "resolved_"):
		return "an installation writes it, to skill.lock.json", true
	case key == "permission_policy":
		return "permissions are each runtime's own", true
	case key == "flow_templates":
		return "workflows are the runtime's business", true
	case key == "config_schema":
		return "inputs are the parameters of a skill; there is no schema of a configuration", true
	}
	return "", false
}
