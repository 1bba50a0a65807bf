package versions

import (
	"fmt"
	"time"

	"github.com/skilllint/skilllint/internal/changes"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/sources"
)

// ToolRemoved reports tools that are gone although their deprecation has not run out.
var ToolRemoved = &lint.Rule{
	Name: "tool-removed", Group: "B", Severity: lint.Error,
	Doc: `Against the base, a tool was removed before its deprecation ran out.

Consumers had no time to move. Put it back, announce its removal under ` + "`exports.deprecated`" + ` (at least 30 days ahead),
and remove it after that date with a raised major.`,
	Sources: []lint.Source{sources.ChangesPage, sources.Semver},
	Run:     toolRemoved,
}

func toolRemoved(p *lint.Pass) {
	all := contractChanges(p)
	for i := range all {
		s := &all[i]
		if s.After == nil {
			if s.Before.Server == nil { // what nobody records any more is not gone
				skillRemoved(p, s)
			}
			continue
		}
		for j := range s.Changes {
			c := &s.Changes[j]
			if c.Kind != changes.Removed || ranOut(p, c) {
				continue
			}
			if s.After.Server != nil {
				serverLost(p, s, c)
				continue
			}
			d := lint.At(s.After.ID, "%s, %s: put it back, or deprecate it first", c.Message, window(c))
			d.Related = consumers(p, s.ID, c.Tool)
			p.Report(d)
		}
	}
}

func window(c *changes.Change) string {
	if c.Was == nil {
		return "without a deprecation"
	}
	return fmt.Sprintf("before its removal date %s", c.Was.Removal.Text)
}

// skillRemoved speaks of a skill that is gone, once, where its manifest was.
func skillRemoved(p *lint.Pass, s *changes.Skill) {
	for j := range s.Changes {
		if c := &s.Changes[j]; c.Kind == changes.Removed && !ranOut(p, c) {
			m := s.Before.Manifest()
			d := lint.Span(m.Pos(0), m.Pos(0), "skill %q was removed, but its tool %q had no deprecation that ran out by %s: put it back, or deprecate it first", s.ID, c.Tool, p.Now.Format(time.DateOnly))
			d.Related = consumers(p, s.ID, c.Tool)
			p.Report(d)
			return
		}
	}
}
