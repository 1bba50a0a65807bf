package rules_test

import (
	"go/token"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"
	"unicode/utf8"

	"golang.org/x/tools/txtar"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/manifest"
	"github.com/skilllint/skilllint/rules"
	"github.com/skilllint/skilllint/skill"
)

// around stands beside each fuzzed file: what it may name, and what may name it.
var around = map[string]string{
	"good/SKILL.md":                   "---\nid: good\nname: good\ndescription: Does a good thing when asked.\nexports: {api_version: '1.0', tools: [{name: help, input_schema: {type: object}}]}\n---\n# Good\n",
	"s/scripts/run.py":                "from good import help\n",
	"s/scripts/run.ts":                "import { help } from '@/good'\nimport x from 'pkg/good'\n",
	"s/scripts/run.go":                "package run\nimport \"example.com/good\"\n",
	"pkg/1.0.0/SKILL.md":              "---\nname: pkg\ndescription: x\n---\n# P\n",
	"pkg/1.0.0/manifest.json":         `{"skillId": "pkg", "version": "1.0.0"}`,
	"tools/__init__.py":               "TOOL_REGISTRY = {'look': ToolDef(look, 'Looks', S)}\n",
	"plug/.claude-plugin/plugin.json": `{"name": "plug", "version": "1.0.0"}`,
	".agents/skills/one/SKILL.md":     "---\nname: one\ndescription: x\n---\n# One\n",
}

// readable are the files that a fuzz target writes, one at a time; each stands
// for all files that the same reader takes.
func readable(f *testing.F, files ...string) {
	for i, name := range files {
		for _, src := range examples(f, name) {
			f.Add(i, src)
		}
		f.Add(i, []byte("{}"))
		judge(f, beside(name, []byte("{}"))) // what is made once is made before the fuzzer looks at the clock
	}
	f.Fuzz(func(t *testing.T, which int, src []byte) {
		judge(t, beside(files[(which%len(files)+len(files))%len(files)], src))
	})
}

// beside is the small workspace with a file.
func beside(name string, src []byte) fstest.MapFS {
	fsys := fstest.MapFS{name: {Data: src}}
	for p, text := range around {
		if p != name {
			fsys[p] = &fstest.MapFile{Data: []byte(text)}
		}
	}
	return fsys
}

// examples are the files of the rules' archives that have the name, or the
// folder, of the one that is fuzzed.
func examples(f *testing.F, name string) (list [][]byte) {
	paths, err := filepath.Glob(filepath.Join("..", "testdata", "*", "*.txtar"))
	if err != nil {
		f.Fatal(err)
	}
	same := path.Base(name)
	if same != "SKILL.md" && (strings.HasSuffix(same, ".md") || path.Base(path.Dir(name)) == manifest.SnapshotFolder) {
		same = path.Base(path.Dir(name))
	}
	seen := map[string]bool{}
	for _, p := range paths {
		a, err := txtar.ParseFile(p)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range a.Files {
			if len(list) < 30 && (path.Base(file.Name) == same || path.Base(path.Dir(file.Name)) == same) && len(file.Data) < 2000 && !seen[string(file.Data)] {
				seen[string(file.Data)] = true
				list = append(list, file.Data)
			}
		}
	}
	return list
}

// judge runs every rule over a workspace: none fails, and each finding has a
// place and a text.
func judge(t testing.TB, fsys fstest.MapFS) {
	t.Helper()
	config, err := lint.LoadConfig(fsys, rules.All)
	if err != nil {
		return // the run is not made
	}
	fset := token.NewFileSet()
	ws, err := skill.Load(fset, fsys, config.LoadOptions())
	if err != nil {
		t.Fatal(err)
	}
	in := lint.Input{Workspace: ws, Config: config, Now: time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)}
	for _, f := range lint.Run(in, config.With(rules.All)) {
		switch {
		case f.Rule == lint.InternalError():
			t.Fatal(f.Message)
		case f.Message == "" || !utf8.ValidString(f.Message):
			t.Fatalf("%s says %q", f.Rule.Name, f.Message)
		case f.End.IsValid() && f.End < f.Pos:
			t.Fatalf("%s: from %d to %d", f.Rule.Name, f.Pos, f.End)
		case f.Pos.IsValid() && fset.Position(f.Pos).Line == 0:
			t.Fatalf("%s: %s has no place", f.Rule.Name, f.Message)
		}
	}
}

