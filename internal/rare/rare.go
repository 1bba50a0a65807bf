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

// By is a text that is found by a byte of it.
func By(c byte, text string) Text { return Text{text, strings.IndexByte(text, c)} }

// Index returns where src holds the text from a place on, -1 where it does not.
func (t Text) Index(src []byte, from int) int {
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

// Count counts the places of the text, none of which overlap.
func (t Text) Count(src []byte) (n int) {
	for at := t.Index(src, 0); at >= 0; at = t.Index(src, at+len(t.text)) {
		n++
	}
	return n
}

// Len is how many bytes the text has.
func (t Text) Len() int { return len(t.text) }
