package gateway_test

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"testing"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/gateway"
	"github.com/skilllint/skilllint/gateway/audit"
	"github.com/skilllint/skilllint/gateway/quota"
)

// memoryLog is an audit log that tests read.
type memoryLog struct {
	mu      sync.Mutex
	records []audit.Record
	fail    map[audit.Kind]error
}

func (l *memoryLog) add(kind audit.Kind, r audit.Record) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.fail[kind]; err != nil {
		return err
	}
	r.Kind = kind
	l.records = append(l.records, r)
	return nil
}

func (l *memoryLog) Intent(_ context.Context, r audit.Record) error  { return l.add(audit.Intent, r) }
func (l *memoryLog) Outcome(_ context.Context, r audit.Record) error { return l.add(audit.Outcome, r) }
func (l *memoryLog) Denial(_ context.Context, r audit.Record) error  { return l.add(audit.Denial, r) }

// kinds lists what is on record as "kind code".
func (l *memoryLog) kinds() (list []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, r := range l.records {
		list = append(list, string(r.Kind)+" "+r.Code)
	}
	return list
}

func (l *memoryLog) breakDown(kind audit.Kind, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.fail = map[audit.Kind]error{kind: err}
}

var alice = gateway.Identity{Org: "acme", User: "alice", Session: "s1"}

// astro is a workspace of two skills: jungastro needs zodiac.
const astro = `{"version": 1, "contracts": [
	{"id": "zodiac", "version": "1.0", "provides": "1.0.0", "exports": [
		{"name": "calculate_zodiac", "description": "Calculate a chart",
			"input_schema": {"type": "object", "required": ["birth_date"], "additionalProperties": false,
				"properties": {"birth_date": {"type": "string"}, "house": {"type": "integer", "maximum": 12}}},
			"output_schema": {"type": "object", "required": ["sun_sign"], "properties": {"sun_sign": {"type": "string"}}}},
		{"name": "get_chart_snapshot", "read_only": true,
			"input_schema": {"type": "object"}, "output_schema": {"type": "object"}},
		{"name": "old_calculate", "input_schema": {"type": "object"}, "output_schema": {"type": "object"}},
		{"name": "unshared", "input_schema": {"type": "object"}, "output_schema": {"type": "object"}}],
	 "access": {"requires_subscription": true, "free_tools": ["get_chart_snapshot", "old_calculate"],
		"rate_limit": [{"tool": "calculate_zodiac", "rate": "3/day"}, {"tool": "get_chart_snapshot", "rate": "unlimited"}]},
	 "deprecated": [{"tool": "old_calculate", "removal_date": "2000-06-01", "replacement": "calculate_zodiac"}]},
	{"id": "jungastro", "version": "3.0", "provides": "3.0.0",
	 "exports": [{"name": "interpret", "input_schema": {"type": "object"}, "output_schema": {"type": "object"}}],
	 "imports": [{"from": "zodiac", "tools": ["calculate_zodiac", "get_chart_snapshot", "old_calculate"], "version": "1.0", "range": ">=1.0.0 <2.0.0"}]},
	{"id": "future", "imports": [{"from": "zodiac", "tools": ["calculate_zodiac"], "version": "2.0", "range": ">=2.0.0 <3.0.0"}]}]}`

func catalogOf(t testing.TB, text string) contract.Catalog {
	t.Helper()
	var c contract.Catalog
	if err := json.Unmarshal([]byte(text), &c); err != nil {
		t.Fatal(err)
	}
	return c
}

// A world is a gateway with what a test observes it by.
type world struct {
	*gateway.Gateway
	log        *memoryLog
	subscribed map[string]bool
	calls      map[string]int // of each tool's function
	mu         sync.Mutex
}

func answer(text string) gateway.Handler {
	return func(context.Context, json.RawMessage) (json.RawMessage, error) { return json.RawMessage(text), nil }
}

// newWorld serves astro, with every tool answering, to alice who has subscribed.
func newWorld(t testing.TB, change ...func(*gateway.Options)) *world {
	t.Helper()
	w := &world{log: &memoryLog{}, subscribed: map[string]bool{"alice": true}, calls: map[string]int{}}
	options := gateway.Options{
		Audit: w.log, Quota: quota.NewMemory(),
		Subscriptions: gateway.SubscriptionFunc(func(_ context.Context, who gateway.Identity, _ string) (bool, error) {
			return w.subscribed[who.User], nil
		}),
	}
	for _, f := range change {
		f(&options)
	}
	g, err := gateway.New(catalogOf(t, astro), options)
	if err != nil {
		t.Fatal(err)
	}
	w.Gateway = g
	w.serve(t, "zodiac", "calculate_zodiac", answer(`{"sun_sign": "Leo"}`))
	for _, tool := range []string{"get_chart_snapshot", "old_calculate", "unshared"} {
		w.serve(t, "zodiac", tool, answer(`{}`))
	}
	w.serve(t, "jungastro", "interpret", answer(`{}`))
	return w
}

// serve registers a function and counts its calls.
func (w *world) serve(t testing.TB, skill, tool string, f gateway.Handler) {
	t.Helper()
	err := w.Register(skill, "", map[string]gateway.Handler{tool: func(ctx context.Context, args json.RawMessage) (json.RawMessage, error) {
		w.mu.Lock()
		w.calls[tool]++
		w.mu.Unlock()
		return f(ctx, args)
	}})
	if err != nil {
		t.Fatal(err)
	}
}

// as enters a skill for the length of the test.
func (w *world) as(t testing.TB, skill string, who ...gateway.Identity) context.Context {
	t.Helper()
	id := alice
	if len(who) > 0 {
		id = who[0]
	}
	ctx, leave, err := w.Enter(t.Context(), id, skill)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(leave)
	return ctx
}

// code is the code of an error, "" without one.
func code(t testing.TB, err error) gateway.Code {
	t.Helper()
	if err == nil {
		return ""
	}
	var e *gateway.Error
	if !errors.As(err, &e) {
		t.Fatalf("%v is no *gateway.Error", err)
	}
	return e.Code
}

func jsonOf(t testing.TB, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

const birth = `{"birth_date": "1990-01-01"}`
