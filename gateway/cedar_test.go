package gateway_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	cedar "github.com/cedar-policy/cedar-go"
	"pgregory.net/rapid"
)

// TestCedarAgrees holds the decision to an engine that shares no line with it: the model
// is written as Cedar policies and entities, without our contracts, versions or ranges.
func TestCedarAgrees(t *testing.T) {
	allowed, refused := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		m := drawModel(t)
		catalog, _, _ := judged(t, m.files())
		g := serveAll(t, catalog)
		policies, entities := m.cedar(t)
		for _, s := range m {
			for _, tool := range m.named() {
				got := decision(t, g, s.id, tool)
				want, diagnostic := cedar.Authorize(policies, entities, cedar.Request{
					Principal: cedar.NewEntityUID("Skill", cedar.String(s.id)),
					Action:    cedar.NewEntityUID("Action", "call"),
					Resource:  cedar.NewEntityUID("Tool", cedar.String(tool)),
					Context:   cedar.NewRecord(cedar.RecordMap{"today": date(t, time.Now().UTC().Format(time.DateOnly))}),
				})
				if (got == "") != (want == cedar.Allow) {
					t.Fatalf("%s calls %s: %q, Cedar says %v %+v", s.id, tool, got, want, diagnostic)
				}
				if got == "" {
					allowed++
				} else {
					refused++
				}
			}
		}
	})
	if allowed < 100 || refused < 100 {
		t.Errorf("too few cases: %d allowed, %d refused", allowed, refused)
	}
}

// cedar writes the model as policies and entities.
func (m model) cedar(t *rapid.T) (*cedar.PolicySet, cedar.EntityMap) {
	var text strings.Builder
	text.WriteString("permit(principal, action, resource) when { resource.provider == principal };\n")
	entities := cedar.EntityMap{}
	for _, s := range m {
		skill := cedar.NewEntityUID("Skill", cedar.String(s.id))
		entities[skill] = cedar.Entity{UID: skill}
		for _, name := range s.tools {
			attributes := cedar.RecordMap{"provider": skill}
			if s.version != "" {
				attributes["version"] = number(t, s.version)
			}
			if s.removal[name] != "" {
				attributes["removal"] = date(t, s.removal[name])
			}
			tool := cedar.NewEntityUID("Tool", cedar.String(name))
			entities[tool] = cedar.Entity{UID: tool, Attributes: cedar.NewRecord(attributes)}
		}
		for _, imp := range s.imports {
			fmt.Fprintf(&text, "permit(principal == Skill::%q, action, resource == Tool::%q) when {\n", s.id, imp.tool)
			fmt.Fprintf(&text, "  resource.provider == Skill::%q && !(resource has removal && context.today >= resource.removal)", imp.from)
			if imp.min != "" {
				low := number(t, imp.min)
				high := (low/1000 + 1) * 1000
				if low < 1000 {
					high = low + 1
				}
				fmt.Fprintf(&text, "\n  && resource has version && resource.version >= %d && resource.version < %d", low, high)
			}
			text.WriteString("\n};\n")
		}
	}
	policies, err := cedar.NewPolicySetFromBytes("model", []byte(text.String()))
	if err != nil {
		t.Fatalf("%v in\n%s", err, text.String())
	}
	return policies, entities
}

// number orders MAJOR.MINOR.
func number(t *rapid.T, version string) cedar.Long {
	var major, minor int
	if _, err := fmt.Sscanf(version, "%d.%d", &major, &minor); err != nil {
		t.Fatal(err)
	}
	return cedar.Long(major*1000 + minor)
}

func date(t *rapid.T, text string) cedar.Long {
	var y, m, d int
	if _, err := fmt.Sscanf(text, "%d-%d-%d", &y, &m, &d); err != nil {
		t.Fatal(err)
	}
	return cedar.Long(y*10000 + m*100 + d)
}

// BenchmarkCedar asks Cedar what BenchmarkDecide asks of a snapshot: one skill of a thousand
// with twelve imports, in one policy over entities, its fastest form.
func BenchmarkCedar(b *testing.B) {
	const n = 1000
	policies, err := cedar.NewPolicySetFromBytes("bench", []byte(`permit(principal, action, resource) when { resource in principal.imports };`))
	if err != nil {
		b.Fatal(err)
	}
	entities := cedar.EntityMap{}
	tool := func(i, j int) cedar.EntityUID {
		return cedar.NewEntityUID("Tool", cedar.String(fmt.Sprintf("skill_%d_tool_%d", i%n, j)))
	}
	for i := range n {
		var imports []cedar.Value
		for j := range 12 {
			imports = append(imports, tool(i+j+1, 0), tool(i+j+1, 1))
		}
		uid := cedar.NewEntityUID("Skill", cedar.String(fmt.Sprint("skill_", i)))
		entities[uid] = cedar.Entity{UID: uid, Attributes: cedar.NewRecord(cedar.RecordMap{"imports": cedar.NewSet(imports...)})}
		for j := range 5 {
			entities[tool(i, j)] = cedar.Entity{UID: tool(i, j)}
		}
	}
	requests := make([]cedar.Request, 1024)
	for i := range requests {
		requests[i] = cedar.Request{
			Principal: cedar.NewEntityUID("Skill", cedar.String(fmt.Sprint("skill_", i%n))),
			Action:    cedar.NewEntityUID("Action", "call"), Resource: tool(i+1+i%12, 1),
		}
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if d, _ := cedar.Authorize(policies, entities, requests[i*7919&1023]); d != cedar.Allow {
			b.Fatal(d)
		}
	}
}