func FuzzSkill(f *testing.F)    { readable(f, "s/SKILL.md") }
func FuzzFunction(f *testing.F) { readable(f, "f/skill.json") }
func FuzzCLI(f *testing.F) {
	readable(f, "c/skill.yaml", "c/skill.lock.json", "c/evolution.json")
}
func FuzzRegistry(f *testing.F) { readable(f, "registry.json") }
func FuzzPackage(f *testing.F) {
	readable(f, "pkg/1.1.0/manifest.json", "pkg/definition.json", "agents/a.json")
}
func FuzzSOP(f *testing.F)         { readable(f, "sops/look.md") }
func FuzzMarketplace(f *testing.F) { readable(f, ".claude-plugin/marketplace.json") }
func FuzzPlugin(f *testing.F)      { readable(f, "plug/.claude-plugin/plugin.json") }
func FuzzComponents(f *testing.F) {
	readable(f, "plug/hooks/hooks.json", "plug/agents/a.md", "plug/commands/c.md", ".claude/settings.json")
}
func FuzzSkillsLock(f *testing.F) { readable(f, "skills-lock.json") }
func FuzzServers(f *testing.F)    { readable(f, ".mcp.json", ".codex/config.toml", "server.json") }
func FuzzSnapshot(f *testing.F)   { readable(f, ".mcp-tools/s.json") }
func FuzzProjects(f *testing.F) {
	readable(f, "tsconfig.json", "package.json", "go.mod", "pyproject.toml")
}
func FuzzIgnoreFile(f *testing.F) { readable(f, ".gitignore") }

// FuzzConfig reads any configuration: it is an error with a place, or judges.
func FuzzConfig(f *testing.F) {
	for _, src := range examples(f, lint.ConfigName) {
		f.Add(src, []byte(`{"type": "object", "required": ["owner"]}`))
	}
	f.Add([]byte("extends: [team.yaml]\npolicies: [{name: policy-a, dialect: standard, schema: policy.json}]\n"), []byte(`{"properties": {"name": {"pattern": "^a"}}}`))
	judge(f, beside("s/SKILL.md", nil))
	f.Fuzz(func(t *testing.T, src, policy []byte) {
		fsys := beside(lint.ConfigName, src)
		fsys["policy.json"], fsys["team.yaml"] = &fstest.MapFile{Data: policy}, &fstest.MapFile{Data: []byte("ignore: [gone/**]\n")}
		if _, err := lint.LoadConfig(fsys, rules.All); err != nil && err.Error() == "" {
			t.Fatal("an error without a text")
		}
		judge(t, fsys)
	})
}

// FuzzBaseline splits findings by any baseline: what is not known stays.
func FuzzBaseline(f *testing.F) {
	f.Add([]byte(`{"version": 1, "findings": [{"fingerprint": "x", "rule": "skill-name", "file": "s/SKILL.md", "message": "m"}]}`))
	ws, err := skill.Load(token.NewFileSet(), fstest.MapFS{"S/SKILL.md": {Data: []byte("---\nname: t\n---\n")}}, skill.Options{})
	if err != nil {
		f.Fatal(err)
	}
	findings := lint.Run(lint.Input{Workspace: ws}, rules.All)
	f.Fuzz(func(t *testing.T, src []byte) {
		b, err := lint.ParseBaseline(src)
		if err != nil {
			return
		}
		if fresh, gone := b.Split(ws, findings); len(fresh) > len(findings) || len(gone) > len(b.Findings) {
			t.Fatalf("%d of %d findings are new, %d of %d gone", len(fresh), len(findings), len(gone), len(b.Findings))
		}
	})
}
