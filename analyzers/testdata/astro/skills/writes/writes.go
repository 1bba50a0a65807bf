package writes

import (
	"context"

	"example.com/astro/gateway"
)

const base = "skills.zodiac"

func Use(ctx context.Context, key string) {
	gateway.Call(ctx, "save", map[string]any{"path": base + ".chart"})  // want `writes writes to "skills.zodiac.chart", the data of skill "zodiac"`
	gateway.Call(ctx, "save", map[string]any{"path": base + "." + key}) // want `writes writes to "skills.zodiac."`
	gateway.Call(ctx, "save", map[string]any{"path": "skills.writes." + key})
	gateway.Call(ctx, "save", map[string]any{"path": "skills.zodiacs.chart"}) // want `writes to "skills.zodiacs.chart", outside of its own namespace`
	gateway.Call(ctx, "save", map[string]any{"path": key})
}
