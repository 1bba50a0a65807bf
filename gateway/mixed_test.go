package gateway_test

import (
	"context"
	"encoding/json"
	"errors"
	"go/token"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"pgregory.net/rapid"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/gateway"
	"github.com/skilllint/skilllint/gateway/pipeline"
	gatewaytoolset "github.com/skilllint/skilllint/gateway/toolset"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules"
	"github.com/skilllint/skilllint/skill"
	"github.com/skilllint/skilllint/toolset"
)

// judged reads and judges files, and hands the contracts over as the command does.
func judged(t rapid.TB, files fstest.MapFS) (contract.Catalog, *skill.Workspace, []lint.Finding) {
	config := lint.DefaultConfig()
	ws, err := skill.Load(token.NewFileSet(), files, config.LoadOptions())
	if err != nil {
		t.Fatal(err)
	}
	findings := lint.Run(lint.Input{Workspace: ws, Config: config, Now: time.Now()}, rules.All)
	text, err := json.Marshal(ws.Catalog())
	if err != nil {
		t.Fatal(err)
	}
	var catalog contract.Catalog
	if err := json.Unmarshal(text, &catalog); err != nil {
		t.Fatal(err)
	}
	return catalog, ws, findings
}

// static are the codes that follow from manifests alone, and the rules that foretell each.
var static = map[gateway.Code][]string{
	gateway.ToolNotFound: {"unknown-provider", "import-not-exported", "self-import", "incompatible-version", "unknown-tool", "inactive-current-version"},
	gateway.VersionMismatch: {"incompatible-version", "unsatisfied-lock", "inactive-current-version", "deprecated-import", "unknown-provider",
		"import-not-exported"},
	gateway.ToolNotImported:  {"undeclared-call", "unknown-provider", "import-not-exported"},
	gateway.ToolRemoved:      {"deprecated-import", "overdue-removal"},
	gateway.InvalidArguments: {"input-default", "invalid-tool-schema"},
}

// unloadable are the rules that say why a gateway takes no such contracts.
var unloadable = []string{"duplicate-tool", "duplicate-skill", "duplicate-import"}

// ambiguous are the rules about names that could mean several skills or tools.
var ambiguous = []string{"duplicate-tool", "duplicate-skill", "package-layout"}

