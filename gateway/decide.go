package gateway

import (
	"time"

	"github.com/skilllint/skilllint/contract"
)

// A decision is what the contracts say of one call.
type decision struct {
	tool     *tool            // nil when it is not found
	provider *release         // nil when no version may be used
	denial   *contract.Denial // nil when the call is allowed, or code says why not
	code     Code
	lock     string // of the agent, when no version satisfies it
}

// decide answers from the snapshot alone; it allocates nothing. The agent chooses among
// the provider's versions.
func (s *snapshot) decide(consumer *release, agent, name string, now time.Time) decision {
	r, named := consumer.routes[name]
	if !named {
		owner, known := s.owners[name]
		if !known {
			return decision{code: ToolNotFound}
		}
		p, _ := s.meantBy(agent, owner)
		if p == nil {
			p = owner.current
		}
		// Check's answer for a tool that no import names.
		return decision{tool: p.exports[name], provider: p, code: ToolNotImported}
	}
	if r.provider == nil {
		return decision{code: ToolNotFound}
	}
	var p *release
	if r.provider == consumer.skill {
		p = consumer // a skill calls its own tools in the version that it is
	} else {
		var lock string
		if p, lock = s.meantBy(agent, r.provider); p == nil {
			return decision{code: VersionMismatch, lock: lock}
		}
	}
	g := &r.grants[p.index]
	d := decision{tool: g.tool, provider: p, denial: g.denial(now)}
	switch {
	case d.denial != nil:
		d.code = d.denial.Code
	case g.tool == nil:
		d.code = ToolNotFound
	case g.tool.changed:
		d.code = DefinitionChanged
	}
	return d
}

// meantBy is the version of a skill that an agent uses.
func (s *snapshot) meantBy(agent string, sk *skill) (r *release, lock string) {
	if len(s.bound) > 0 {
		if b, ok := s.bound[binding{agent, sk.id}]; ok {
			return b.release, b.lock
		}
	}
	return sk.current, ""
}

func (g *grant) denial(now time.Time) *contract.Denial {
	if g.removal.IsZero() || now.Before(g.removal) {
		return g.before
	}
	return g.after
}
