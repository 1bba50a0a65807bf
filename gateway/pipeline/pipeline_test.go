package pipeline_test

import (
	"context"
	"encoding/json"
	"errors"
	"go/token"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"github.com/skilllint/skilllint/gateway"
	"github.com/skilllint/skilllint/gateway/audit"
	"github.com/skilllint/skilllint/gateway/pipeline"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules"
	"github.com/skilllint/skilllint/skill"
)

// The skills of a pipeline that searches and summarizes.
const (
	search = `{"name": "memory_search", "description": "Search", "category": "memory", "mode": "code", "version": "1.0.0",
		"input": {"type": "object", "properties": {"query": {"type": "string"}, "limit": {"type": "integer", "default": 5}}, "required": ["query", "limit"]},
		"output": {"type": "object", "required": ["results"], "properties": {"results": {"type": "array", "items": {"type": "object",
			"required": ["snippet"], "properties": {"snippet": {"type": "string"}, "score": {"type": "number"}}}}}},
		"timeout": 1000, "retry": 2}`
	summarize = `{"name": "summarize", "description": "Summarize", "category": "text", "mode": "code", "version": "1.0.0", "timeout": 1000,
		"input": {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]},
		"output": {"type": "object", "properties": {"summary": {"type": "string"}}, "required": ["summary"]}}`
	research = `{"name": "research_and_summarize", "description": "Research", "category": "workflow", "mode": "composite", "version": "1.0.0",
		"input": {"type": "object", "properties": {"topic": {"type": "string"}, "short": {"type": "boolean", "default": false}}, "required": ["topic"]},
		"output": {"type": "object", "properties": {"summary": {"type": "string"}, "sources": {"type": "array"}}, "required": ["sources"]},
		"calls": ["memory_search", "summarize"],
		"pipeline": [
			{"step": "search", "skill": "memory_search", "input": {"query": "{{input.topic}}"}},
			{"step": "summarize", "skill": "summarize", "condition": "not input.short",
				"input": {"text": "{{steps.search.results | map: snippet | join: '\n\n'}}"}}],
		"outputMapping": {"summary": "{{steps.summarize.summary}}", "sources": "{{steps.search.results}}"}}`
)

// records is the audit of a test. Steps that run side by side write to it at once.
type records struct {
	mu      sync.Mutex
	records []audit.Record
}

func (l *records) Intent(context.Context, audit.Record) error      { return nil }
func (l *records) Outcome(_ context.Context, r audit.Record) error { return l.add(r) }
func (l *records) Denial(_ context.Context, r audit.Record) error  { return l.add(r) }

func (l *records) add(r audit.Record) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.records = append(l.records, r)
	return nil
}

// served checks the skills, makes a gateway of what the linter hands over, and enters
// the pipeline's skill.
func served(t *testing.T, composite string, functions map[string]gateway.Handler) (*gateway.Gateway, context.Context, *records) {
	t.Helper()
	files := fstest.MapFS{}
	for name, text := range map[string]string{"search": search, "summarize": summarize, "research": composite} {
		files[name+"/skill.json"] = &fstest.MapFile{Data: []byte(text)}
		files[name+"/index.ts"] = &fstest.MapFile{Data: []byte("export const execute = async () => ({})\n")}
	}
	config := lint.DefaultConfig()
	ws, err := skill.Load(token.NewFileSet(), files, config.LoadOptions())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range lint.Run(lint.Input{Workspace: ws, Config: config, Now: time.Now()}, rules.All) {
		if f.Severity == lint.Error {
			t.Fatalf("%v: %s", ws.Fset.Position(f.Pos), f.Message)
		}
	}
	l := &records{}
	g, err := gateway.New(ws.Catalog(), gateway.Options{Audit: l})
	if err != nil {
		t.Fatal(err)
	}
	p, err := pipeline.Parse([]byte(composite))
	if err != nil {
		t.Fatal(err)
	}
	functions["research_and_summarize"] = p.Run
	for name, f := range functions {
		if err := g.Register(name, "", map[string]gateway.Handler{name: f}); err != nil {
			t.Fatal(err)
		}
	}
	ctx, leave, err := g.Enter(t.Context(), gateway.Identity{Org: "o", User: "u"}, "research_and_summarize")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(leave)
	return g, ctx, l
}

