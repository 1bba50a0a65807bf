package gateway

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/skilllint/skilllint/contract"
)

// A Gateway decides and makes the calls between skills. It is safe for concurrent use.
// Who holds it can enter any skill for any user: it belongs to the host, and skills are
// given contexts only.
type Gateway struct {
	options  Options
	snapshot atomic.Pointer[snapshot]
	repeats  *repeats
	digester *digester
	cache    *cache

	mu       sync.Mutex // of what follows, and of changes of the snapshot
	handlers handlers
	pins     map[Pin]string
	locks    map[binding]string
	// suspended are tools whose provider is not what the contract says.
	suspended map[Pin]bool
}

// A Handler is the function that is a tool. The arguments are valid for the tool's
// schema; the result must be. The context carries the tool's own [Invocation] and ends
// with the call's deadline. What the error says is not told to the caller, unless it is a
// *Error about the user's subscription or quota, which the tool met in a call of its own.
type Handler func(ctx context.Context, args json.RawMessage) (json.RawMessage, error)

type handlers map[version]map[string]Handler

// of is the handler for a version of a tool, else the one for all versions.
func (h handlers) of(t *tool) Handler {
	if f := h[version{t.provider(), t.owner.Version.Text}][t.Name.Text]; f != nil {
		return f
	}
	return h[version{t.provider(), ""}][t.Name.Text]
}

// New makes a Gateway of contracts that were checked together. It fails if they
// contradict each other, if a schema, a rate or a binding can't be used, and if they ask
// for a quota store or subscriptions that are not given: nothing of this is left to be
// found by a call. The Gateway keeps the catalog, which must not be changed afterwards.
func New(catalog contract.Catalog, options Options) (*Gateway, error) {
	if err := options.check(); err != nil {
		return nil, err
	}
	g := &Gateway{
		options:  options,
		handlers: handlers{}, pins: map[Pin]string{}, locks: map[binding]string{},
		repeats: newRepeats(), digester: newDigester(options.AuditKey), cache: newCache(options.Cache),
	}
	for _, pin := range options.Pins {
		g.pins[pin.key()] = pin.Definition
	}
	if err := g.Reload(catalog); err != nil {
		return nil, err
	}
	return g, nil
}

// Reload takes other contracts in place of those in use, at once and as a whole; after
// an error the old ones stay. Calls that are being executed end as they began. Tools
// whose definition changed under the same version are refused with DefinitionChanged.
// Rolling back to an earlier version of a packaged skill is a Reload with that version
// as the current one.
func (g *Gateway) Reload(catalog contract.Catalog) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	pins, locks := maps.Clone(g.pins), maps.Clone(g.locks)
	s, err := newSnapshot(catalog, &g.options, g.handlers, pins, locks, g.suspended)
	if err != nil {
		return err
	}
	g.pins, g.locks = pins, locks
	g.snapshot.Store(s)
	return nil
}

// Register gives tools of a skill the functions that they are. The version is that of
// the contract; "" stands for every version without functions of its own. A tool that
// no version exports is an error. Core tools are those of the skill contract.Core.
func (g *Gateway) Register(skill, ofVersion string, tools map[string]Handler) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	s := g.snapshot.Load()
	all := maps.Clone(g.handlers)
	key := version{skill, ofVersion}
	all[key] = maps.Clone(all[key])
	if all[key] == nil {
		all[key] = map[string]Handler{}
	}
	for name, f := range tools {
		if f == nil || !s.exports(skill, ofVersion, name) {
			return fmt.Errorf("gateway: %q does not export a tool %q, or its function is nil", skill, name)
		}
		all[key][name] = f
	}
	next, err := newSnapshot(s.catalog, &g.options, all, maps.Clone(g.pins), maps.Clone(g.locks), g.suspended)
	if err != nil {
		return err
	}
	g.handlers = all
	g.snapshot.Store(next)
	return nil
}

func (s *snapshot) exports(id, ofVersion, name string) bool {
	sk := s.skills[id]
	if id == contract.Core && s.core != nil {
		sk = s.core.skill
	}
	return sk != nil && slices.ContainsFunc(sk.releases, func(r *release) bool {
		return (ofVersion == "" || r.Version.Text == ofVersion) && r.exports[name] != nil
	})
}

// Bindings lists the agents' bindings with the versions that those without a lock were
// first resolved to. Loading them again keeps these over restarts.
func (g *Gateway) Bindings() []contract.Binding {
	g.mu.Lock()
	defer g.mu.Unlock()
	list := slices.Clone(g.snapshot.Load().catalog.Bindings)
	for i := range list {
		b := &list[i]
		if v, ok := g.locks[binding{b.Agent, b.Skill}]; ok && b.Lock == "" && !b.AutoUpdate {
			if r, err := contract.ParseRange("=" + v); err == nil {
				b.Lock, b.Range = "="+v, r
			}
		}
	}
	return list
}
