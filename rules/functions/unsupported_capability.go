package functions

import (
	"maps"
	"slices"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/manifest"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/rules/internal/spelling"
	"github.com/skilllint/skilllint/skill"
)

// UnsupportedCapability reports capabilities that a target cannot offer.
var UnsupportedCapability = &lint.Rule{
	Name: "unsupported-capability", Group: "E", Severity: lint.Error, Local: true,
	Doc: `A target cannot offer a capability that a skill.yaml needs.

Capabilities are abstract names for what the host offers; each target's adapter maps them to its own tools. The
rule speaks only for the targets that ` + "`--target`" + ` or ` + "`targets`" + ` in the configuration name; without one, a capability that is spelt almost
like a known one is a warning.`,
	Sources: []lint.Source{sources.DialectsPage},
	Run: func(p *lint.Pass) {
		if len(p.Config.Targets) == 0 {
			misspeltCapabilities(p)
		}
		for _, name := range p.Config.Targets {
			target := manifest.TargetOf(name)
			if target == nil {
				continue // a vendor of models, which runs no skills
			}
			known := slices.Sorted(maps.Keys(target.Capabilities))
			spell := lint.NewSpeller(known)
			for _, m := range p.Manifests {
				if m.Dialect != skill.CLI {
					continue
				}
				for _, item := range m.Root.Get("capabilities").Items() {
					c := item.Value
					if !c.Is(skill.String) || target.Capabilities[c.Text] != "" {
						continue
					}
					d := lint.Span(c.Pos, c.End, "target %s does not support capability %q%s; it supports %s", name, c.Text, spell.DidYouMean(c.Text), messages.List(known))
					if len(known) == 0 {
						d.Message = "target " + name + " supports no capabilities yet, and the skill needs " + messages.Quoted(c)
					}
					p.Report(d)
				}
			}
		}
	},
}

// misspeltCapabilities reports capabilities that no target has, and that are
// near misses of one that some target has.
func misspeltCapabilities(p *lint.Pass) {
	known := map[string]string{}
	for _, target := range manifest.Targets {
		maps.Copy(known, target.Capabilities)
	}
	spell := lint.NewSpeller(slices.Sorted(maps.Keys(known)))
	for _, m := range p.Manifests {
		if m.Dialect != skill.CLI {
			continue
		}
		for _, item := range m.Root.Get("capabilities").Items() {
			c := item.Value
			if !c.Is(skill.String) || known[c.Text] != "" {
				continue
			}
			near, ok := spell.Nearest(c.Text)
			if !ok {
				continue // a capability of another runtime's
			}
			d := lint.Span(c.Pos, c.End, "no target has a capability %q: did you mean %q?", c.Text, near)
			d.SuggestedFixes = spelling.Respell(p, spell, skill.NameOf(c))
			p.ReportAs(lint.Warning, d)
		}
	}
}
