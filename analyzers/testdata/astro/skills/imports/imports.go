package imports

import (
	"context"

	"example.com/astro/gateway"
	astro "example.com/astro/skills/zodiac" // want `imports imports the code of skill "zodiac": call one of its tools instead, it exports "calculate_zodiac", "get_chart_snapshot" \[direct-import\]`
)

func Use(ctx context.Context, g *gateway.Gateway) (any, error) { return astro.Chart(ctx, g) }
