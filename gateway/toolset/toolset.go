// Package toolset gives a model the tools that a skill may call now, and makes the calls
// that the model asks for.
//
// It adds the gateway's decisions to the formats of package
// github.com/skilllint/skilllint/toolset. It talks to no model.
package toolset

import (
	"context"
	"encoding/json"

	"github.com/skilllint/skilllint/gateway"
	"github.com/skilllint/skilllint/toolset"
)

// A Set is the tools of an invocation. Its order and bytes are the same while the
// contracts, the policy's answers and the day's removals are.
type Set struct {
	*toolset.Set
	gateway *gateway.Gateway
}

// For lists the tools of the skill whose invocation ctx carries: core tools, its own, and
// the imports that are authorised now; nothing else.
func For(ctx context.Context, g *gateway.Gateway) (*Set, error) {
	tools, err := g.Tools(ctx)
	if err != nil {
		return nil, err
	}
	var entries []toolset.Entry
	for _, t := range tools {
		entries = append(entries, toolset.Entry{Skill: t.Skill, Tool: t.Tool, Deprecation: t.Deprecation})
	}
	set, err := toolset.New(entries)
	if err != nil {
		return nil, err
	}
	return &Set{set, g}, nil
}

// Call makes a call that a model asks for by the name that it was given. A name that is
// not in the set is called as it is: the gateway refuses it, and puts that on record.
func (s *Set) Call(ctx context.Context, name string, args json.RawMessage) (*gateway.Result, error) {
	if t, ok := s.Resolve(name); ok {
		name = t.Tool
	}
	return s.gateway.Call(ctx, name, args)
}
