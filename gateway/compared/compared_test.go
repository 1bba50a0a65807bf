package compared

import (
	"context"
	"encoding/json"
	"flag"
	"testing"

	"pgregory.net/rapid"

	"github.com/skilllint/skilllint/gateway"
	"github.com/skilllint/skilllint/gateway/audit"
)

// discard is an audit log without I/O.
type discard struct{}

func (discard) Intent(context.Context, audit.Record) error  { return nil }
func (discard) Outcome(context.Context, audit.Record) error { return nil }
func (discard) Denial(context.Context, audit.Record) error  { return nil }

// newGateway serves a model, with every tool answering. The user named subscriber is one.
func newGateway(m model) (*gateway.Gateway, error) {
	catalog, err := m.catalog()
	if err != nil {
		return nil, err
	}
	subscribed := func(_ context.Context, who gateway.Identity, _ string) (bool, error) {
		return who.User == "subscriber", nil
	}
	g, err := gateway.New(catalog, gateway.Options{Audit: discard{}, Subscriptions: gateway.SubscriptionFunc(subscribed)})
	if err != nil {
		return nil, err
	}
	for _, s := range m {
		tools := map[string]gateway.Handler{}
		for _, t := range s.tools {
			tools[t.name] = func(context.Context, json.RawMessage) (json.RawMessage, error) { return json.RawMessage(`{}`), nil }
		}
		if err := g.Register(s.id, "", tools); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// asks calls the tool, and gives the code of its denial.
func asks(t rapid.TB, g *gateway.Gateway, q question) gateway.Code {
	who := gateway.Identity{Org: "acme", User: "guest"}
	if q.subscribed {
		who.User = "subscriber"
	}
	ctx, leave, err := g.Enter(context.Background(), who, q.skill)
	if err != nil {
		t.Fatal(err)
	}
	defer leave()
	if _, err = g.Call(ctx, q.tool, nil); err != nil {
		return err.(*gateway.Error).Code
	}
	return ""
}

// The same models are drawn in every run; another search takes -rapid.seed.
func init() { flag.Set("rapid.seed", "1") }

// TestEnginesAgree holds the decision to engines that share no line with it, nor with
// our contracts, versions and ranges.
func TestEnginesAgree(t *testing.T) {
	codes := map[gateway.Code]int{}
	rapid.Check(t, func(t *rapid.T) {
		m := drawModel(t)
		g, err := newGateway(m)
		if err != nil {
			t.Fatal(err)
		}
		cedar, err := newCedar(m)
		if err != nil {
			t.Fatal(err)
		}
		opa, err := newOPA(m)
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range m.questions() {
			code := asks(t, g, q)
			codes[code]++
			if got, want := cedar.ready(q)(), code == ""; got != want {
				t.Fatalf("%+v: Cedar says %v, the gateway %q", q, got, code)
			}
			if got, want := opa.ready(q)(), code == ""; got != want {
				t.Fatalf("%+v: OPA says %v, the gateway %q", q, got, code)
			}
		}
	})
	t.Logf("answers: %v", codes)
	for _, code := range []gateway.Code{"", gateway.ToolNotFound, gateway.ToolNotImported, gateway.ToolRemoved, gateway.VersionMismatch, gateway.SubscriptionRequired} {
		if codes[code] < 20 {
			t.Errorf("%d answers are %q, which is too few: %v", codes[code], code, codes)
		}
	}
}

// BenchmarkDecide asks Cedar and OPA what package gateway's benchmark of this name asks of
// its snapshot, with prepared questions.
func BenchmarkDecide(b *testing.B) {
	const n = 1000
	m := large(n)
	cedar, err := newCedar(m)
	if err != nil {
		b.Fatal(err)
	}
	opa, err := newOPA(m)
	if err != nil {
		b.Fatal(err)
	}
	engines := []struct {
		name  string
		ready func(question) func() bool
	}{{"cedar", cedar.ready}, {"opa", opa.ready}}
	for _, e := range engines {
		for _, allowed := range []bool{true, false} {
			name := e.name + "/deny"
			if allowed {
				name = e.name + "/allow"
			}
			b.Run(name, func(b *testing.B) {
				var ready []func() bool
				for _, q := range asked(n, allowed) {
					ready = append(ready, e.ready(q))
				}
				b.ReportAllocs()
				defer cpu(b)()
				for i := 0; b.Loop(); i++ {
					if ready[i*7919&1023]() != allowed {
						b.Fatal("another answer")
					}
				}
			})
		}
	}
}
