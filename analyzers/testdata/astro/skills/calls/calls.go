package calls

import (
	"context"

	gw "example.com/astro/gateway"
	"example.com/astro/names"
)

type host struct{ *gw.Gateway }

type registry struct{}

// Call has the gateway's name, and is not the gateway's.
func (registry) Call(ctx context.Context, tool string, args any) {}

func Use(ctx context.Context, anything *gw.Gateway, h host) {
	anything.Call(ctx, names.Chart, nil) // want `calls calls "calculate_zodiac" of skill "zodiac", but does not import it \[undeclared-call\]`
	h.Call(ctx, names.Chart, nil)
	gw.Call(ctx, names.Snapshot, nil) // want `calls calls "get_chart_snapshot" of skill "zodiac"`
	var gateway registry
	gateway.Call(ctx, names.Chart, nil)
	gw.Call(ctx, "read", nil)
	gw.Call(ctx, "of_nobody", nil)
}
