package gateway

import (
	"context"
	"crypto/rand"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/skilllint/skilllint/contract"
)

// An Identity is on whose behalf skills act. Org and User
// are required: quotas, caches and files are theirs.
type Identity struct {
	Org, User, Session, Agent string
}

// An Invocation is a skill at work for somebody: the right to call what that skill may
// call. Only a gateway makes one, for [Gateway.Enter] or for a tool that it calls, and it
// ends when that does. It travels in the context and cannot be made from its parts.
type Invocation struct {
	gateway  *Gateway
	who      Identity
	consumer version
	frame    *frame
	root     *root
	ended    atomic.Bool
}

// A root is what all invocations below one Enter share.
type root struct {
	id      string
	retries atomic.Int32 // that are left
}

// A frame is one call on the way down.
type frame struct {
	parent         *frame
	depth          int // of calls: 0 for the host's
	id             string
	provider, tool string // the skill alone for the host's
}

func (f *frame) String() string {
	if f.tool == "" {
		return f.provider
	}
	return f.provider + "." + f.tool
}

// chain lists the calls from the host's down to f.
func (f *frame) chain() []string {
	names := make([]string, f.depth+1)
	for ; f != nil; f = f.parent {
		names[f.depth] = f.String()
	}
	return names
}

func (f *frame) includes(provider, tool string) bool {
	for ; f != nil; f = f.parent {
		if f.tool == tool && f.provider == provider && f.tool != "" {
			return true
		}
	}
	return false
}

type contextKey struct{}

// Enter begins an invocation of a skill, in the version that the identity's agent uses,
// on behalf of somebody whom the host has authenticated. The function that it returns
// ends the invocation; until then the context, and those made of it, may call.
func (g *Gateway) Enter(ctx context.Context, who Identity, skill string) (context.Context, func(), error) {
	if who.Org == "" || who.User == "" {
		return nil, nil, fmt.Errorf("gateway: the identity has no organisation or no user")
	}
	s := g.snapshot.Load()
	sk := s.skills[skill]
	if sk == nil {
		return nil, nil, fmt.Errorf("gateway: no contract of a skill %q", skill)
	}
	r, _ := s.meantBy(who.Agent, sk)
	if r == nil {
		return nil, nil, fmt.Errorf("gateway: no version of %q may be used", skill)
	}
	id := newCallID()
	inv := &Invocation{
		gateway: g, who: who, consumer: version{skill, r.Version.Text},
		frame: &frame{id: id, provider: skill},
		root:  &root{id: id},
	}
	inv.root.retries.Store(int32(g.options.Limits.RetryBudget))
	return context.WithValue(ctx, contextKey{}, inv), inv.end, nil
}

func (inv *Invocation) end() { inv.ended.Store(true) }

// newCallID is unique and cannot be guessed.
func newCallID() string { return rand.Text() }

// Current is the invocation that a context carries, or an *Error with the code
// Unauthenticated: there is none, or it has ended.
func Current(ctx context.Context) (*Invocation, error) {
	inv, _ := ctx.Value(contextKey{}).(*Invocation)
	switch {
	case inv == nil:
		return nil, errorf(Unauthenticated, "the context carries no invocation")
	case inv.ended.Load():
		return nil, errorf(Unauthenticated, "the invocation has ended")
	}
	return inv, nil
}

// Identity is on whose behalf the skill acts.
func (inv *Invocation) Identity() Identity { return inv.who }

// Skill is the id of the skill at work.
func (inv *Invocation) Skill() string { return inv.consumer.skill }

// Version is the skill's version, as its contract writes it.
func (inv *Invocation) Version() string { return inv.consumer.version }

// CallID is the id of the call that this is, as in the audit log.
func (inv *Invocation) CallID() string { return inv.frame.id }

// Caller is the skill that called this one, "" where the host entered it.
func (inv *Invocation) Caller() string {
	if inv.frame.parent == nil {
		return ""
	}
	return inv.frame.parent.provider
}

// Chain lists the calls down to this one: the skill that the host entered, then
// "skill.tool" for each call.
func (inv *Invocation) Chain() []string { return inv.frame.chain() }

// consumerIn is the invocation's skill as a snapshot has it, nil if that no longer does.
func (inv *Invocation) consumerIn(s *snapshot) *release {
	if inv.consumer.skill == contract.Core {
		return s.core
	}
	return s.releases[inv.consumer]
}

// A ToolInfo is a tool that a skill may call now.
type ToolInfo struct {
	Skill   string // "core" for core tools
	Version string
	*contract.Tool
	Deprecation *contract.Deprecation // announced for it, or nil
}

// Tools lists what the invocation's skill may call: core tools, its own, and the
// imported ones that the contracts and the policy allow today, in this order and by skill
// and name. Tools that need a subscription are among them: calling one tells the model
// to offer it.
func (g *Gateway) Tools(ctx context.Context) ([]ToolInfo, error) {
	inv, err := g.invocation(ctx)
	if err != nil {
		return nil, err
	}
	s := g.snapshot.Load()
	consumer := inv.consumerIn(s)
	if consumer == nil {
		return nil, errorf(Unauthenticated, "version %q of %q is no longer served", inv.Version(), inv.Skill())
	}
	now := time.Now()
	var list []ToolInfo
	for name := range consumer.routes {
		d := s.decide(consumer, inv.who.Agent, name, now)
		if d.code != "" || g.judge(ctx, inv, d) != Abstain {
			continue
		}
		list = append(list, ToolInfo{
			Skill: d.tool.provider(), Version: d.provider.Version.Text,
			Tool: d.tool.Tool, Deprecation: d.provider.Deprecation(name),
		})
	}
	sortTools(list, inv.Skill())
	return list, nil
}

// invocation is Current, and of this gateway.
func (g *Gateway) invocation(ctx context.Context) (*Invocation, error) {
	inv, err := Current(ctx)
	if err == nil && inv.gateway != g {
		return nil, errorf(Unauthenticated, "the invocation is of another gateway")
	}
	return inv, err
}
