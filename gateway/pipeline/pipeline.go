// Package pipeline runs the declarative pipelines of function skills through the gateway, as the linter reads and types them
// (package template, docs/templates.md).
//
// Each step is a call like any other: the pipeline's skill must import what it calls,
// arguments and results are validated, rates count, and the callee's timeout and retries
// hold. Steps that do not wait for each other run side by side, and so do the calls of one
// foreach. Templates are data: they are parsed once, and nothing that a step returns is
// read as one. The package runs no functions in code.
package pipeline

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/skilllint/skilllint/gateway"
	"github.com/skilllint/skilllint/template"
)

// MaxCalls is how many calls of one run are under way at once.
const MaxCalls = 16

// A Pipeline is the body of one function skill. It is safe for concurrent use.
type Pipeline struct{ body *template.Pipeline }

// Parse reads the pipeline of a skill.json. It fails for whatever the linter reports
// without knowing the skills that are called: keys that no step has, unknown steps,
// steps that wait for each other, templates that name nothing.
func Parse(manifest []byte) (*Pipeline, error) {
	v, err := decode(manifest)
	if err != nil {
		return nil, fmt.Errorf("pipeline: %w", err)
	}
	doc, ok := v.(map[string]any)
	if !ok {
		return nil, errors.New("pipeline: the manifest is no object")
	}
	if mode, given := doc["mode"]; given && mode != "composite" {
		return nil, fmt.Errorf("pipeline: mode %v runs none", mode)
	}
	body, problems := template.ParsePipeline(doc)
	if len(problems) == 0 {
		problems = body.Check(template.FromInput(doc["input"]))
	}
	if len(problems) > 0 {
		return nil, fmt.Errorf("pipeline: %s: %s", problems[0].Pointer, problems[0].Message)
	}
	return &Pipeline{body}, nil
}

// Run runs the steps as the skill whose invocation ctx carries, each when those that it
// waits for have ended, and gives the output. It is a gateway.Handler. A step that its
// condition leaves out has no output: templates that read it give nothing. The first step
// that fails ends the run; the error wraps its *gateway.Error.
func (p *Pipeline) Run(ctx context.Context, args json.RawMessage) (json.RawMessage, error) {
	input, err := decode(args)
	if err != nil {
		return nil, gateway.NotDispatched(err)
	}
	r := newRun(ctx, p.body, input)
	if err := r.steps(); err != nil {
		return nil, err
	}
	n := len(p.body.Steps)
	if p.body.Output == nil {
		return r.results[n-1], nil
	}
	output, err := evaluate(p.body.Output, r.data(n))
	if err != nil {
		return nil, fmt.Errorf("outputMapping: %w", err)
	}
	return output, nil
}

func evaluate(d *template.Document, data map[string]any) (json.RawMessage, error) {
	v, err := d.Eval(data, template.DefaultLimits)
	if err != nil {
		return nil, err
	}
	if v == template.Missing {
		v = nil
	}
	return json.Marshal(v)
}

func decode(text json.RawMessage) (v any, err error) {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	err = dec.Decode(&v)
	return v, err
}
