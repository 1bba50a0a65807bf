package document

import (
	"fmt"
	"strings"
	"testing"
)

// TestYAMLPlaces counts the characters that are walked to find the places of
// nodes on one line: twice the nodes, twice the steps.
func TestYAMLPlaces(t *testing.T) {
	for name, make := range map[string]func(n int) string{
		"flow map": func(n int) string { return "{" + list(n, "k%d: v") + "}" },
		"list":     func(n int) string { return "[" + list(n, "v%d") + "]" },
		"maps":     func(n int) string { return "[" + list(n, "{a: %d}") + "]" },
		"wide":     func(n int) string { return "[" + list(n, "ü%d") + "]" },
	} {
		steps := func(n int) int {
			src := []byte(make(n))
			r := newYAMLReader(src, 1)
			if _, err := r.read(); err != nil {
				t.Fatal(name, err)
			}
			return r.steps
		}
		if one, two := steps(5_000), steps(10_000); two > 3*one {
			t.Errorf("%s: %d steps for n, %d for 2n", name, one, two)
		}
	}
}

func list(n int, format string) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = fmt.Sprintf(format, i)
	}
	return strings.Join(parts, ", ")
}
