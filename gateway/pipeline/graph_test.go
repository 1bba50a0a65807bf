package pipeline_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/skilllint/skilllint/gateway"
	"github.com/skilllint/skilllint/gateway/pipeline"
)

// graph searches for what a topic and its notes say, side by side, and summarizes each hit.
var graph = strings.NewReplacer(`"sources": {"type": "array"}`, `"sources": {"type": "array"}, "parts": {"type": "array", "items": {"type": "object"}}`).
	Replace(research[:strings.Index(research, `"pipeline"`)]) + `"pipeline": [
		{"step": "parts", "skill": "summarize", "depends": ["web", "notes"], "foreach": "{{steps.web.results}}", "input": {"text": "{{item.snippet}} {{steps.notes.results | size}}"}},
		{"step": "web", "skill": "memory_search", "depends": [], "input": {"query": "{{input.topic}}"}},
		{"step": "notes", "skill": "memory_search", "depends": [], "input": {"query": "notes"}}],
	"outputMapping": {"sources": "{{steps.web.results}}", "parts": "{{steps.parts}}"}}`

func after(wait time.Duration, text string) gateway.Handler {
	return func(ctx context.Context, _ json.RawMessage) (json.RawMessage, error) {
		select {
		case <-time.After(wait):
			return json.RawMessage(text), nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// TestGraph: what does not wait for each other runs side by side, and results are in order.
func TestGraph(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, ctx, _ := served(t, graph, map[string]gateway.Handler{
			"memory_search": after(300*time.Millisecond, `{"results": [{"snippet": "a"}, {"snippet": "b"}, {"snippet": "c"}]}`),
			"summarize": func(_ context.Context, args json.RawMessage) (json.RawMessage, error) {
				var in struct{ Text string }
				_ = json.Unmarshal(args, &in)
				time.Sleep(map[string]time.Duration{"a 3": 300, "b 3": 200, "c 3": 100}[in.Text] * time.Millisecond)
				return json.Marshal(map[string]string{"summary": in.Text})
			},
		})
		start := time.Now()
		r, err := g.Call(ctx, "research_and_summarize", json.RawMessage(`{"topic": "x"}`))
		if err != nil {
			t.Fatal(err)
		}
		if took := time.Since(start); took != 600*time.Millisecond {
			t.Errorf("it took %v", took)
		}
		const want = `{"parts":[{"summary":"a 3"},{"summary":"b 3"},{"summary":"c 3"}],"sources":[{"snippet":"a"},{"snippet":"b"},{"snippet":"c"}]}`
		if string(r.Value) != want {
			t.Errorf("got %s", r.Value)
		}
	})
}

// TestGraphIsBounded: of 100 items no more than MaxCalls are under way; none gives an empty array.
func TestGraphIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hits := `{"results": []}`
		g, ctx, _ := served(t, graph, map[string]gateway.Handler{
			"memory_search": func(context.Context, json.RawMessage) (json.RawMessage, error) { return json.RawMessage(hits), nil },
			"summarize":     after(10*time.Millisecond, `{"summary": "s"}`),
		})
		r, err := g.Call(ctx, "research_and_summarize", json.RawMessage(`{"topic": "x"}`))
		if err != nil || !strings.Contains(string(r.Value), `"parts":[]`) {
			t.Errorf("%v, %v", r, err)
		}
		hits = `{"results": [` + strings.Repeat(`{"snippet": "x"},`, 99) + `{"snippet": "x"}]}`
		start := time.Now()
		if _, err := g.Call(ctx, "research_and_summarize", json.RawMessage(`{"topic": "x"}`)); err != nil {
			t.Error(err)
		}
		if took, want := time.Since(start), 10*time.Millisecond*(100/pipeline.MaxCalls+1); took != want {
			t.Errorf("it took %v, want %v", took, want)
		}
	})
}

// TestGraphFails: the first failure is the error, and ends what is under way.
func TestGraphFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, ctx, _ := served(t, graph, map[string]gateway.Handler{
			"memory_search": func(ctx context.Context, args json.RawMessage) (json.RawMessage, error) {
				if strings.Contains(string(args), "notes") {
					return json.RawMessage(`{"results": 1}`), nil
				}
				return after(900*time.Millisecond, `{"results": []}`)(ctx, args)
			},
			"summarize": after(0, `{"summary": "s"}`),
		})
		start := time.Now()
		_, err := g.Call(ctx, "research_and_summarize", json.RawMessage(`{"topic": "x"}`))
		var e *gateway.Error
		if !errors.As(err, &e) || e.Code != gateway.ProviderError || time.Since(start) > 500*time.Millisecond {
			t.Errorf("%v after %v", err, time.Since(start))
		}
	})
}

// TestManySteps: a long pipeline is parsed and refused in no time.
func TestManySteps(t *testing.T) {
	var steps []string
	for i := range 1000 {
		steps = append(steps, fmt.Sprintf(`{"step": "s%d", "skill": "x", "input": {"q": "{{steps.s%d}}"}}`, i, max(i-1, 0)))
	}
	steps[0] = `{"step": "s0", "skill": "x"}`
	if _, err := pipeline.Parse([]byte(`{"pipeline": [` + strings.Join(steps, ",") + `]}`)); err != nil {
		t.Error(err)
	}
	if _, err := pipeline.Parse([]byte(`{"pipeline": [` + strings.Join(steps, ",") + `, {"step": "more", "skill": "x"}]}`)); err == nil {
		t.Error("1,001 steps are parsed")
	}
	steps[0] = `{"step": "s0", "skill": "x", "depends": ["s999"]}`
	if _, err := pipeline.Parse([]byte(`{"pipeline": [` + strings.Join(steps, ",") + `]}`)); err == nil || len(err.Error()) > 300 {
		t.Errorf("%.400v", err)
	}
}
