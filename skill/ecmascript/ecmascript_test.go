package ecmascript

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFixtures compares this reader with the TypeScript compiler, whose
// reading of testdata/fixtures was recorded by testdata/record.mjs.
func TestFixtures(t *testing.T) {
	names, err := filepath.Glob("testdata/fixtures/*")
	if err != nil || len(names) == 0 {
		t.Fatalf("no fixtures: %v", err)
	}
	for _, name := range names {
		lang, ok := LanguageOf(name)
		if !ok {
			continue
		}
		t.Run(filepath.Base(name), func(t *testing.T) {
			want, err := os.ReadFile(name + ".facts")
			if err != nil {
				t.Fatal(err)
			}
			f := Parse(lang, read(name))
			if f.Err != nil {
				t.Errorf("line %d: %v", 1+strings.Count(f.src[:f.Err.Offset], "\n"), f.Err)
			}
			if got := facts(f); got != string(want) {
				t.Error(difference(got, string(want)))
			}
		})
	}
}
