// Package jungastro interprets charts.
package jungastro

import (
	"context"

	g "example.com/astro/gateway"
)

func Chart(ctx context.Context, c g.Client) (map[string]any, error) {
	return c.Call(ctx, "calculate_zodiac", map[string]any{})
}
