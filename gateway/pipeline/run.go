package pipeline

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

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
		r.results[i], err = r.tries(s, func(ctx context.Context) (json.RawMessage, error) { return r.each(ctx, s, data) })
	} else {
		r.results[i], err = r.tries(s, func(ctx context.Context) (json.RawMessage, error) {
			r.calls <- struct{}{}
			return r.call(ctx, s, data)
		})
		if err != nil && s.ContinueOnError && r.ctx.Err() == nil {
			r.results[i], err = failed(err)
		}
	}
	if err == nil {
		r.outputs[i], err = decode(r.results[i])
	}
	return err
}

// maxDelay is the longest time between two tries of a step.
const maxDelay = 30 * time.Second

// tries runs a step as often as it may be tried, until it succeeds.
func (r *run) tries(s *template.PipelineStep, try func(context.Context) (json.RawMessage, error)) (json.RawMessage, error) {
	delay := min(s.RetryDelay, maxDelay)
	for n := 0; ; n++ {
		ctx, cancel := r.ctx, context.CancelFunc(func() {})
		if s.Timeout > 0 {
			ctx, cancel = context.WithTimeout(r.ctx, s.Timeout)
		}
		result, err := try(ctx)
		cancel()
		if err == nil || n == s.Retry {
			return result, err
		}
		select {
		case <-r.ctx.Done():
			return nil, err
		case <-time.After(delay):
		}
		delay = min(2*delay, maxDelay)
	}
}

// failed is the result of a call that failed, in a step that goes on.
func failed(err error) (json.RawMessage, error) {
	return json.Marshal(map[string]any{"_error": err.Error(), "_failed": true})
}

// call makes one call of a step; room for it is taken.
func (r *run) call(ctx context.Context, s *template.PipelineStep, data map[string]any) (json.RawMessage, error) {
	defer func() { <-r.calls }()
	args, err := evaluate(s.Input, data)
	if err != nil {
		return nil, fmt.Errorf("input: %w", err)
	}
	result, err := gateway.Call(ctx, s.Skill, args)
	if err != nil {
		return nil, err
	}
	return result.Value, nil
}

// each makes a call for every item of foreach, and gives the results in the order of the items. The first
// call that fails ends the others, unless the step goes on.
func (r *run) each(ctx context.Context, s *template.PipelineStep, data map[string]any) (json.RawMessage, error) {
	v, err := s.Foreach.Eval(data, template.DefaultLimits)
	if err != nil {
		return nil, fmt.Errorf("foreach: %w", err)
	}
	items, ok := v.([]any)
	if !ok {
		return nil, errors.New("foreach gives no array")
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	results := make([]json.RawMessage, len(items))
	most := s.MaxConcurrency
	if most == 0 {
		most = MaxCalls
	}
	room := make(chan struct{}, most)
	var running sync.WaitGroup
	for i, item := range items {
		room <- struct{}{}
		r.calls <- struct{}{}
		running.Go(func() {
			defer func() { <-room }()
			var err error
			results[i], err = r.call(ctx, s, map[string]any{"input": data["input"], "steps": data["steps"], "item": item})
			if err != nil && s.ContinueOnError {
				results[i], err = failed(err)
			}
			if err != nil {
				cancel(fmt.Errorf("item %d: %w", i, err))
			}
		})
		if ctx.Err() != nil && !s.ContinueOnError {
			break
		}
	}
	running.Wait()
	if err := r.ctx.Err(); err != nil {
		return nil, err
	}
	if ctx.Err() != nil && !s.ContinueOnError {
		return nil, context.Cause(ctx)
	}
	return json.Marshal(results)
}
