package skilllint_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestWalks keeps the walks through the code in docs/architecture.md true: the files are there, and declare the names.
func TestWalks(t *testing.T) {
	page, err := os.ReadFile("docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	_, walks, _ := strings.Cut(string(page), "\n## Three walks\n")
	walks, _, _ = strings.Cut(walks, "\n## ")
	steps := 0
	for line := range strings.Lines(walks) {
		step, is := strings.CutPrefix(line, "- ")
		if !is {
			continue
		}
		steps++
		step, _, _ = strings.Cut(step, ":")
		words := strings.Split(step, "`")
		src, err := os.ReadFile(words[1])
		if err != nil {
			t.Errorf("docs/architecture.md: %v", err)
			continue
		}
		for i := 3; i < len(words); i += 2 {
			if !regexp.MustCompile(`(?m)^func (\([^)]*\) )?` + words[i] + `[(\[]`).Match(src) {
				t.Errorf("docs/architecture.md: %s declares no function %s", words[1], words[i])
			}
		}
	}
	if steps < 30 {
		t.Errorf("found %d steps of walks", steps)
	}
}
