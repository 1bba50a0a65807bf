package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// TestVerdictTexts holds that the texts of a verdict are read again when its findings are
// placed, be they many.
func TestVerdictTexts(t *testing.T) {
	dir := t.TempDir()
	for i := range 20 {
		skill := filepath.Join(dir, fmt.Sprint("s", i))
		if err := os.Mkdir(skill, 0o755); err != nil {
			t.Fatal(err)
		}
		text := fmt.Sprintf("---\nname: s%d\ndescription: Draws card number %d.\n---\nSee [it](gone.md).\n", i, i)
		if err := os.WriteFile(filepath.Join(skill, "SKILL.md"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	v, err := judgeFolders(nil, []string{dir}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(v.Findings) < 20 {
		t.Errorf("%d findings", len(v.Findings))
	}
	for _, f := range v.Findings {
		if file := v.FileAt(f.Pos); file == nil || file.Source() == nil {
			t.Fatalf("%s: its text is gone", f.Message)
		}
	}
}
