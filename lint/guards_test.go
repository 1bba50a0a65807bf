package lint_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/growth"
	"github.com/skilllint/skilllint/lint"
)

// ids are the findings of everyID.
func ids(t *testing.T, files map[string]string) (f []lint.Finding, prints []string) {
	t.Helper()
	ws := load(t, files)
	f = lint.Run(lint.Input{Workspace: ws, Now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}, []*lint.Rule{everyID})
	return f, lint.Fingerprints(ws, f)
}

// TestFixSamePlace says that of two fixes that insert at one place only the
// first is applied: which text comes first would be a guess.
func TestFixSamePlace(t *testing.T) {
	ws := load(t, map[string]string{"a/SKILL.md": "---\nid: abc\n---\n"})
	file := ws.File("a/SKILL.md")
	insert := func(at int, text string) lint.Finding {
		return lint.Finding{Rule: everyID, Diagnostic: analysis.Diagnostic{SuggestedFixes: []analysis.SuggestedFix{{
			TextEdits: []analysis.TextEdit{{Pos: file.Pos(at), NewText: []byte(text)}},
		}}}}
	}
	edits, _ := lint.Fix(ws, []lint.Finding{insert(11, "d"), insert(11, "e")})
	if len(edits) != 1 || string(edits[0].After) != "---\nid: abcd\n---\n" || edits[0].Fixed != 1 {
		t.Errorf("%+v", edits)
	}
}

// TestIntroducedMoves says that a finding in a folder that was renamed is
// known, unless two new folders could be the renamed one.
func TestIntroducedMoves(t *testing.T) {
	skill := func(id string) string { return "---\nid: " + id + "\nname: x\n---\n" }
	for name, test := range map[string]struct {
		base, today map[string]string
		fresh       int
	}{
		"the same":      {map[string]string{"a/SKILL.md": skill("x")}, map[string]string{"a/SKILL.md": skill("x")}, 0},
		"renamed":       {map[string]string{"a/SKILL.md": skill("x")}, map[string]string{"b/SKILL.md": skill("x")}, 0},
		"another skill": {map[string]string{"a/SKILL.md": skill("x")}, map[string]string{"b/SKILL.md": skill("y")}, 1},
		"two new ones":  {map[string]string{"a/SKILL.md": skill("x")}, map[string]string{"b/SKILL.md": skill("x"), "c/SKILL.md": skill("x")}, 2},
		"two old ones":  {map[string]string{"a/SKILL.md": skill("x"), "b/SKILL.md": skill("x")}, map[string]string{"c/SKILL.md": skill("x")}, 1},
	} {
		base, today := load(t, test.base), load(t, test.today)
		find := func(in lint.Input) []lint.Finding { return lint.Run(in, []*lint.Rule{everyID}) }
		fresh := lint.Introduced(base, today, find(lint.Input{Workspace: base}), find(lint.Input{Workspace: today}))
		if len(fresh) != test.fresh {
			t.Errorf("%s: %d new findings, want %d", name, len(fresh), test.fresh)
		}
	}
}

// TestFingerprints says what a finding is known by: not its line's number.
func TestFingerprints(t *testing.T) {
	one := func(files map[string]string) string {
		_, prints := ids(t, files)
		if len(prints) != 1 {
			t.Fatalf("%d findings", len(prints))
		}
		return prints[0]
	}
	was := one(map[string]string{"a/SKILL.md": "---\nid: a\nname: b\n---\n"})
	for name, test := range map[string]struct {
		path, text string
		same       bool
	}{
		"unchanged":          {"a/SKILL.md", "---\nid: a\nname: b\n---\n", true},
		"a line above":       {"a/SKILL.md", "---\nname: b\nid: a\n---\n", true},
		"blanks around":      {"a/SKILL.md", "---\nid: a   \nname: b\n---\n", true},
		"the line's text":    {"a/SKILL.md", "---\nid: a # new\nname: b\n---\n", false},
		"another file":       {"b/SKILL.md", "---\nid: a\nname: b\n---\n", false},
		"another message":    {"a/SKILL.md", "---\nid: c\nname: b\n---\n", false},
		"text of other line": {"a/SKILL.md", "---\nid: a\nname: c\n---\nbody\n", true},
	} {
		if got := one(map[string]string{test.path: test.text}) == was; got != test.same {
			t.Errorf("%s: the same fingerprint: %t, want %t", name, got, test.same)
		}
	}
}

// TestBaseline says what is fresh, what is gone, and what is no baseline.
func TestBaseline(t *testing.T) {
	files := map[string]string{"a/SKILL.md": "---\nid: a\nname: b\n---\n", "b/SKILL.md": "---\nid: b\nname: b\n---\n"}
	ws := load(t, files)
	findings := lint.Run(lint.Input{Workspace: ws}, []*lint.Rule{everyID})
	known := lint.NewBaseline(ws, findings)
	if fresh, gone := known.Split(ws, findings); len(fresh) != 0 || len(gone) != 0 {
		t.Errorf("all known: %d fresh, %d gone", len(fresh), len(gone))
	}
	fresh, gone := known.Split(ws, findings[1:])
	if len(fresh) != 0 || len(gone) != 1 || gone[0].File != "a/SKILL.md" || gone[0].Rule != "every-id" {
		t.Errorf("one mended: %d fresh, gone %+v", len(fresh), gone)
	}
	known.Findings = known.Findings[:1]
	if fresh, gone := known.Split(ws, findings); len(fresh) != 1 || len(gone) != 0 || fresh[0].Message != findings[1].Message {
		t.Errorf("one new: %+v fresh, %d gone", fresh, len(gone))
	}
	for _, src := range []string{"", "[]", `{"version": 2}`, `{"version": 1, "findings": 7}`} {
		if _, err := lint.ParseBaseline([]byte(src)); err == nil {
			t.Errorf("%s is taken", src)
		}
	}
	if b, err := lint.ParseBaseline([]byte(`{"version": 1, "findings": []}`)); err != nil || b.Version != 1 {
		t.Errorf("%+v, %v", b, err)
	}
}

