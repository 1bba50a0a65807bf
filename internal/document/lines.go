package document

import (
	"bytes"
	"encoding/binary"
	"regexp"
	"strings"
	"sync"
)

// A lineTable is where the lines of a file begin, as the lengths of its lines:
// a byte each for most.
type lineTable string

// linesOf finds the lines of a text. A line that nothing stands in, behind the
// last line end, is none.
func linesOf(src []byte) lineTable {
	buf := lineBuffers.Get().(*[]byte)
	defer lineBuffers.Put(buf)
	table := (*buf)[:0]
	for at := 0; ; {
		n := bytes.IndexByte(src[at:], '\n')
		if n < 0 || at+n+1 == len(src) {
			*buf = table
			return lineTable(table)
		}
		table = binary.AppendUvarint(table, uint64(n+1))
		at += n + 1
	}
}

// lineBuffers are what the lengths of lines are gathered in.
var lineBuffers = sync.Pool{New: func() any { return new([]byte) }}

// starts returns the offsets up to one at which lines begin; a file of none has one.
func (t lineTable) starts(to int) []int {
	n := 1
	for at := range t.begins {
		if at > to {
			break
		}
		n++
	}
	list := make([]int, 1, n)
	for at := range t.begins {
		if len(list) == n {
			break
		}
		list = append(list, at)
	}
	return list
}

// begins yields the offsets at which lines begin, but for the first.
func (t lineTable) begins(yield func(at int) bool) {
	at, n, shift := 0, 0, 0
	for i := range len(t) {
		if n |= int(t[i]&0x7f) << shift; t[i] >= 0x80 {
			shift += 7
			continue
		}
		if at += n; !yield(at) {
			return
		}
		n, shift = 0, 0
	}
}

// plainLine reports whether the line at an offset, or the last one above that says anything,
// begins in the first column and has no key.
func plainLine(text string, at int) bool {
	above := strings.TrimRight(text[:min(at, len(text))], " \t\r\n")
	start := strings.LastIndexByte(text[:min(at, len(text))], '\n') + 1
	for _, from := range []int{start, strings.LastIndexByte(above, '\n') + 1} {
		line, _, _ := strings.Cut(text[from:], "\n")
		if line != "" && line[0] != ' ' && !keyed.MatchString(line) {
			return true
		}
	}
	return false
}

// keyed matches a line that begins with a key, also one of several words.
var keyed = regexp.MustCompile(`^["']?[\p{L}_][^:<>]*:`)
