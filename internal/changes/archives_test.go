package changes_test

import (
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// TestArchives compares the workspaces of the rules' tests with themselves,
// in which nothing differs, and with each other: whatever they hold, raised
// versions are enough.
func TestArchives(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join("..", "..", "testdata", "*", "*.txtar"))
	if err != nil || len(paths) < 100 {
		t.Fatalf("%d archives, %v", len(paths), err)
	}
	var previous map[string]string
	for _, p := range paths {
		a, err := txtar.ParseFile(p)
		if err != nil {
			t.Fatal(err)
		}
		files := map[string]string{}
		for _, f := range a.Files {
			if f.Name != "want" && !strings.HasPrefix(f.Name, "base/") {
				files[f.Name] = string(f.Data)
			}
		}
		if _, list := between(t, files, files); len(list) > 0 {
			t.Errorf("%s differs from itself: %+v", p, list)
		}
		if previous != nil {
			raised(t, previous, files)
		}
		previous = files
	}
}
