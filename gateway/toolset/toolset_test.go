package toolset_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/gateway"
	"github.com/skilllint/skilllint/gateway/audit"
	"github.com/skilllint/skilllint/gateway/toolset"
)

type noLog struct{}

func (noLog) Intent(context.Context, audit.Record) error  { return nil }
func (noLog) Outcome(context.Context, audit.Record) error { return nil }
func (noLog) Denial(context.Context, audit.Record) error  { return nil }

// TestFor: a model is given what the gateway would allow, and calls it by its names.
func TestFor(t *testing.T) {
	var catalog contract.Catalog
	err := json.Unmarshal([]byte(`{"version": 1, "contracts": [
		{"id": "p", "exports": [{"name": "open"}, {"name": "hidden"}, {"name": "private"}]},
		{"id": "c", "exports": [{"name": "own"}], "imports": [{"from": "p", "tools": ["open", "hidden", "gone"]}]}]}`), &catalog)
	if err != nil {
		t.Fatal(err)
	}
	g, err := gateway.New(catalog, gateway.Options{
		Audit: noLog{},
		Core:  &contract.Contract{Exports: []contract.Tool{{Name: contract.Name{Text: "read"}}}},
		Policy: func(_ context.Context, c gateway.PolicyCall) (gateway.Verdict, error) {
			if c.Tool == "hidden" {
				return gateway.Hide, nil
			}
			return gateway.Abstain, nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	ok := func(context.Context, json.RawMessage) (json.RawMessage, error) { return json.RawMessage(`"ok"`), nil }
	if err := g.Register("p", "", map[string]gateway.Handler{"open": ok, "private": ok}); err != nil {
		t.Fatal(err)
	}
	ctx, leave, err := g.Enter(t.Context(), gateway.Identity{Org: "o", User: "u"}, "c")
	if err != nil {
		t.Fatal(err)
	}
	defer leave()
	set, err := toolset.For(ctx, g)
	if err != nil {
		t.Fatal(err)
	}
	got, _ := set.Marshal("anthropic")
	if want := `[{"name":"core__read","input_schema":{"type":"object"}},{"name":"c__own","input_schema":{"type":"object"}},{"name":"p__open","input_schema":{"type":"object"}}]`; string(got) != want {
		t.Errorf("tools are %s", got)
	}
	for name, want := range map[string]gateway.Code{"p__open": "", "p__hidden": gateway.ToolNotFound, "p__private": gateway.ToolNotFound, "private": gateway.ToolNotImported} {
		_, err := set.Call(ctx, name, nil)
		code := gateway.Code("")
		if err != nil {
			code = err.(*gateway.Error).Code
		}
		if code != want {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
	for _, args := range []string{`1e10000000`, strings.Repeat("[", 100_000), `{"a": 1, "a": 2}`, `{} {}`, "\xff"} {
		if _, err := set.Call(ctx, "p__open", json.RawMessage(args)); err == nil || err.(*gateway.Error).Code != gateway.InvalidArguments {
			t.Errorf("%.20q: %v", args, err)
		}
	}
	if _, err := toolset.For(t.Context(), g); err == nil {
		t.Error("nobody has tools")
	}
}
