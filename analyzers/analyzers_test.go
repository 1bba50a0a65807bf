package analyzers_test

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/skilllint/skilllint/analyzers"
)

// TestAnalyzers runs each analyzer over a module with two skills; the
// comments in its code say what is expected.
func TestAnalyzers(t *testing.T) {
	dir, err := filepath.Abs(filepath.Join("testdata", "astro"))
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv(analyzers.RootVariable, dir)
	t.Setenv("GOWORK", "off")
	for pkg, a := range map[string]*analysis.Analyzer{
		"./skills/imports": analyzers.DirectImport,
		"./skills/calls":   analyzers.UndeclaredCall,
		"./skills/args":    analyzers.CallArguments,
		"./skills/writes":  analyzers.ForeignWrite,
	} {
		if a == analyzers.CallArguments { // the others' fixes are of manifests, which analysistest takes for Go
			analysistest.RunWithSuggestedFixes(t, dir, a, pkg)
		} else {
			analysistest.Run(t, dir, a, pkg, "./skills/zodiac", "./gateway")
		}
	}
}

// TestValidate holds the analyzers to the framework's own rules.
func TestValidate(t *testing.T) {
	if err := analysis.Validate(analyzers.All); err != nil {
		t.Error(err)
	}
}

// TestRoot finds the same root from each folder of a workspace.
func TestRoot(t *testing.T) {
	t.Setenv(analyzers.RootVariable, "")
	root := t.TempDir()
	below := filepath.Join(root, "skills", "a", "deep")
	if err := os.MkdirAll(below, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, marker := range []string{filepath.Join("skills", "go.mod"), ".git", ".skilllint.yaml"} {
		if err := os.WriteFile(filepath.Join(root, marker), nil, 0o644); err != nil {
			t.Fatal(err)
		}
		want := root
		if marker != ".git" && marker != ".skilllint.yaml" {
			want = filepath.Join(root, "skills")
		}
		for _, dir := range []string{below, filepath.Join(root, "skills")} {
			if got := analyzers.Root(dir); got != want {
				t.Errorf("%s: the root of %s is %s, want %s", marker, dir, got, want)
			}
		}
	}
}

// TestFingerprint changes with a manifest and the configuration, and with
// nothing else.
func TestFingerprint(t *testing.T) {
	root := t.TempDir()
	t.Setenv(analyzers.RootVariable, root)
	write := func(name, text string) {
		p := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	last := ""
	step := func(what string, changes bool) {
		d, err := analyzers.Fingerprint(root)
		if err != nil {
			t.Fatal(err)
		}
		if changed := string(d[:]) != last; changed != changes {
			t.Errorf("%s: changed %v, want %v", what, changed, changes)
		}
		last = string(d[:])
	}
	write("a/SKILL.md", "---\nid: a\n---\n")
	step("the first", true)
	step("nothing", false)
	write("a/a.go", "package a\n")
	step("code", false)
	write("a/SKILL.md", "---\nid: b\n---\n")
	step("a manifest's text", true)
	write("b/skill.yaml", "name: b\n")
	step("a new manifest", true)
	write("b/run.py", "import sys\n")
	step("a new file that code may lead to", true)
	write("b/run.py", "import os\n")
	step("its text", false)
	write("notes/README.md", "# Notes\n")
	step("a text, which may be a procedure", true)
	write("notes/a.csv", "a\n")
	step("a file in no skill", false)
	write(".skilllint.yaml", "rules: {direct-import: off}\n")
	step("the configuration", true)
	write(".skilllint.yaml", "rules: [")
	step("a configuration that cannot be read", true)
}
