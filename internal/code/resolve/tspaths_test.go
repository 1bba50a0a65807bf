package resolve

import (
	"fmt"
	"testing"
)

// TestTSPaths holds the choice of a pattern: a name itself, then the longest
// text before a star.
func TestTSPaths(t *testing.T) {
	p := tsPaths{targets: map[tsPattern][]string{}}
	for _, pattern := range []string{"*", "@app/*", "@app/lib/*", "@app/lib/x", "@app/*.css", "@app/*", "a*b*"} {
		p.add(pattern, []string{pattern})
	}
	for specifier, want := range map[string]string{
		"@app/lib/x": "@app/lib/x ", "@app/lib/y": "@app/lib/* y", "@app/z": "@app/* z", "other": "* other", "@app/": "@app/* ",
		"@app/m.css": "@app/* m.css",
	} {
		targets, matched := p.match(specifier)
		if got := fmt.Sprint(targets[0], " ", matched); got != want {
			t.Errorf("%s: %s, not %s", specifier, got, want)
		}
	}
	if targets, _ := (&tsPaths{}).match("x"); targets != nil {
		t.Errorf("%q", targets)
	}
}

// TestTSPathsGrowth holds that a lookup tries as many texts as there are
// lengths of prefixes and suffixes, however many patterns have them.
func TestTSPathsGrowth(t *testing.T) {
	p := tsPaths{targets: map[tsPattern][]string{}}
	for i := range 20_000 {
		p.add(fmt.Sprintf("@%05d/*", i), []string{"x"})
	}
	if len(p.prefixes) != 1 || len(p.suffixes) != 1 {
		t.Errorf("%d lengths before stars, %d after", len(p.prefixes), len(p.suffixes))
	}
}
