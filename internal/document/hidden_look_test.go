package document

import "testing"

// TestNextHidden holds the look for hidden characters to what their classes are, for every
// character, in the places of a word.
func TestNextHidden(t *testing.T) {
	for r := rune(0); r <= 0x10FFFF; r++ {
		if r >= 0xD800 && r < 0xE000 {
			continue
		}
		text := "abcdefghi"[:r%9] + "é" + string(r) + "x"
		at := len(text) - 1 - len(string(r))
		want := at
		if classOf(r) == visible {
			want = len(text)
		}
		if got := nextHidden([]byte(text), 0); got != want {
			t.Fatalf("%U: %d, want %d", r, got, want)
		}
	}
}
