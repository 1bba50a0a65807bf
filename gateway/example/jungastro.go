package main

import (
	"context"
	"encoding/json"

	"github.com/skilllint/skilllint/gateway"
)

// jungastro is the consumer. It holds no gateway: what it may call comes with the context.
func jungastro() map[string]gateway.Handler {
	return map[string]gateway.Handler{"interpret": gateway.Func(interpret)}
}

type reading struct {
	Archetype string `json:"archetype"`
}

func interpret(ctx context.Context, args json.RawMessage) (reading, error) {
	result, err := gateway.Call(ctx, "calculate_zodiac", args)
	if err != nil {
		return reading{}, err // a missing subscription reaches the user, anything else does not
	}
	var c chart
	if err := json.Unmarshal(result.Value, &c); err != nil {
		return reading{}, err
	}
	if archetype, ok := archetypes[c.SunSign]; ok {
		return reading{archetype}, nil
	}
	return reading{"the seeker"}, nil
}

var archetypes = map[string]string{"Leo": "the ruler", "Pisces": "the mystic", "Aries": "the hero", "Virgo": "the sage"}
