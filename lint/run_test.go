package lint_test

import (
	"fmt"
	"go/token"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/parallel"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

func load(t *testing.T, files map[string]string) *skill.Workspace {
	t.Helper()
	ws, err := skill.Load(token.NewFileSet(), mapFS(files), skill.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return ws
}

func mapFS(files map[string]string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for name, src := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(src)}
	}
	return fsys
}

// list says what was found, a line each.
func list(ws *skill.Workspace, findings []lint.Finding) string {
	var b strings.Builder
	for _, f := range findings {
		fmt.Fprintf(&b, "%s: %s: %s [%s]\n", ws.Fset.Position(f.Pos), f.Severity, f.Message, f.Rule.Name)
	}
	return b.String()
}

var workspace = map[string]string{"a/SKILL.md": "---\nid: a\nname: b\n---\n", "b/SKILL.md": "---\nid: b\n---\n"}

// everyID reports each skill's id.
var everyID = &lint.Rule{Name: "every-id", Group: "B", Severity: lint.Error, Doc: "x", Run: func(p *lint.Pass) {
	for i := len(p.Skills) - 1; i >= 0; i-- {
		p.Reportf(p.Skills[i].ID, "here is %q on %s", p.Skills[i].ID.Text, p.Now.Format(time.RFC3339))
	}
}}

