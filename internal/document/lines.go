package document

import (
	"bytes"
	"encoding/binary"
)

// A lineTable is where the lines of a file begin, as the lengths of its lines:
// a byte each for most.
type lineTable []byte

// linesOf finds the lines of a text. A line that nothing stands in, behind the
// last line end, is none.
func linesOf(src []byte) lineTable {
	table := make(lineTable, 0, len(src)/32+1)
	for at := 0; ; {
		n := bytes.IndexByte(src[at:], '\n')
		if n < 0 || at+n+1 == len(src) {
			return bytes.Clone(table)
		}
		table = binary.AppendUvarint(table, uint64(n+1))
		at += n + 1
	}
}

// starts returns the offsets at which lines begin; a file of none has one.
func (t lineTable) starts() []int {
	list := make([]int, 1, len(t)+1)
	at := 0
	for len(t) > 0 {
		n, size := binary.Uvarint(t)
		at += int(n)
		list = append(list, at)
		t = t[size:]
	}
	return list
}
