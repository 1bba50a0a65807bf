package zodiac

import (
	"context"

	"example.com/astro/gateway"
	"example.com/astro/names"
)

// Chart calls a tool of its own.
func Chart(ctx context.Context, g *gateway.Gateway) (any, error) {
	return g.Call(ctx, names.Snapshot, nil)
}
