package gateway

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/gateway/audit"
)

// discard is an audit log without I/O.
type discard struct{}

func (discard) Intent(context.Context, audit.Record) error  { return nil }
func (discard) Outcome(context.Context, audit.Record) error { return nil }
func (discard) Denial(context.Context, audit.Record) error  { return nil }

const input = `{"type":"object","required":["birth_date"],"additionalProperties":false,"properties":{
	"birth_date":{"type":"string","maxLength":10},"birth_time":{"type":"string"},"birth_place":{"type":"string"}}}`

const output = `{"type":"object","required":["sun_sign"],"properties":{"sun_sign":{"type":"string"},"moon_sign":{"type":"string"},
	"houses":{"type":"array","items":{"type":"integer","minimum":1,"maximum":12}}}}`

// many is a workspace of n skills with five tools each, of which each imports twelve.
func many(n int) contract.Catalog {
	var c contract.Catalog
	name := func(i, j int) contract.Name { return contract.Name{Text: fmt.Sprintf("skill_%d_tool_%d", i%n, j)} }
	for i := range n {
		s := &contract.Contract{ID: contract.Name{Text: fmt.Sprint("skill_", i)}}
		for j := range 5 {
			s.Exports = append(s.Exports, contract.Tool{Name: name(i, j), Input: contract.JSON(input), Output: contract.JSON(output)})
		}
		for j := range 12 {
			s.Imports = append(s.Imports, contract.Import{
				From: contract.Name{Text: fmt.Sprint("skill_", (i+j+1)%n)}, Tools: []contract.Name{name(i+j+1, 0), name(i+j+1, 1)},
			})
		}
		c.Contracts = append(c.Contracts, s)
	}
	return c
}

func benchGateway(t testing.TB, n int) *Gateway {
	t.Helper()
	g, err := New(many(n), Options{Audit: discard{}})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func BenchmarkDecide(b *testing.B) {
	const n = 1000
	s := benchGateway(b, n).snapshot.Load()
	for name, tool := range map[string]int{"allow": 1, "deny": 4} {
		b.Run(name, func(b *testing.B) {
			consumers, tools := make([]*release, 1024), make([]string, 1024)
			for i := range consumers {
				consumers[i] = s.skills[fmt.Sprint("skill_", i%n)].current
				tools[i] = fmt.Sprintf("skill_%d_tool_%d", (i%n+1+i%12)%n, tool)
			}
			now := time.Now()
			b.ReportAllocs()
			defer cpu(b)()
			for i := 0; b.Loop(); i++ {
				k := i * 7919 & 1023
				d := s.decide(consumers[k], "", tools[k], now)
				if (d.code == "") != (name == "allow") {
					b.Fatal(d.code)
				}
			}
		})
	}
}

// BenchmarkCall is a whole call without the I/O of stores: decision, strict parsing and
// validation of arguments and result, digests, records, a goroutine with a deadline.
func BenchmarkCall(b *testing.B) {
	g := benchGateway(b, 100)
	result := json.RawMessage(`{"sun_sign": "Leo", "moon_sign": "Pisces", "houses": [1, 5, 9, 12]}`)
	err := g.Register("skill_2", "", map[string]Handler{"skill_2_tool_0": func(context.Context, json.RawMessage) (json.RawMessage, error) { return result, nil }})
	if err != nil {
		b.Fatal(err)
	}
	ctx, leave, err := g.Enter(context.Background(), Identity{Org: "acme", User: "alice"}, "skill_1")
	if err != nil {
		b.Fatal(err)
	}
	defer leave()
	args := json.RawMessage(`{"birth_date": "1990-01-01", "birth_time": "12:00", "birth_place": "北京"}`)
	b.Run("allowed", func(b *testing.B) {
		b.ReportAllocs()
		defer cpu(b)()
		for b.Loop() {
			if _, err := g.Call(ctx, "skill_2_tool_0", args); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("denied", func(b *testing.B) {
		b.ReportAllocs()
		defer cpu(b)()
		for b.Loop() {
			if _, err := g.Call(ctx, "skill_2_tool_4", args); err == nil {
				b.Fatal("allowed")
			}
		}
	})
}

func BenchmarkReload(b *testing.B) {
	c := many(1000)
	g := benchGateway(b, 1)
	for b.Loop() {
		if err := g.Reload(c); err != nil {
			b.Fatal(err)
		}
	}
}
