package versions

import (
	"github.com/skilllint/skilllint/internal/changes"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/sources"
)

// CompatibilityUnknown reports changes of schemas of which it is not decided whether they break
// consumers.
var CompatibilityUnknown = &lint.Rule{
	Name: "compatibility-unknown", Group: "B", Severity: lint.Warning,
	Doc: `Against the base, a tool's schema changed, and it is not known whether that breaks consumers.

It counts neither as compatible nor as breaking; the message has the reason. Judge it by hand, or write the schema more
simply. docs/schema.md lists what is decided and what is not.`,
	Sources: []lint.Source{sources.DialectsPage},
	Run: func(p *lint.Pass) {
		eachChange(p, func(s *changes.Skill, c *changes.Change) {
			switch {
			case c.After != nil:
				p.Reportf(c.After.Name, "%s", c.Message)
			case !s.After.Unreadable(): // else rule manifest-syntax speaks
				p.Reportf(s.After.ID, "%s", c.Message)
			}
		}, changes.Unknown)
	},
}
