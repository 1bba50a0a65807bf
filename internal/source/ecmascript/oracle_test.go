//go:build oracle

package ecmascript

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestOracle compares this reader with facts that testdata/record.mjs has
// recorded of a list of files:
//
//	node testdata/record.mjs --list LIST DIR
//	LIST=… FACTS=DIR go test -tags oracle -run TestOracle ./internal/source/ecmascript
func TestOracle(t *testing.T) {
	dir := os.Getenv("FACTS")
	names := strings.Fields(string(read(os.Getenv("LIST"))))
	same, invalid, failed := 0, 0, 0
	lines := 0
	for i, name := range names {
		base := filepath.Join(dir, fmt.Sprint(i))
		want, err := os.ReadFile(base + ".facts")
		if err != nil {
			failed++
			continue
		}
		lang, _ := LanguageOf(name)
		f := Parse(lang, read(name))
		if errors, err := os.ReadFile(base + ".errors"); err == nil {
			invalid++
			if f.Err == nil {
				t.Logf("accepted: %s: %.120s", name, errors)
			}
			continue
		}
		got := facts(f)
		lines += strings.Count(string(want), "\n")
		if f.Err != nil {
			line := 1 + strings.Count(f.src[:f.Err.Offset], "\n")
			t.Errorf("%s:%d: %v", name, line, f.Err)
		}
		if got == string(want) {
			same++
			continue
		}
		t.Errorf("%s:%s", name, difference(got, string(want)))
	}
	t.Logf("%d files, %d facts: %d exact, %d invalid, %d not recorded", len(names), lines, same, invalid, failed)
}