func TestRunSorts(t *testing.T) {
	ws := load(t, workspace)
	now := time.Date(2026, 3, 4, 23, 59, 0, 0, time.FixedZone("", -3600))
	got := list(ws, lint.Run(lint.Input{Workspace: ws, Now: now}, []*lint.Rule{everyID}))
	want := "a/SKILL.md:2:5: error: here is \"a\" on 2026-03-05T00:00:00Z [every-id]\nb/SKILL.md:2:5: error: here is \"b\" on 2026-03-05T00:00:00Z [every-id]\n"
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// TestPanic says that a rule that fails is a finding that nothing silences,
// and that the other rules still run.
func TestPanic(t *testing.T) {
	ws := load(t, workspace)
	bad := &lint.Rule{Name: "bad", Severity: lint.Warning, Run: func(*lint.Pass) { panic("ouch") }}
	config := lint.DefaultConfig()
	config.Rules["internal-error"] = lint.Off
	for _, path := range []string{"**", "*", ".", ""} {
		config.Suppress = append(config.Suppress, lint.Suppression{Rule: "internal-error", Path: path, Reason: "no"}, lint.Suppression{Rule: "bad", Path: path, Reason: "no"})
	}
	findings := lint.Run(lint.Input{Workspace: ws, Config: config}, []*lint.Rule{bad, everyID})
	if len(findings) != 3 || findings[0].Rule != lint.InternalError() || findings[0].Message != "rule bad failed: ouch" || findings[0].Severity != lint.Error {
		t.Fatalf("got\n%s", list(ws, findings))
	}
	if !strings.Contains(findings[0].Stack, "TestPanic") || findings[1].Stack != "" {
		t.Errorf("got the stacks %q and %q", findings[0].Stack, findings[1].Stack)
	}
	fresh, _ := lint.NewBaseline(ws, findings).Split(ws, findings)
	if len(fresh) != 1 {
		t.Errorf("a baseline silences\n%s", list(ws, findings))
	}
}

// TestPanicInParallel says that the stack is the one of the function that
// panicked, also in goroutines that a rule started.
func TestPanicInParallel(t *testing.T) {
	ws := load(t, workspace)
	bad := &lint.Rule{Name: "bad", Severity: lint.Warning, Run: func(*lint.Pass) { parallel.Do(3, ouch) }}
	findings := lint.Run(lint.Input{Workspace: ws}, []*lint.Rule{bad})
	if len(findings) != 1 || findings[0].Message != "rule bad failed: ouch" || !strings.Contains(findings[0].Stack, "lint_test.ouch") {
		t.Errorf("got\n%s", list(ws, findings))
	}
}

func ouch(int) { panic("ouch") }

func TestSeverities(t *testing.T) {
	ws := load(t, workspace)
	run := func(change func(*lint.Config)) string {
		config := lint.DefaultConfig()
		change(config)
		got := ""
		for _, f := range lint.Run(lint.Input{Workspace: ws, Config: config}, []*lint.Rule{everyID}) {
			got += ws.Fset.Position(f.Pos).Filename[:1] + ":" + f.Severity.String() + " "
		}
		return got
	}
	for want, change := range map[string]func(*lint.Config){
		"a:error b:error ":     func(*lint.Config) {},
		"a:warning b:warning ": func(c *lint.Config) { c.Phase = lint.Compat },
		"a:note b:note ":       func(c *lint.Config) { c.Phase = lint.Compat; c.Rules["every-id"] = lint.Note },
		"":                     func(c *lint.Config) { c.Rules["every-id"] = lint.Off },
		"a:error ": func(c *lint.Config) {
			c.Overrides = []lint.Override{{Paths: []string{"b"}, Rules: map[string]lint.Severity{"every-id": lint.Off}}}
		},
		"b:note ": func(c *lint.Config) {
			c.Rules["every-id"] = lint.Off
			c.Overrides = []lint.Override{{Paths: []string{"b/**"}, Rules: map[string]lint.Severity{"every-id": lint.Note}}}
		},
	} {
		if got := run(change); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestFix leaves out what overlaps an earlier fix, and applies two insertions
// at different places of one file.
func TestFix(t *testing.T) {
	ws := load(t, map[string]string{"a/SKILL.md": "---\nid: abc\n---\n"})
	file := ws.File("a/SKILL.md")
	finding := func(from, to int, text string) lint.Finding {
		return lint.Finding{Rule: everyID, Diagnostic: analysis.Diagnostic{SuggestedFixes: []analysis.SuggestedFix{{
			TextEdits: []analysis.TextEdit{{Pos: file.Pos(from), End: file.Pos(to), NewText: []byte(text)}},
		}}}}
	}
	edits, _ := lint.Fix(ws, []lint.Finding{finding(8, 11, "xyz"), finding(9, 10, "!"), finding(4, 4, "# id\n"), finding(11, 11, " # end")})
	if len(edits) != 1 || string(edits[0].After) != "---\n# id\nid: xyz # end\n---\n" || edits[0].Fixed != 3 {
		t.Errorf("%+v", edits)
	}
}

// TestEarlierSeverities holds that a configuration which names a release has
// the severities of that release, where it says nothing else.
func TestEarlierSeverities(t *testing.T) {
	ws := load(t, workspace)
	rule := *everyID
	rule.Earlier = []lint.Earlier{{Before: "0.2", Severity: lint.Off}, {Before: "0.10", Severity: lint.Note}}
	for config, want := range map[string]string{
		"":                "error",
		"version: 0.1.9":  "",
		"version: '0.2'":  "note",
		"version: 0.9.7":  "note",
		"version: '0.10'": "error",
		"version: '0.1'\nrules: {every-id: warning}": "warning",
	} {
		c, err := lint.LoadConfig(mapFS(map[string]string{lint.ConfigName: config}), []*lint.Rule{&rule})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if found := lint.Run(lint.Input{Workspace: ws, Config: c}, []*lint.Rule{&rule}); len(found) > 0 {
			got = found[0].Severity.String()
		}
		if got != want {
			t.Errorf("%q: severity %q, want %q", config, got, want)
		}
		if want == "" {
			c.Enable([]*lint.Rule{&rule}, func(string) bool { return true })
			if len(lint.Run(lint.Input{Workspace: ws, Config: c}, []*lint.Rule{&rule})) == 0 {
				t.Errorf("%q: the rule cannot be selected", config)
			}
		}
	}
}
