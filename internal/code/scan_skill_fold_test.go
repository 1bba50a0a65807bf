package code

import (
	"bytes"
	"testing"
)

// FuzzFoldWord holds that a word is found in the texts that hold it in any case.
func FuzzFoldWord(f *testing.F) {
	for _, text := range []string{"", "skil", "a SkILl", "skillskill", "skskill", "handHANDLERS", "toool", "totool", "ool_tool"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, word := range []*foldWord{skillFold, toolFold, handlersFold} {
			small := bytes.Clone(text)
			for i := range small {
				small[i] |= 0x20
			}
			if got, want := word.in(text), bytes.Contains(small, []byte(word.word)); got != want {
				t.Errorf("%q in %q: %v", word.word, text, got)
			}
		}
	})
}

// TestFoldsTo holds foldsTo to Fold, for words as sources have them.
func TestFoldsTo(t *testing.T) {
	for _, w := range []string{"d", "dir", "Dir", "_DIR_", "dir1", "direct", "DIR_NAME", "dirname", "URL", "u_r_l", "ur", "dír", "$dir", "__"} {
		for _, name := range []string{"dir", "dirname", "url"} {
			if got, want := foldsTo([]byte(w), name), Fold(w) == name; got != want {
				t.Errorf("%q, %q: %v", w, name, got)
			}
		}
	}
}
