// Package gateway is the runtime that keeps what the linter checks: skills call
// each other's tools through it, and it decides by the contracts (package contract)
// by which the linter decides.
//
// A host makes a [Gateway] from checked contracts, registers the functions that are
// the tools, and enters skills on behalf of users:
//
//	g, err := gateway.New(catalog, gateway.Options{Audit: log, Quota: quota.NewMemory()})
//	err = g.Register("zodiac", "", map[string]gateway.Handler{"calculate_zodiac": calculate})
//	ctx, leave, err := g.Enter(ctx, gateway.Identity{Org: "acme", User: "alice"}, "jungastro")
//	defer leave()
//	result, err := g.Call(ctx, "calculate_zodiac", args)
//
// Who calls is never an argument. The context that Enter returns carries an
// [Invocation], a capability that only the gateway makes; a tool's function gets one
// of its own, which ends when the function returns. Skills that hold a context and no
// Gateway call by the function [Call].
//
// Each refusal is an [*Error] with a [Code] of a closed list, and marshals to the JSON
// that skills and models are told.
//
// This package opens no connections and no files: quotas (package gateway/quota) and
// the audit log (package gateway/audit) are given to it. It does not serve MCP or HTTP,
// does not isolate the code of skills that run in the same process, and does not know
// which tools a model should choose.
package gateway
