package main

import (
	"context"
	_ "embed"
	"encoding/json"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/gateway"
	"github.com/skilllint/skilllint/gateway/pipeline"
)

//go:embed functions/morning/skill.json
var morning []byte

type text struct {
	Text string `json:"text"`
}

// functions are those of skill.json, one of which is a pipeline, and those of the registry that
// procedures use.
func functions() (map[string]map[string]gateway.Handler, error) {
	p, err := pipeline.Parse(morning)
	if err != nil {
		return nil, err
	}
	found := func(context.Context, json.RawMessage) (json.RawMessage, error) {
		return json.RawMessage(`{"id":42,"title":"Prepare the meeting"}`), nil
	}
	return map[string]map[string]gateway.Handler{
		"morning": {"morning": p.Run},
		"forecast": {"forecast": func(_ context.Context, args json.RawMessage) (json.RawMessage, error) {
			var in struct{ City, Unit string }
			if err := json.Unmarshal(args, &in); err != nil {
				return nil, err
			}
			return json.Marshal(text{in.City + " 20 °" + in.Unit})
		}},
		"greet": {"greet": func(_ context.Context, args json.RawMessage) (json.RawMessage, error) {
			var in struct{ Name string }
			if err := json.Unmarshal(args, &in); err != nil {
				return nil, err
			}
			return json.Marshal(text{"Good morning, " + in.Name + "!"})
		}},
		contract.Registry: {"task_list": found, "task_get": found, "task_delete": found},
	}, nil
}