func TestPipeline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		failures := 0
		var asked []string
		functions := map[string]gateway.Handler{
			"memory_search": func(_ context.Context, args json.RawMessage) (json.RawMessage, error) {
				if failures > 0 {
					failures--
					return nil, errors.New("down")
				}
				asked = append(asked, string(args))
				return json.RawMessage(`{"results": [{"snippet": "{{input.topic}}", "score": 0.10}, {"snippet": "b"}]}`), nil
			},
			"summarize": func(_ context.Context, args json.RawMessage) (json.RawMessage, error) {
				asked = append(asked, string(args))
				return json.RawMessage(`{"summary": "short"}`), nil
			},
		}
		g, ctx, l := served(t, research, functions)
		run := func(args string) (string, error) {
			asked = nil
			r, err := g.Call(ctx, "research_and_summarize", json.RawMessage(args))
			if err != nil {
				return "", err
			}
			return string(r.Value) + " " + strings.Join(asked, " "), nil
		}
		const results = `"sources":[{"score":0.10,"snippet":"{{input.topic}}"},{"snippet":"b"}]`
		// What a step returns is no template.
		got, err := run(`{"topic": "stars"}`)
		if want := `{` + results + `,"summary":"short"} {"limit":5,"query":"stars"} {"text":"{{input.topic}}\n\nb"}`; got != want || err != nil {
			t.Errorf("%v\n got %s\nwant %s", err, got, want)
		}
		if n := len(l.records); n != 3 || l.records[0].ParentCallID != l.records[2].CallID || l.records[0].Depth != 2 {
			t.Errorf("on record are %+v", l.records)
		}
		got, err = run(`{"topic": "stars", "short": true}`) // the condition leaves a step out
		if want := `{` + results + `} {"limit":5,"query":"stars"}`; got != want || err != nil {
			t.Errorf("%v\n got %s\nwant %s", err, got, want)
		}
		failures = 2 // "retry": 2
		if _, err = run(`{"topic": "stars", "short": true}`); err != nil {
			t.Error(err)
		}
		failures = 3
		_, err = run(`{"topic": "stars"}`)
		var e *gateway.Error
		if !errors.As(err, &e) || e.Code != gateway.ProviderError {
			t.Error(err)
		}
	})
}

// TestStepsAreChecked: a step's result, a step's time, a step that nobody allowed.
func TestStepsAreChecked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ok := func(text string) gateway.Handler {
			return func(context.Context, json.RawMessage) (json.RawMessage, error) { return json.RawMessage(text), nil }
		}
		slow := func(ctx context.Context, _ json.RawMessage) (json.RawMessage, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		}
		for name, c := range map[string]struct {
			search, summarize gateway.Handler
			want              string // the code of the step on record
		}{
			"result":      {ok(`{"results": "none"}`), ok(`{"summary": ""}`), "invalid_result"},
			"time":        {ok(`{"results": []}`), slow, "unknown_after_timeout"},
			"last result": {ok(`{"results": []}`), ok(`{}`), "invalid_result"},
		} {
			g, ctx, l := served(t, research, map[string]gateway.Handler{"memory_search": c.search, "summarize": c.summarize})
			start := time.Now()
			_, err := g.Call(ctx, "research_and_summarize", json.RawMessage(`{"topic": "x"}`))
			if err == nil || time.Since(start) > time.Second {
				t.Errorf("%s: %v after %v", name, err, time.Since(start))
			}
			if got := l.records[len(l.records)-2].Code; got != c.want {
				t.Errorf("%s: on record is %q", name, got)
			}
		}
	})
}

