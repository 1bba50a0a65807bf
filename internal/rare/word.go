package rare

import (
	"bytes"
	"iter"
)

// A Word is a text of small letters that is looked for in any case: by its last letter, and,
// where another stands, as far ahead as that one allows.
type Word struct {
	word  string
	ahead [256]uint8
}

// WordOf is a text of small letters, '_', '@' and blanks. Letters of which Unicode knows a third
// case, k and s, are those of ASCII.
func WordOf(word string) *Word {
	w := &Word{word: word}
	for c := range w.ahead {
		w.ahead[c] = uint8(len(word))
	}
	for i := range len(word) {
		c := word[i]
		w.ahead[c] = uint8(len(word) - 1 - i)
		if isLetter(c) {
			w.ahead[c&^0x20] = w.ahead[c]
		}
	}
	return w
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' }

// In reports whether a source holds the word.
func (w *Word) In(src []byte) bool { return w.Index(src, 0) >= 0 }

// Index returns where src holds the word from a place on, -1 where it does not.
func (w *Word) Index(src []byte, from int) int {
	for end := from + len(w.word) - 1; end < len(src); {
		if n := w.ahead[src[end]]; n > 0 {
			end += int(n)
			continue
		}
		end++
		if w.is(src[end-len(w.word) : end]) {
			return end - len(w.word)
		}
	}
	return -1
}

func (w *Word) is(text []byte) bool {
	for i, c := range text {
		if c != w.word[i] && (c|0x20 != w.word[i] || !isLetter(w.word[i])) {
			return false
		}
	}
	return true
}

// Lines yields the lines of a source that hold the word, without their ends.
func (w *Word) Lines(src []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for at := w.Index(src, 0); at >= 0; {
			from, to := bytes.LastIndexByte(src[:at], '\n')+1, len(src)
			if n := bytes.IndexByte(src[at:], '\n'); n >= 0 {
				to = at + n
			}
			if !yield(src[from:to]) {
				return
			}
			at = w.Index(src, to)
		}
	}
}
