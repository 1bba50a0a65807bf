// Package pipeline runs the declarative pipelines of function skills through the gateway, with the template language that the linter types
// (package template, docs/templates.md).
//
// Each step is a call like any other: the pipeline's skill must import what it calls,
// arguments and results are validated, rates count, and the callee's timeout and retries
// hold. Templates are data: they are parsed once, and nothing that a step returns is read
// as one. The package runs no steps side by side, and no functions in code.
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

// A Pipeline is the body of one function skill. It is safe for concurrent use.
type Pipeline struct {
	steps  []step
	output *template.Document // nil: the last step's output
}

type step struct {
	name, skill string
	input       *template.Document
	condition   *template.Condition // nil: always
}

// Parse reads the pipeline of a skill.json. The linter says more about what is wrong with
// one; Parse fails for what could not be run.
func Parse(manifest []byte) (*Pipeline, error) {
	var doc struct {
		Pipeline []struct {
			Step      string  `json:"step"`
			Skill     string  `json:"skill"`
			Input     any     `json:"input"`
			Condition *string `json:"condition"`
		} `json:"pipeline"`
		OutputMapping any `json:"outputMapping"`
	}
	dec := json.NewDecoder(bytes.NewReader(manifest))
	dec.UseNumber()
	if err := dec.Decode(&doc); err != nil {
		return nil, fmt.Errorf("pipeline: %w", err)
	}
	if len(doc.Pipeline) == 0 {
		return nil, errors.New("pipeline: the skill has none")
	}
	p := &Pipeline{}
	seen := map[string]bool{}
	for i, s := range doc.Pipeline {
		if s.Step == "" || s.Skill == "" || seen[s.Step] {
			return nil, fmt.Errorf("pipeline: step %d has no name of its own, or calls nothing", i+1)
		}
		seen[s.Step] = true
		if s.Input == nil {
			s.Input = map[string]any{}
		}
		input, err := compile(s.Input)
		if err != nil {
			return nil, fmt.Errorf("pipeline: input of step %q: %w", s.Step, err)
		}
		next := step{name: s.Step, skill: s.Skill, input: input}
		if s.Condition != nil {
			next.condition = template.ParseCondition(*s.Condition)
			if err := syntax(next.condition.Problems); err != nil {
				return nil, fmt.Errorf("pipeline: condition of step %q: %w", s.Step, err)
			}
		}
		p.steps = append(p.steps, next)
	}
	if doc.OutputMapping != nil {
		var err error
		if p.output, err = compile(doc.OutputMapping); err != nil {
			return nil, fmt.Errorf("pipeline: outputMapping: %w", err)
		}
	}
	return p, nil
}

func compile(v any) (*template.Document, error) {
	d := template.Compile(v)
	for pointer, t := range d.Templates() {
		if err := syntax(t.Problems); err != nil {
			return nil, fmt.Errorf("%s: %w", pointer, err)
		}
	}
	return d, nil
}

func syntax(problems []template.Problem) error {
	for _, p := range problems {
		if p.Class == template.Syntax {
			return errors.New(p.Message)
		}
	}
	return nil
}

// Run runs the steps one after the other, as the skill whose invocation ctx carries, and
// gives the output. It is a gateway.Handler. A step that its condition leaves out has no
// output: templates that read it give nothing. The first step that fails ends the run;
// the error wraps its *gateway.Error.
func (p *Pipeline) Run(ctx context.Context, args json.RawMessage) (json.RawMessage, error) {
	input, err := decode(args)
	if err != nil {
		return nil, gateway.NotDispatched(err)
	}
	steps := map[string]any{}
	data := map[string]any{"input": input, "steps": steps}
	var last json.RawMessage
	for i := range p.steps {
		if last, err = p.steps[i].run(ctx, data, steps); err != nil {
			return nil, fmt.Errorf("step %q: %w", p.steps[i].name, err)
		}
	}
	if p.output == nil {
		return last, nil
	}
	output, err := evaluate(p.output, data)
	if err != nil {
		return nil, fmt.Errorf("outputMapping: %w", err)
	}
	return output, nil
}

// run makes the step's call and adds its output to steps.
func (s *step) run(ctx context.Context, data, steps map[string]any) (json.RawMessage, error) {
	if s.condition != nil {
		holds, err := s.condition.Eval(data, template.DefaultLimits)
		if err != nil {
			return nil, fmt.Errorf("condition: %w", err)
		}
		if !holds {
			return nil, nil
		}
	}
	args, err := evaluate(s.input, data)
	if err != nil {
		return nil, fmt.Errorf("input: %w", err)
	}
	result, err := gateway.Call(ctx, s.skill, args)
	if err != nil {
		return nil, err
	}
	if steps[s.name], err = decode(result.Value); err != nil {
		return nil, err
	}
	return result.Value, nil
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
