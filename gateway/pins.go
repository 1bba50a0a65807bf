package gateway

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
)

// A Pin is the definition of a tool (its name, description and schemas) that is trusted
// under a version. The first one that a gateway sees is; keep them over restarts by
// giving [Gateway.Pins] to [Options.Pins].
type Pin struct {
	Skill, Version, Tool string
	Definition           string // "sha256:…" of the canonical JSON (RFC 8785); "" in a key
}

func (p Pin) key() Pin { p.Definition = ""; return p }

// Pins lists the definitions that are trusted, in order.
func (g *Gateway) Pins() []Pin {
	g.mu.Lock()
	defer g.mu.Unlock()
	var list []Pin
	for p, definition := range g.pins {
		p.Definition = definition
		list = append(list, p)
	}
	slices.SortFunc(list, func(a, b Pin) int {
		return cmp.Or(cmp.Compare(a.Skill, b.Skill), cmp.Compare(a.Version, b.Version), cmp.Compare(a.Tool, b.Tool))
	})
	return list
}

// Suspend has calls of a tool refused with DefinitionChanged, or no longer: whoever serves
// the tool is found not to be what the contract says. The version "" stands for all.
func (g *Gateway) Suspend(skill, ofVersion, tool string, suspended bool) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	key := Pin{Skill: skill, Version: ofVersion, Tool: tool}
	if g.suspended[key] == suspended {
		return nil
	}
	s := g.snapshot.Load()
	if !s.exports(skill, ofVersion, tool) {
		return fmt.Errorf("gateway: %q does not export a tool %q", skill, tool)
	}
	all := maps.Clone(g.suspended)
	if all == nil {
		all = map[Pin]bool{}
	}
	if all[key] = true; !suspended {
		delete(all, key)
	}
	next, err := newSnapshot(s.catalog, &g.options, g.handlers, maps.Clone(g.pins), maps.Clone(g.locks), all)
	if err != nil {
		return err
	}
	g.suspended = all
	g.snapshot.Store(next)
	return nil
}

// pin finds the tools that are not what their version had first, and those that are suspended.
func (s *snapshot) pin(options *Options, pins map[Pin]string, suspended map[Pin]bool) error {
	for _, r := range s.sorted() {
		for name, t := range r.exports {
			pin := Pin{Skill: t.provider(), Version: t.owner.Version.Text, Tool: name}
			known, ok := pins[pin]
			if !ok {
				var err error
				if known, err = options.first("pin", []string{pin.Skill, pin.Version, pin.Tool}, t.definition); err != nil {
					return err
				}
				pins[pin] = known
			}
			every := pin
			every.Version = ""
			t.changed = known != t.definition || suspended[pin] || suspended[every]
		}
	}
	return nil
}
