package document

import "bytes"

// A rareText is a text that all texts are searched for: by its byte that stands in the
// fewest places, so that nearly all of a text is only skipped.
type rareText struct {
	text string
	rare int // the place of that byte
}

// index returns where src holds the text from a place on, -1 where it does not.
func (r rareText) index(src []byte, from int) int {
	for at := from + r.rare; at < len(src); at++ {
		n := bytes.IndexByte(src[at:], r.text[r.rare])
		if n < 0 {
			return -1
		}
		at += n
		start := at - r.rare
		if len(src)-start >= len(r.text) && string(src[start:start+len(r.text)]) == r.text {
			return start
		}
	}
	return -1
}

// in reports whether src holds the text.
func (r rareText) in(src []byte) bool { return r.index(src, 0) >= 0 }

// count counts the places of the text, none of which overlap.
func (r rareText) count(src []byte) (n int) {
	for at := r.index(src, 0); at >= 0; at = r.index(src, at+len(r.text)) {
		n++
	}
	return n
}
