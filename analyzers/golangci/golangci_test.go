package golangci

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"
)

// TestPlugin registers valid analyzers, and other ones when a manifest
// changes. scripts/golangci.sh runs them in golangci-lint.
func TestPlugin(t *testing.T) {
	build, err := register.GetPlugin("skilllint")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := build(map[string]any{"rules": "off"}); err == nil {
		t.Error("settings that do nothing are taken")
	}
	p, err := build(map[string]any{})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	t.Chdir(dir)
	names := map[string]bool{}
	for _, text := range []string{"---\nid: a\n---\n", "---\nid: b\n---\n", "---\nid: a\n---\n"} {
		if err := os.WriteFile(filepath.Join(dir, "SKILL.md"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		list, err := p.BuildAnalyzers()
		if err != nil {
			t.Fatal(err)
		}
		if err := analysis.Validate(list); err != nil {
			t.Error(err)
		}
		names[list[0].Name] = true
	}
	if len(names) != 2 {
		t.Errorf("%d names for two states of a manifest", len(names))
	}
}
