package main

import (
	"context"
	"encoding/json"

	"github.com/skilllint/skilllint/gateway"
)

// jungastro is the consumer. It holds no gateway: what it may call comes with the context.
func jungastro() map[string]gateway.Handler {
	return map[string]gateway.Handler{
		"interpret": gateway.Func(interpret),
		"consult":   gateway.Func(consult),
		"reflect":   gateway.Func(consult),
		"meditate": func(ctx context.Context, _ json.RawMessage) (json.RawMessage, error) {
			<-ctx.Done() // the manifest gives it 20 ms
			return nil, ctx.Err()
		},
	}
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

type question struct {
	Tool string          `json:"tool"`
	Args json.RawMessage `json:"args"`
}

// consult tells what a tool answered, or the denial as a model would be told it.
func consult(ctx context.Context, q question) (map[string]any, error) {
	result, err := gateway.Call(ctx, q.Tool, q.Args)
	if err != nil {
		return map[string]any{"refused": err}, nil
	}
	return map[string]any{"answer": result.Value}, nil
}
