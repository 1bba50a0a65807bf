package gateway

import (
	"context"
	"fmt"
)

// A Handle is an [Invocation] on its way to another process: what [Gateway.Resume] needs so
// that calls made there count as calls within this one. It is no right by itself. A host seals
// it, takes it back from nobody else than whom it gave it to, and no longer than the call lasts.
type Handle struct {
	Identity Identity `json:"identity"`
	Skill    string   `json:"skill"`
	Version  string   `json:"version,omitempty"`
	Chain    []Link   `json:"chain"`   // from the host's call down to this one
	Retries  int32    `json:"retries"` // that are left to all calls below the host's
}

// A Link is one call of a [Handle]'s chain.
type Link struct {
	ID    string `json:"id"`
	Skill string `json:"skill"`
	Tool  string `json:"tool,omitempty"` // "" for the host's
}

// Handle is the invocation for another process.
func (inv *Invocation) Handle() Handle {
	chain := make([]Link, inv.frame.depth+1)
	for f := inv.frame; f != nil; f = f.parent {
		chain[f.depth] = Link{f.id, f.provider, f.tool}
	}
	return Handle{
		Identity: inv.who, Skill: inv.consumer.skill, Version: inv.consumer.version,
		Chain: chain, Retries: inv.root.retries.Load(),
	}
}

// Resume begins an invocation again that another process, or this one, has made a [Handle] of: the
// same skill in the same version, for the same identity, as deep in calls. The function
// that it returns ends it.
func (g *Gateway) Resume(ctx context.Context, h Handle) (context.Context, func(), error) {
	if h.Identity.Org == "" || h.Identity.User == "" || len(h.Chain) == 0 {
		return nil, nil, fmt.Errorf("gateway: a handle without an organisation, a user or a chain")
	}
	inv := &Invocation{gateway: g, who: h.Identity, consumer: version{h.Skill, h.Version}, root: &root{id: h.Chain[0].ID}}
	inv.root.retries.Store(h.Retries)
	for i, link := range h.Chain {
		inv.frame = &frame{parent: inv.frame, depth: i, id: link.ID, provider: link.Skill, tool: link.Tool}
	}
	if inv.consumerIn(g.snapshot.Load()) == nil {
		return nil, nil, fmt.Errorf("gateway: version %q of %q is no longer served", h.Version, h.Skill)
	}
	return context.WithValue(ctx, contextKey{}, inv), inv.end, nil
}
