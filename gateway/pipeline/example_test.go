package pipeline_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/gateway"
	"github.com/skilllint/skilllint/gateway/pipeline"
)

// The pipeline of a skill.json is registered as the function of its skill. In a program
// the manifest is a file, and the contracts are what the linter handed over.
func ExampleParse() {
	p, err := pipeline.Parse([]byte(`{
		"name": "greet", "mode": "composite", "calls": ["translate"],
		"pipeline": [{"step": "hello", "skill": "translate", "input": {"text": "Hello, {{input.name}}"}}],
		"outputMapping": {"greeting": "{{steps.hello.text}}!"}}`))
	if err != nil {
		log.Fatal(err)
	}
	var catalog contract.Catalog
	err = json.Unmarshal([]byte(`{"version": 1, "contracts": [
		{"id": "greet", "exports": [{"name": "greet"}], "imports": [{"from": "translate", "tools": ["translate"]}]},
		{"id": "translate", "exports": [{"name": "translate"}]}]}`), &catalog)
	if err != nil {
		log.Fatal(err)
	}
	g, err := gateway.New(catalog, gateway.Options{Audit: &records{}})
	if err != nil {
		log.Fatal(err)
	}
	_ = g.Register("greet", "", map[string]gateway.Handler{"greet": p.Run})
	_ = g.Register("translate", "", map[string]gateway.Handler{"translate": func(_ context.Context, args json.RawMessage) (json.RawMessage, error) {
		fmt.Println(string(args))
		return json.RawMessage(`{"text": "Hallo, Ada"}`), nil
	}})
	ctx, leave, err := g.Enter(context.Background(), gateway.Identity{Org: "acme", User: "alice"}, "greet")
	if err != nil {
		log.Fatal(err)
	}
	defer leave()
	result, err := g.Call(ctx, "greet", json.RawMessage(`{"name": "Ada"}`))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(result.Value))
	// Output:
	// {"text":"Hello, Ada"}
	// {"greeting":"Hallo, Ada!"}
}
