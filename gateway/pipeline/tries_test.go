package pipeline_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/skilllint/skilllint/gateway"
	"github.com/skilllint/skilllint/gateway/pipeline"
)

// composed is the research skill with other steps and another outputMapping.
func composed(steps, output string) string {
	return strings.Replace(research[:strings.Index(research, `"pipeline"`)], `"sources": {"type": "array"}`, `"sources": {"type": "array"}, "failed": {"type": "boolean"}`, 1) +
		`"pipeline": [` + steps + `], "outputMapping": ` + output + `}`
}

const hits = `{"results": [{"snippet": "a"}, {"snippet": "b"}, {"snippet": "c"}, {"snippet": "d"}]}`

// TestTries: steps are tried again, end after their time, go on when they fail, and keep to their bound of calls.
func TestTries(t *testing.T) {
	const search = `{"step": "web", "skill": "memory_search", "input": {"query": "{{input.topic}}"}},`
	down := func(times int, f gateway.Handler) gateway.Handler {
		return func(ctx context.Context, args json.RawMessage) (json.RawMessage, error) {
			if times--; times >= 0 {
				return nil, errors.New("down")
			}
			return f(ctx, args)
		}
	}
	for _, c := range []struct {
		title, steps, output string
		summarize            gateway.Handler
		want                 string // "" for an error
		took                 time.Duration
	}{
		{"the third try", search + `{"step": "sum", "skill": "summarize", "retry": 2, "retryDelay": 100, "input": {"text": "x"}}`,
			`{"sources": [], "summary": "{{steps.sum.summary}}"}`, down(2, after(10*time.Millisecond, `{"summary": "s"}`)), `{"sources":[],"summary":"s"}`, 310 * time.Millisecond},
		{"no further try", search + `{"step": "sum", "skill": "summarize", "retry": 1, "retryDelay": 100, "input": {"text": "x"}}`,
			`{"sources": [], "summary": "{{steps.sum.summary}}"}`, down(2, after(0, `{"summary": "s"}`)), "", 100 * time.Millisecond},
		{"the delay is a second", search + `{"step": "sum", "skill": "summarize", "retry": 2, "input": {"text": "x"}}`,
			`{"sources": [], "summary": "{{steps.sum.summary}}"}`, down(2, after(0, `{"summary": "s"}`)), `{"sources":[],"summary":"s"}`, 3 * time.Second},
		{"its own time", search + `{"step": "sum", "skill": "summarize", "timeout": 50, "input": {"text": "x"}}`,
			`{"sources": [], "summary": "{{steps.sum.summary}}"}`, after(200*time.Millisecond, `{"summary": "s"}`), "", 50 * time.Millisecond},
		{"it goes on", search + `{"step": "sum", "skill": "summarize", "timeout": 50, "continueOnError": true, "input": {"text": "x"}}`,
			`{"sources": [], "summary": "{{steps.sum.summary}}", "failed": "{{steps.sum._failed}}"}`, after(200*time.Millisecond, `{"summary": "s"}`), `{"failed":true,"sources":[]}`, 50 * time.Millisecond},
		{"items go on", search + `{"step": "sum", "skill": "summarize", "foreach": "{{steps.web.results}}", "maxConcurrency": 1, "continueOnError": true, "input": {"text": "x"}}`,
			`{"sources": "{{steps.sum | map: summary}}", "failed": "{{steps.sum[0]._failed}}"}`, down(3, after(10*time.Millisecond, `{"summary": "s"}`)), `{"failed":true,"sources":["s"]}`, 10 * time.Millisecond},
		{"two at once", search + `{"step": "sum", "skill": "summarize", "foreach": "{{steps.web.results}}", "maxConcurrency": 2, "input": {"text": "x"}}`,
			`{"sources": "{{steps.sum | map: summary}}"}`, after(10*time.Millisecond, `{"summary": "s"}`), `{"sources":["s","s","s","s"]}`, 20 * time.Millisecond},
		{"all at once", search + `{"step": "sum", "skill": "summarize", "foreach": "{{steps.web.results}}", "maxConcurrency": 0, "input": {"text": "x"}}`,
			`{"sources": "{{steps.sum | map: summary}}"}`, after(10*time.Millisecond, `{"summary": "s"}`), `{"sources":["s","s","s","s"]}`, 10 * time.Millisecond},
		{"all again", search + `{"step": "sum", "skill": "summarize", "foreach": "{{steps.web.results}}", "maxConcurrency": 1, "retry": 1, "retryDelay": 5, "input": {"text": "x"}}`,
			`{"sources": "{{steps.sum | map: summary}}"}`, down(1, after(10*time.Millisecond, `{"summary": "s"}`)), `{"sources":["s","s","s","s"]}`, 45 * time.Millisecond},
	} {
		t.Run(c.title, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g, ctx, _ := served(t, composed(c.steps, c.output), map[string]gateway.Handler{"memory_search": after(0, hits), "summarize": c.summarize})
				start := time.Now()
				r, err := g.Call(ctx, "research_and_summarize", json.RawMessage(`{"topic": "x"}`))
				got := ""
				if err == nil {
					got = string(r.Value)
				}
				if got != c.want || time.Since(start) != c.took {
					t.Errorf("%s (%v) after %v, want %s after %v", got, err, time.Since(start), c.want, c.took)
				}
			})
		})
	}
}

// TestStepNumbers: what is no number of a step is refused.
func TestStepNumbers(t *testing.T) {
	for _, key := range []string{`"retry": -1`, `"retry": 1.5`, `"timeout": "1"`, `"maxConcurrency": 1e12`, `"retryDelay": null`, `"continueOnError": 1`} {
		if _, err := pipeline.Parse([]byte(`{"pipeline": [{"step": "a", "skill": "x", ` + key + `}]}`)); err == nil {
			t.Errorf("%s is taken", key)
		}
	}
	if _, err := pipeline.Parse([]byte(`{"pipeline": [{"step": "a", "skill": "x", "retry": 2.0, "timeout": 1e3, "maxConcurrency": 0, "retryDelay": 0, "continueOnError": false}]}`)); err != nil {
		t.Error(err)
	}
}
