package rare_test

import (
	"bytes"
	"testing"

	"github.com/skilllint/skilllint/internal/rare"
)

// FuzzText holds a search by a rare byte to that by the first.
func FuzzText(f *testing.F) {
	for _, text := range []string{"", "/", "xscripts/scripts/y", "scripts", "KKK", "SKILL.mdSKILL.md", "../../", "..x/"} {
		f.Add([]byte(text), 0)
	}
	texts := map[string]byte{"scripts/": '/', "SKILL.md": 'K', "../": '/', "KK": 'K', "!`": '!'}
	f.Fuzz(func(t *testing.T, src []byte, from int) {
		if from < 0 || from > len(src) {
			return
		}
		for word, by := range texts {
			text := rare.By(by, word)
			want := bytes.Index(src[from:], []byte(word))
			if want >= 0 {
				want += from
			}
			if got := text.Index(src, from); got != want {
				t.Errorf("%q in %q from %d: %d, expected %d", word, src, from, got, want)
			}
			if got, want := text.Count(src), bytes.Count(src, []byte(word)); got != want {
				t.Errorf("%q in %q: %d, expected %d", word, src, got, want)
			}
		}
	})
}
