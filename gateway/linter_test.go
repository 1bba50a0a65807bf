package gateway_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/gateway"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// serveAll makes a gateway on which every tool answers.
func serveAll(t rapid.TB, catalog contract.Catalog) *gateway.Gateway {
	g, err := gateway.New(catalog, gateway.Options{Audit: &memoryLog{}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range catalog.Contracts {
		tools := map[string]gateway.Handler{}
		for _, tool := range c.Exports {
			tools[tool.Name.Text] = answer(`{}`)
		}
		if err := g.Register(c.ID.Text, "", tools); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

// decision is the gateway's answer to one call, as a code.
func decision(t rapid.TB, g *gateway.Gateway, consumer, tool string) gateway.Code {
	ctx, leave, err := g.Enter(context.Background(), alice, consumer)
	if err != nil {
		t.Fatal(err)
	}
	defer leave()
	_, err = g.Call(ctx, tool, nil)
	if err == nil {
		return ""
	}
	return err.(*gateway.Error).Code
}

// faultOf are the rules whose findings foretell a denial of a declared import.
var faultOf = map[gateway.Code][]string{
	gateway.ToolNotFound:    {"unknown-provider", "import-not-exported", "self-import"},
	gateway.ToolRemoved:     {"deprecated-import", "overdue-removal"},
	gateway.VersionMismatch: {"incompatible-version"},
}

// TestLinterIsGateway: what a skill declares is denied if and only if there is a
// finding in its manifest or in the provider's that says why; so a workspace without
// findings is never denied for a static reason.
func TestLinterIsGateway(t *testing.T) {
	clean, denials := 0, map[gateway.Code]int{}
	rapid.Check(t, func(t *rapid.T) {
		m := drawModel(t)
		catalog, ws, findings := judged(t, m.files())
		g := serveAll(t, catalog)
		silent := !slices.ContainsFunc(findings, func(f lint.Finding) bool { return f.Severity >= lint.Error })
		if silent {
			clean++
		}
		for _, s := range m {
			for _, tool := range s.calls {
				code := decision(t, g, s.id, tool)
				if code != gateway.ToolNotImported { // what is declared is judged below; a word that nobody exports may be a tool of the host's
					continue
				}
				denials[code]++
				if !found(ws, findings, []string{"undeclared-call"}, "skills/"+s.id+"/handlers.py") {
					t.Fatalf("the code of %s calls %s, which is denied: %s, and nothing is found:\n%s", s.id, tool, code, listed(ws, findings))
				}
			}
			for _, imp := range s.imports {
				code := decision(t, g, s.id, imp.tool)
				if code == "" {
					continue
				}
				denials[code]++
				if silent {
					t.Fatalf("nothing is found, and %s is denied %s: %s", s.id, imp.tool, code)
				}
				if !found(ws, findings, faultOf[code], "skills/"+s.id+"/SKILL.md", "skills/"+imp.from+"/SKILL.md") {
					t.Fatalf("%s is denied %s of %s: %s, and none of %v is found:\n%s", s.id, imp.tool, imp.from, code, faultOf[code], listed(ws, findings))
				}
			}
		}
	})
	t.Logf("%d workspaces without errors; denials: %v", clean, denials)
	if clean < 10 || len(denials) < 4 {
		t.Errorf("too few cases: %d clean workspaces, denials %v", clean, denials)
	}
}

// found reports whether one of the rules speaks in one of the files.
func found(ws *skill.Workspace, findings []lint.Finding, rules []string, files ...string) bool {
	return slices.ContainsFunc(findings, func(f lint.Finding) bool {
		return slices.Contains(rules, f.Rule.Name) && slices.Contains(files, ws.Fset.Position(f.Pos).Filename)
	})
}

func listed(ws *skill.Workspace, findings []lint.Finding) string {
	var b strings.Builder
	for _, f := range findings {
		fmt.Fprintf(&b, "%v: %s [%s]\n", ws.Fset.Position(f.Pos), f.Message, f.Rule.Name)
	}
	return b.String()
}

// TestEveryDecisionIsTheContracts: for all skills and all words, declared or not, the
// gateway's answer is contract.Check's about the provider that the linter would name.
func TestEveryDecisionIsTheContracts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawModel(t)
		catalog, ws, _ := judged(t, m.files())
		g := serveAll(t, catalog)
		now := time.Now()
		for _, s := range m {
			consumer := ws.Index.ID(s.id)[0]
			for _, tool := range m.named() {
				want := gateway.ToolNotFound
				if provider := meant(ws, consumer, tool); provider != nil {
					want = ""
					if d := contract.Check(consumer, provider, tool, now); d != nil {
						want = d.Code
					} else if provider.Export(tool) == nil {
						want = gateway.ToolNotFound
					}
				}
				if got := decision(t, g, s.id, tool); got != want {
					t.Fatalf("%s calls %s: %q, want %q", s.id, tool, got, want)
				}
			}
		}
	})
}

// meant is the provider of a tool: the skill itself, whom its import names, or who exports it.
func meant(ws *skill.Workspace, consumer *contract.Contract, tool string) *contract.Contract {
	if consumer.Export(tool) != nil {
		return consumer
	}
	for i := range consumer.Imports {
		imp := &consumer.Imports[i]
		if slices.ContainsFunc(imp.Tools, func(n contract.Name) bool { return n.Text == tool }) {
			return ws.Index.Provider(imp, tool)
		}
	}
	if owners := ws.Index.Tool(tool); len(owners) > 0 {
		return owners[0]
	}
	return nil
}
