package args

import (
	"context"
	"encoding/json"

	"example.com/astro/gateway"
	"example.com/astro/names"
)

const houses = 12

func Use(ctx context.Context, g *gateway.Gateway, day string, more json.RawMessage) {
	g.Call(ctx, names.Chart, json.RawMessage(`{"birth_date": 7}`)) // want `the argument "birth_date" of "calculate_zodiac" does not fit: 7 is not a string \[call-arguments\]`
	g.Call(ctx, names.Chart, json.RawMessage(`{"birth_date": "1990-01-01"}`))
	g.Call(ctx, names.Chart, more)
	gateway.Call(ctx, names.Chart, map[string]any{"birth_date": day, "houses": houses})
	gateway.Call(ctx, names.Chart, map[string]any{"birth_date": day, "house": houses})            // want `"calculate_zodiac" takes no argument "house" \(did you mean "houses"\?\)`
	gateway.Call(ctx, names.Chart, map[string]any{"houses": "twelve" + day})                      // want `"calculate_zodiac" needs the argument "birth_date"`
	gateway.Do(ctx, gateway.Request{Tool: names.Chart, Args: json.RawMessage("{\"houses\": 1}")}) // want `needs the argument "birth_date"`
}
