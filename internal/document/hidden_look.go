package document

import (
	"encoding/binary"
	"sync"
	"unicode"
	"unicode/utf8"
)

// hiddenPlanes are the characters that classOf may find hidden, as sets of the 64 that
// have all but the last byte in common; those behind the first plane are few.
var hiddenPlanes = sync.OnceValue(func() *[0x10000 / 64]uint64 {
	var sets [0x10000 / 64]uint64
	add := func(from, to, stride rune) {
		for r := from; r <= to && r < 0x10000; r += stride {
			if classOf(r) != visible {
				sets[r/64] |= 1 << (r % 64)
			}
		}
	}
	for _, table := range []*unicode.RangeTable{unicode.Other_Default_Ignorable_Code_Point, unicode.Cf, unicode.Variation_Selector} {
		for _, r := range table.R16 {
			add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
	}
	add(brailleBlank, brailleBlank, 1)
	return &sets
})

// nextHidden returns where the next hidden character of a text stands, from a place on;
// its length where there is none. Nearly all texts hold none: they are asked by the word,
// and by the set.
func nextHidden(src []byte, at int) int {
	sets := hiddenPlanes()
	for at < len(src) {
		if src[at] < utf8.RuneSelf {
			if at = nextWide(src, at); at == len(src) {
				return at
			}
		}
		r, size := utf8.DecodeRune(src[at:])
		if r < 0x10000 && sets[r/64]&(1<<(r%64)) != 0 || r >= 0x10000 && classOf(r) != visible {
			return at
		}
		at += size
	}
	return at
}

// nextWide returns where the next byte of a text stands that is no ASCII, from a place on;
// its length where there is none.
func nextWide(src []byte, at int) int {
	for at+8 <= len(src) && binary.LittleEndian.Uint64(src[at:])&0x8080808080808080 == 0 {
		at += 8
	}
	for at < len(src) && src[at] < utf8.RuneSelf {
		at++
	}
	return at
}
