// Package rare finds texts by the byte of theirs that stands in the fewest places.
package rare

import (
	"bytes"
	"strings"
)

// A Text is one that many sources are searched for, so that nearly all of a source is only
// skipped.
type Text struct {
	text string
	at   int // the place of its rarest byte
}

// Of is a text that is found by its rarest byte.
func Of(text string) Text {
	t := Text{text: text}
	for i := range len(text) {
		if rank[text[i]] > rank[text[t.at]] {
			t.at = i
		}
	}
	return t
}

// rank says of a byte how rare it is: by the order of these in the texts and sources of a
// public collection of skills.
var rank = func() (t [256]uint8) {
	const common = " etisaron\nlcdpu-mhgf.\"y,:`*)(bv_wk#/=|SCATxE'IR0PDO1{}L[]NM2;FUq>jB3GH5zW4<V$\\K+68Y?79JX%Q&!@\tZ~\r^"
	for c := range t {
		t[c] = uint8(1 + strings.IndexByte(common, byte(c)))
		if t[c] == 0 {
			t[c] = uint8(len(common)) + 1
		}
	}
	return t
}()

// Index returns where src holds the text from a place on, -1 where it does not.
func (t Text) Index(src []byte, from int) int {
	if t.text == "" {
		return from
	}
	for at := from + t.at; at < len(src); at++ {
		n := bytes.IndexByte(src[at:], t.text[t.at])
		if n < 0 {
			return -1
		}
		at += n
		start := at - t.at
		if len(src)-start >= len(t.text) && string(src[start:start+len(t.text)]) == t.text {
			return start
		}
	}
	return -1
}

// In reports whether src holds the text.
func (t Text) In(src []byte) bool { return t.Index(src, 0) >= 0 }

// Count counts the places of a text of some bytes, none of which overlap.
func (t Text) Count(src []byte) (n int) {
	for at := t.Index(src, 0); at >= 0; at = t.Index(src, at+len(t.text)) {
		n++
	}
	return n
}

// Len is how many bytes the text has.
func (t Text) Len() int { return len(t.text) }
