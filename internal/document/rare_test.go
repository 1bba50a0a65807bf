package document

import (
	"bytes"
	"testing"
)

// FuzzRareText holds a search by a rare byte to that by the first.
func FuzzRareText(f *testing.F) {
	for _, text := range []string{"", ":", "skilllint:ignor", "a skilllint:ignore skilllint:ignore", "scripts/", "xscripts/scripts/y", "SKILL.mdSKILL.md", "../../"} {
		f.Add([]byte(text), 0)
	}
	f.Fuzz(func(t *testing.T, src []byte, from int) {
		if from < 0 || from > len(src) {
			return
		}
		for _, r := range append([]rareText{marker, manual, pathUp, {"KK", 1}}, scriptMarks...) {
			want := bytes.Index(src[from:], []byte(r.text))
			if want >= 0 {
				want += from
			}
			if got := r.index(src, from); got != want {
				t.Errorf("%q in %q from %d: %d, expected %d", r.text, src, from, got, want)
			}
			if got, want := r.count(src), bytes.Count(src, []byte(r.text)); got != want {
				t.Errorf("%q in %q: %d, expected %d", r.text, src, got, want)
			}
		}
	})
}