// TestBaselineGrowth writes and reads a baseline of many findings, of which half are gone.
func TestBaselineGrowth(t *testing.T) {
	growth.Twice(t, 400, func(n int) func() {
		text := "---\nid: a\n---\n" + strings.Repeat("a line\n", n)
		ws := load(t, map[string]string{"a/SKILL.md": text})
		var findings []lint.Finding
		for i := range n {
			at := ws.Manifests[0].Pos(14 + 7*i)
			findings = append(findings, lint.Finding{Rule: everyID, Diagnostic: analysis.Diagnostic{Pos: at, End: at + 1, Message: "m"}})
		}
		return func() {
			src, err := json.Marshal(lint.NewBaseline(ws, findings))
			if err != nil {
				t.Fatal(err)
			}
			known, err := lint.ParseBaseline(src)
			if err != nil {
				t.Fatal(err)
			}
			if fresh, gone := known.Split(ws, findings[:n/2]); len(fresh) > 0 || len(gone) != n-n/2 {
				t.Fatalf("%d fresh, %d gone", len(fresh), len(gone))
			}
		}
	})
}

// TestOverlay says that files in memory hide those below, and bring their folders.
func TestOverlay(t *testing.T) {
	o := lint.Overlay{Under: mapFS(map[string]string{"a/x.md": "old", "a/y.md": "y"}), Files: map[string][]byte{"a/x.md": []byte("new"), "b/c/z.md": []byte("z")}}
	for name, want := range map[string]string{"a/x.md": "new", "a/y.md": "y", "b/c/z.md": "z"} {
		if got, err := fs.ReadFile(o, name); err != nil || string(got) != want {
			t.Errorf("%s: got %q, %v", name, got, err)
		}
	}
	if _, err := fs.ReadFile(o, "a/none.md"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is nowhere: %v", err)
	}
	for dir, want := range map[string]string{".": "a/ b/", "a": "x.md y.md", "b": "c/", "b/c": "z.md"} {
		entries, err := o.ReadDir(dir)
		var names []string
		for _, e := range entries {
			name := e.Name()
			if e.IsDir() {
				name += "/"
			}
			names = append(names, name)
		}
		if got := strings.Join(names, " "); err != nil || got != want {
			t.Errorf("%s: got %s, %v, want %s", dir, got, err, want)
		}
	}
	if _, err := o.ReadDir("none"); err == nil {
		t.Error("a folder that is nowhere is listed")
	}
}

// TestConfigFaults says what is wrong in a configuration, and where.
func TestConfigFaults(t *testing.T) {
	known := []*lint.Rule{everyID}
	for src, want := range map[string]string{
		"rules: {every-ip: off}":          `.skilllint.yaml:1:9: unknown rule "every-ip" (did you mean "every-id"?)`,
		"rules: {every-id: fatal}":        `.skilllint.yaml:1:19: severity "fatal"`,
		"rulez: {}":                       `.skilllint.yaml:1:1: unknown key "rulez" (did you mean "rules"?)`,
		"phase: soon":                     `.skilllint.yaml:1:8: phase is "soon"`,
		"ignore: ['[a']":                  `.skilllint.yaml:1:10: "[a" is not a glob`,
		"extends: none.yaml":              `.skilllint.yaml:1:10: extends names "none.yaml", which does not exist`,
		"extends: .skilllint.yaml":        `.skilllint.yaml:1:10: .skilllint.yaml extends itself`,
		"extends: ../up.yaml":             `.skilllint.yaml:1:10: extends is "../up.yaml"`,
		"deprecation_days: -1":            `.skilllint.yaml:1:19: deprecation_days is "-1"`,
		"suppress: [{rule: every-id}]":    `.skilllint.yaml:1:12: an entry of suppress needs`,
		"python: {roots: [../x]}":         `.skilllint.yaml:1:18: root "../x" is outside`,
		"registries: [{path: none.json}]": `.skilllint.yaml:1:21: registry "none.json" does not exist`,
	} {
		_, err := lint.LoadConfig(mapFS(map[string]string{lint.ConfigName: src}), known)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s:\ngot  %v\nwant %s", src, err, want)
		}
	}
	c, err := lint.LoadConfig(mapFS(map[string]string{lint.ConfigName: "extends: base.yaml\nphase: closed\nignore: [b]\n", "base.yaml": "phase: compat\nrules: {every-id: note}\nignore: [a]\n"}), known)
	if err != nil || c.Phase != lint.Closed || c.Rules["every-id"] != lint.Note || len(c.Ignore) != 1 || c.Ignore[0] != "b" {
		t.Errorf("%+v, %v", c, err)
	}
	if got := c.Origins["rules.every-id"].String(); got != "base.yaml:2:9" {
		t.Errorf("the rule's severity comes from %s", got)
	}
}