func TestLastStepIsTheOutput(t *testing.T) {
	p, err := pipeline.Parse([]byte(`{"pipeline": [{"step": "a", "skill": "x", "condition": "input.never"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if out, err := p.Run(t.Context(), json.RawMessage(`{"never": false}`)); err != nil || out != nil {
		t.Errorf("%s, %v", out, err)
	}
	p, err = pipeline.Parse([]byte(`{"pipeline": [{"step": "a", "skill": "x"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Run(t.Context(), json.RawMessage(`{}`)); err == nil {
		t.Error("it ran without an invocation")
	}
}

func TestParseRefuses(t *testing.T) {
	for _, text := range []string{
		`{}`, `[]`, `{`, `{"pipeline": []}`, `{"pipeline": [{"skill": "x"}]}`, `{"pipeline": [{"step": "a"}]}`,
		`{"pipeline": [{"step": "a", "skill": "x"}, {"step": "a", "skill": "x"}]}`,
		`{"pipeline": [{"step": "a", "skill": "x", "input": {"q": "{{input."}}]}`,
		`{"pipeline": [{"step": "a", "skill": "x", "condition": "input. =="}]}`,
		`{"pipeline": [{"step": "a", "skill": "x"}], "outputMapping": {"o": "{{|}}"}}`,
		`{"pipeline": [{"step": "a", "skill": "x", "depends": ["nope"]}]}`,
		`{"pipeline": [{"step": "a", "skill": "x", "depends": ["a"]}]}`,
		`{"pipeline": [{"step": "a", "skill": "x", "depends": ["b"]}, {"step": "b", "skill": "x"}]}`,
		`{"pipeline": [{"step": "a", "skill": "x", "depends": "b"}]}`,
		`{"pipeline": [{"step": "a", "skill": "x", "foreach": ["b"]}]}`,
		`{"pipeline": [{"step": "a", "skill": "x", "for_each": "{{input}}"}]}`,
		`{"pipeline": [{"step": "a", "skill": "x", "input": {"q": "{{item.x}}"}}]}`,
		`{"pipeline": [{"step": "a", "skill": "x", "foreach": "{{input.q}}", "condition": "item.x"}]}`,
		`{"pipeline": [{"step": "a", "skill": "x"}, {"step": "b", "skill": "x", "depends": [], "input": {"q": "{{steps.a}}"}}]}`,
		`{"pipeline": [{"step": "a", "skill": "x", "input": {"q": "{{steps.nope}}"}}]}`,
		`{"input": {"type": "object", "properties": {"q": {"type": "string"}}}, "pipeline": [{"step": "a", "skill": "x", "input": {"q": "{{input.qq}}"}}]}`,
		`{"mode": "llm", "pipeline": [{"step": "a", "skill": "x"}]}`,
	} {
		if _, err := pipeline.Parse([]byte(text)); err == nil {
			t.Errorf("%s can be run", text)
		}
	}
}

// TestHostile: manifests and arguments that nobody means are errors, not panics, and take
// no time.
func TestHostile(t *testing.T) {
	deep := strings.Repeat(`{"a":`, 100_000) + "1" + strings.Repeat("}", 100_000)
	for name, manifest := range map[string]string{
		"nothing": ``, "no object": `[]`, "unclosed": strings.Repeat("[", 500_000), "depth": `{"pipeline": [{"step": "a", "skill": "b", "input": ` + deep + `}]}`,
		"no steps": `{"pipeline": []}`, "step twice": `{"pipeline": [{"step": "a", "skill": "b"}, {"step": "a", "skill": "b"}]}`,
		"template": `{"pipeline": [{"step": "a", "skill": "b", "input": {"x": "{{input.` + strings.Repeat("(", 100_000) + `"}}]}`,
		"filters":  `{"pipeline": [{"step": "a", "skill": "b", "input": {"x": "{{input.x` + strings.Repeat(" | trim", 10_000) + ` |}}"}}]}`,
		"type":     `{"pipeline": [{"step": "a", "skill": "b", "condition": 1e10000000}]}`,
	} {
		if p, err := pipeline.Parse([]byte(manifest)); err == nil || p != nil || len(err.Error()) > 4096 {
			t.Errorf("%s: %.200v", name, err)
		}
	}
	g, ctx, _ := served(t, research, map[string]gateway.Handler{
		"memory_search": func(context.Context, json.RawMessage) (json.RawMessage, error) {
			return json.RawMessage(`{"results": [{"snippet": "x", "score": 1e10000000}]}`), nil
		},
	})
	for name, c := range map[string]struct {
		args string
		want gateway.Code
	}{
		"exponent":  {`{"topic": 1e10000000}`, gateway.InvalidArguments},
		"depth":     {`{"topic": ` + deep + `}`, gateway.InvalidArguments},
		"duplicate": {`{"topic": "a", "topic": "b"}`, gateway.InvalidArguments},
		"reference": {`{"topic": {"$ref": "file:///etc/passwd"}}`, gateway.InvalidArguments},
		"10 MB":     {`{"topic": "` + strings.Repeat("a", 10<<20) + `"}`, gateway.PayloadTooLarge},
		"template":  {`{"topic": "{{input.topic}}"}`, gateway.ProviderError}, // data, and the search's result is hostile
	} {
		_, err := g.Call(ctx, "research_and_summarize", json.RawMessage(c.args))
		var e *gateway.Error
		if !errors.As(err, &e) || e.Code != c.want {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}
