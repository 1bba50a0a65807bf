package contracts

import (
	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/sources"
)

// InvalidAccess reports access rules for tools that are not exported, and rates that cannot be
// read.
var InvalidAccess = &lint.Rule{
	Name: "invalid-access", Group: "B", Severity: lint.Error, Local: true,
	Doc: `The access section names a tool that is not exported, or a rate that cannot be read.

The gateway would limit nothing, or the wrong tool. A rate is N/second, N/minute, N/hour, N/day, N/month, N/24h or
unlimited; its days and months begin in the section's timezone, of the IANA database, or in UTC. free_tools without
requires_subscription does nothing (a warning).`,
	Sources: []lint.Source{sources.DialectsPage},
	Run:     invalidAccess,
}

func invalidAccess(p *lint.Pass) {
	for _, s := range p.Skills {
		var names []string
		for _, t := range s.Exports {
			names = append(names, t.Name.Text)
		}
		spell := lint.NewSpeller(names)
		known := func(key string, tool contract.Name) {
			if tool.Text != "" && s.Export(tool.Text) == nil && s.Deprecation(tool.Text) == nil {
				p.Reportf(tool, "%s names %q, which %s does not export%s", key, tool.Text, s.ID.Text, spell.DidYouMean(tool.Text))
			}
		}
		for _, t := range s.Access.FreeTools {
			known("free_tools", t)
		}
		if len(s.Access.FreeTools) > 0 && !s.Access.RequiresSubscription {
			p.ReportAs(lint.Warning, lint.At(s.Access.FreeTools[0], "free_tools has no effect without requires_subscription: true"))
		}
		for _, r := range s.Access.Rates {
			known("rate_limit", r.Tool)
			if r.Err != nil {
				p.Reportf(r.Text, "rate %q: %s", r.Text.Text, r.Err)
			}
		}
		if a := &s.Access; a.ZoneErr != nil {
			p.Reportf(a.Zone, "timezone %q: %s", messages.Shorten(a.Zone.Text), a.ZoneErr)
		}
	}
}
