package rules_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/skilllint/skilllint/internal/factstest"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/report"
	"github.com/skilllint/skilllint/rules"
	"github.com/skilllint/skilllint/skill"
)

// findings are what all rules say of files, with facts from earlier runs or without.
func findings(t *testing.T, files fs.FS, facts skill.Keeper) string {
	t.Helper()
	found, _ := findingsAfter(t, files, facts, nil)
	return found
}

// findingsAfter are what all rules say of files, of which those are taken over that are as
// in an earlier workspace.
func findingsAfter(t *testing.T, files fs.FS, facts skill.Keeper, last *skill.Workspace) (string, *skill.Workspace) {
	t.Helper()
	config, err := lint.LoadConfig(files, rules.All)
	if err != nil {
		t.Fatal(err)
	}
	opts := config.LoadOptions()
	opts.Facts, opts.Last = facts, last
	in := lint.Input{Workspace: load(t, skill.FileSetAfter(last), files, opts), Config: config, Now: time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)}
	var out bytes.Buffer
	if err := report.JSON(&out, in.Workspace, lint.Run(in, rules.All)); err != nil {
		t.Fatal(err)
	}
	return out.String(), in.Workspace
}

// TestFindingsFromFacts judges the workspaces of all archives from the facts that
// runs over all of them kept: what is found is what is found without.
func TestFindingsFromFacts(t *testing.T) {
	var facts factstest.Memory
	for range 2 {
		for _, rule := range rules.All {
			for _, a := range archives(t, rule.Name) {
				if !strings.HasPrefix(filepath.Base(a.path), "broken") {
					continue
				}
				files := factstest.FS{MapFS: archiveFS(a.Archive).(fstest.MapFS)}
				want, first := findingsAfter(t, files, nil, nil)
				if got := findings(t, files, &facts); got != want {
					t.Errorf("%s: from facts\n%s\nwithout\n%s", a.path, got, want)
				}
				if got, _ := findingsAfter(t, files, nil, first); got != want {
					t.Errorf("%s: from the files of the load before\n%s\nwithout\n%s", a.path, got, want)
				}
			}
		}
	}
}

// TestFindingsAfterEdits edits a workspace a hundred times: what is found from
// the facts of the states before, and with the files of the last, is what is found
// without.
func TestFindingsAfterEdits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	one := func(list ...string) string { return list[r.IntN(len(list))] }
	name := func() string { return fmt.Sprint("s", r.IntN(6)) }
	line := func() string {
		return one(
			"Run `scripts/"+one("plan", "query-all", "x")+".py`.", "See [it](references/"+one("a", "b.de", "gone")+".md).", "All of references/ counts.", "```", "Use `query-` files and /Users/fred/x.",
			"Call /kit:"+name()+" or Skill(skill: \"kit:"+name()+"\").", "mcp__plugin_kit_db__read and mcp__db__read", "import ../"+name()+"/scripts/plan.py", "https://img.shields.io/x.svg", "Ask "+name()+" first.",
			"<!-- skilllint:ignore broken-link it comes later -->", "\u200b", "a.md, b.de.md and query-all.py",
		) + "\n"
	}
	text := func() (s string) {
		for range 1 + r.IntN(5) {
			s += line()
		}
		return s
	}
	manifest := func(name string) string {
		return "---\nname: " + name + "\ndescription: " + one("Plans things when asked", "Reads what others wrote and says so", "Does it") + ".\n" + one("", "imports:\n  - from: "+name+"\n    tools: [t]\n", "allowed-tools: [Read, mcp__db__read]\n") + "---\n" + text()
	}
	files := fstest.MapFS{}
	edit := func() {
		at := one("skills/", "kit/skills/") + name()
		path, src := at+"/SKILL.md", manifest(filepath.Base(at))
		switch r.IntN(8) {
		case 0, 1:
			path, src = at+"/references/"+one("a.md", "b.de.md", "query-1.md", "data.json"), text()
		case 2, 3:
			path, src = at+"/scripts/"+one("plan.py", "query-all.py", "x.py"), one("import os\n", "open('../../"+name()+"/references/a.md')\n", "from plan import x\n# TOOL_REGISTRY\n")
		case 4:
			path, src = one("README.md", "AGENTS.md", "kit/README.md", "docs/a.md"), text()
		case 5:
			path, src = "kit/.claude-plugin/plugin.json", `{"name": "`+one("kit", "kit2")+`", "mcpServers": {"db": {"command": "x"}}`+one("", `, "skills": ["./skills/s1"]`)+`}`
		case 6:
			if path = one(slices.Sorted(maps.Keys(files))...); path != "" {
				delete(files, path)
				return
			}
		}
		files[path] = &fstest.MapFile{Data: []byte(src), Mode: 0o644}
	}
	for range 60 {
		files["skills/s0/SKILL.md"] = &fstest.MapFile{Data: []byte(manifest("s0")), Mode: 0o644}
		edit()
	}
	var facts factstest.Memory
	var last *skill.Workspace
	for i := range 120 {
		edit()
		want := findings(t, files, nil)
		if got := findings(t, factstest.FS{MapFS: files}, &facts); got != want {
			t.Fatalf("after %d edits: from facts\n%s\nwithout\n%s", i+1, got, want)
		}
		var got string
		if got, last = findingsAfter(t, factstest.FS{MapFS: files}, nil, last); got != want {
			t.Fatalf("after %d edits: with the files before\n%s\nwithout\n%s", i+1, got, want)
		}
	}
}
