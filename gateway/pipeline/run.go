package pipeline

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/skilllint/skilllint/gateway"
	"github.com/skilllint/skilllint/template"
)

// A run is one run of a pipeline.
type run struct {
	ctx     context.Context
	cancel  context.CancelFunc
	body    *template.Pipeline
	input   any
	calls   chan struct{}     // has room for each call that may be under way
	ended   []chan struct{}   // of each step; what follows is read when it is closed
	results []json.RawMessage // of each step; nil when it was left out
	outputs []any             // the same, decoded

	failed sync.Once
	err    error // the first
}

func newRun(ctx context.Context, body *template.Pipeline, input any) *run {
	n := len(body.Steps)
	r := &run{
		body: body, input: input, calls: make(chan struct{}, MaxCalls),
		ended: make([]chan struct{}, n), results: make([]json.RawMessage, n), outputs: make([]any, n),
	}
	for i := range r.ended {
		r.ended[i] = make(chan struct{})
	}
	r.ctx, r.cancel = context.WithCancel(ctx)
	return r
}

// fail keeps the first error and ends what is under way.
func (r *run) fail(err error) {
	r.failed.Do(func() { r.err = err })
	r.cancel()
}

// steps runs all steps, and returns the first error.
func (r *run) steps() error {
	defer r.cancel()
	var running sync.WaitGroup
	for i := range r.body.Steps {
		running.Go(func() {
			defer close(r.ended[i])
			if err := r.step(i); err != nil {
				r.fail(fmt.Errorf("step %q: %w", r.body.Steps[i].Name, err))
			}
		})
	}
	running.Wait()
	return r.err
}

// data is what the templates of a step read; i is the number of steps for the outputMapping.
func (r *run) data(i int) map[string]any {
	steps := map[string]any{}
	for j := range r.body.Steps {
		if r.body.Reads(i, j) && r.results[j] != nil {
			steps[r.body.Steps[j].Name] = r.outputs[j]
		}
	}
	return map[string]any{"input": r.input, "steps": steps}
}

// step runs one step when those that it waits for have ended.
func (r *run) step(i int) (err error) {
	s := &r.body.Steps[i]
	for _, j := range s.After {
		<-r.ended[j]
	}
	if err := r.ctx.Err(); err != nil {
		return err
	}
	data := r.data(i)
	if s.Condition != nil {
		holds, err := s.Condition.Eval(data, template.DefaultLimits)
		if err != nil {
			return fmt.Errorf("condition: %w", err)
		}
		if !holds {
			return nil
		}
	}
	if s.Foreach != nil {
		r.results[i], err = r.each(s, data)
	} else {
		r.calls <- struct{}{}
		r.results[i], err = r.call(s, data)
	}
	if err == nil {
		r.outputs[i], err = decode(r.results[i])
	}
	return err
}

// call makes one call of a step; room for it is taken.
func (r *run) call(s *template.PipelineStep, data map[string]any) (json.RawMessage, error) {
	defer func() { <-r.calls }()
	args, err := evaluate(s.Input, data)
	if err != nil {
		return nil, fmt.Errorf("input: %w", err)
	}
	result, err := gateway.Call(r.ctx, s.Skill, args)
	if err != nil {
		return nil, err
	}
	return result.Value, nil
}

// each makes a call for every item of foreach, and gives the results in the order of the items.
func (r *run) each(s *template.PipelineStep, data map[string]any) (json.RawMessage, error) {
	v, err := s.Foreach.Eval(data, template.DefaultLimits)
	if err != nil {
		return nil, fmt.Errorf("foreach: %w", err)
	}
	items, ok := v.([]any)
	if !ok {
		return nil, errors.New("foreach gives no array")
	}
	results := make([]json.RawMessage, len(items))
	var running sync.WaitGroup
	for i, item := range items {
		r.calls <- struct{}{}
		running.Go(func() {
			var err error
			if results[i], err = r.call(s, map[string]any{"input": data["input"], "steps": data["steps"], "item": item}); err != nil {
				r.fail(fmt.Errorf("step %q, item %d: %w", s.Name, i, err))
			}
		})
		if r.ctx.Err() != nil {
			break
		}
	}
	running.Wait()
	if err := r.ctx.Err(); err != nil {
		return nil, err
	}
	return json.Marshal(results)
}