// TestLinterIsGatewayForAllDialects: in a workspace without findings every declared
// call is allowed, for users and for agents with locks, and every denial in another one
// has its finding.
func TestLinterIsGatewayForAllDialects(t *testing.T) {
	clean, allowed, denials, refused, graphs := 0, 0, map[gateway.Code]int{}, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		w := drawMixed(t)
		catalog, ws, findings := judged(t, w.files)
		show := func() string { return listed(ws, findings) + dumped(w.files) }
		worst := lint.Off
		for _, f := range findings {
			worst = max(worst, f.Severity)
		}
		has := func(rules []string) bool {
			return slices.ContainsFunc(findings, func(f lint.Finding) bool { return slices.Contains(rules, f.Rule.Name) })
		}
		if worst < lint.Warning {
			clean++
		}
		g, err := gateway.New(catalog, gateway.Options{Audit: &memoryLog{}})
		if err != nil {
			refused++
			if worst < lint.Error || !has(unloadable) {
				t.Fatalf("no gateway can be made: %v, and nothing is found:\n%s", err, show())
			}
			return
		}
		if has(ambiguous) {
			return // who is meant is not known, and that is found
		}
		for _, c := range catalog.Contracts {
			for _, tool := range c.Exports {
				result := `{}`
				if w.isFunction(tool.Name.Text) {
					result = functionResult
				}
				if err := g.Register(c.ID.Text, c.Version.Text, map[string]gateway.Handler{tool.Name.Text: answer(result)}); err != nil {
					t.Fatal(err)
				}
			}
		}
		graphs += w.registerPipelines(t, g, func(s *mixedSkill, err error) {
			if !slices.ContainsFunc(findings, func(f lint.Finding) bool {
				return f.Severity >= lint.Error && ws.Fset.Position(f.Pos).Filename == s.main
			}) {
				t.Fatalf("the pipeline of %s cannot be run: %v, and nothing is found:\n%s", s.id, err, show())
			}
		})
		judge := func(agent string, s *mixedSkill, tool string, least lint.Severity) gateway.Code {
			who := alice
			who.Agent = agent
			ctx, leave, err := g.Enter(context.Background(), who, s.id)
			if err != nil {
				if agent == "" && s.kind == "package" {
					return "" // all its versions say that they may not be used
				}
				if worst < least || !has(static[gateway.VersionMismatch]) {
					t.Fatalf("%q can not enter %s: %v, and nothing is found:\n%s", agent, s.id, err, show())
				}
				return ""
			}
			defer leave()
			if inv, _ := gateway.Current(ctx); s.kind == "package" && inv.Version() != s.version {
				return "" // another version of it
			}
			args, _ := json.Marshal(w.toolArgs(tool))
			_, err = g.Call(ctx, tool, args)
			var e *gateway.Error
			switch {
			case !errors.As(err, &e):
				allowed++
				return ""
			case e.Code == gateway.ProviderError && worst < least:
				t.Fatalf("%s calls %s, whose pipeline fails, and nothing is found: %v\n%s", s.id, tool, err, show())
			case static[e.Code] == nil:
				return ""
			}
			return e.Code
		}
		for _, s := range w.skills {
			if s.kind == "function" {
				s.imports = append(s.imports, mixedImport{from: s.id, tool: s.id}) // a skill may call its own tool
			}
			for _, tool := range w.registry {
				lists := slices.Contains(s.listed, tool) || slices.ContainsFunc(s.imports, func(imp mixedImport) bool { return imp.tool == tool })
				code := judge("", s, tool, lint.Error)
				refused := code == gateway.ToolNotImported || code == gateway.ToolNotFound
				if s.kind == "sop" && (!lists && !refused || lists && (code == gateway.ToolNotImported || code != "" && worst < lint.Error)) {
					t.Fatalf("%s lists %v, and its call of %s is %q\n%s", s.id, s.listed, tool, code, show())
				}
			}
			if want, got := tools(t, g, catalog, s.id); want != got {
				t.Fatalf("the command gives the model of %s\n%s\nand the gateway\n%s\n%s", s.id, want, got, show())
			}
			for _, imp := range s.imports {
				if code := judge("", s, imp.tool, lint.Error); code != "" {
					denials[code]++
					if worst < lint.Error || !has(static[code]) {
						t.Fatalf("%s is denied %s of %s: %s, and none of %v is found:\n%s", s.id, imp.tool, imp.from, code, static[code], show())
					}
				}
			}
		}
		for _, b := range w.bindings {
			for _, s := range w.skills {
				for _, imp := range s.imports {
					if s.id != b.skill {
						continue
					}
					if code := judge(b.agent, s, imp.tool, lint.Warning); code != "" && b.bound(w, imp) {
						denials[code]++
						if worst < lint.Warning || !has(static[code]) {
							t.Fatalf("agent %s: %s is denied %s of %s: %s, and none of %v is found:\n%s", b.agent, s.id, imp.tool, imp.from, code, static[code], show())
						}
					}
				}
			}
		}
		for _, c := range w.calls {
			if code := judge("", c.skill, c.tool, lint.Error); code == gateway.ToolNotImported {
				denials[code]++
				if !found(ws, findings, static[code], c.file, c.skill.main) {
					t.Fatalf("%s calls %s in %s: %s, and nothing is found:\n%s", c.skill.id, c.tool, c.file, code, show())
				}
			}
		}
	})
	t.Logf("%d workspaces without findings, %d calls allowed, %d pipelines run, %d workspaces refused, denials: %v", clean, allowed, graphs, refused, denials)
	if clean < 10 || len(denials) < 3 || graphs < 10 {
		t.Errorf("too few cases: %d clean workspaces, denials %v", clean, denials)
	}
}

// registerPipelines makes the pipelines the functions of their skills, and returns how many there
// are; refused is told of those that cannot be run.
func (w *mixed) registerPipelines(t rapid.TB, g *gateway.Gateway, refused func(s *mixedSkill, err error)) int {
	n := 0
	for _, s := range w.skills {
		if s.pipeline == nil {
			continue
		}
		p, err := pipeline.Parse(s.pipeline)
		if err != nil {
			refused(s, err)
			continue
		}
		if err := g.Register(s.id, "", map[string]gateway.Handler{s.id: p.Run}); err == nil {
			n++
		}
		if err := g.Register(s.id, s.version, map[string]gateway.Handler{s.id: p.Run}); err != nil {
			t.Fatal(err)
		}
	}
	return n
}

// bound reports whether an agent is bound to the provider, too: with other providers an
// agent is like anybody else.
func (b mixedBinding) bound(w *mixed, imp mixedImport) bool {
	return slices.ContainsFunc(w.bindings, func(other mixedBinding) bool { return other.agent == b.agent && other.skill == imp.from })
}

// tools are those of a skill's model, as `skilllint toolset` prints them and as the gateway
// gives them.
func tools(t rapid.TB, g *gateway.Gateway, catalog contract.Catalog, id string) (command, served string) {
	ctx, leave, err := g.Enter(context.Background(), alice, id)
	if err != nil {
		return "", ""
	}
	defer leave()
	set, err := toolset.Of(catalog, nil, id, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	text, err := set.Marshal("openai")
	if err != nil {
		t.Fatal(err)
	}
	dynamic, err := gatewaytoolset.For(ctx, g)
	if err != nil {
		t.Fatal(err)
	}
	again, err := dynamic.Marshal("openai")
	if err != nil {
		t.Fatal(err)
	}
	return string(text), string(again)
}

func dumped(files fstest.MapFS) string {
	var names []string
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	var b strings.Builder
	for _, name := range names {
		b.WriteString("-- " + name + " --\n" + string(files[name].Data))
	}
	return b.String()
}
