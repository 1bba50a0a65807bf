package versions

import (
	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/changes"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// AccessTightened reports tools that fewer users may call, or less often, than in the base,
// while the major version is the same.
var AccessTightened = &lint.Rule{
	Name: "access-tightened", Group: "B", Severity: lint.Error,
	Doc: `Against the base, a tool may be called by fewer users or less often, and the major was not raised.

Calls that were allowed are denied now: a subscription is needed, or a rate fell. Keep the access, or raise the major.`,
	Sources: []lint.Source{sources.ChangesPage},
	Run: func(p *lint.Pass) {
		eachChange(p, func(s *changes.Skill, c *changes.Change) {
			if s.Raised() == changes.Major {
				return
			}
			d := lint.At(accessName(s, c), "%s: %s, or keep the access", c.Message, raiseTo(s))
			d.Related = consumers(p, s.ID, c.Tool)
			p.Report(d)
		}, changes.Tightened)
	},
}

// accessName is where the access of a tool stands: what says that a
// subscription is needed, or the tool's rate, the general rate; else the
// whole section.
func accessName(s *changes.Skill, c *changes.Change) contract.Name {
	access := &s.After.Access
	place := contract.Name{Pos: access.Pos, End: access.End}
	if c.Subscription {
		keys := s.After.Manifest().Root.Get("exports").Get("access")
		for _, key := range []string{"free_tools", "requires_subscription"} {
			if k, _ := keys.Entry(key); k != nil && (key != "free_tools" || s.Before.Access.RequiresSubscription) {
				return skill.NameOf(k)
			}
		}
	}
	for _, r := range access.Rates {
		if r.Tool.Text == c.Tool {
			return r.Text
		}
		if r.Tool.Text == "" {
			place = r.Text
		}
	}
	if !place.Pos.IsValid() {
		return versionName(s)
	}
	return place
}
