package report

import (
	"bytes"
	"go/token"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/skilllint/skilllint/skill"
)

// A span is a stretch of a file, as formats count it: lines and columns from
// 1, columns in code points or UTF-16 units, the end exclusive.
type span struct {
	file               string
	line, column       int
	endLine, endColumn int
	start, end         int // byte offsets
}

// runes and utf16Units measure a piece of a line.
func runes(b []byte) int { return utf8.RuneCount(b) }

func utf16Units(b []byte) int {
	n := 0
	for len(b) > 0 {
		r, size := utf8.DecodeRune(b)
		if n++; utf16.RuneLen(r) == 2 {
			n++
		}
		b = b[size:]
	}
	return n
}

// locate converts a diagnostic's places. A byte-order mark is no column.
func locate(ws *skill.Workspace, pos, end token.Pos, measure func([]byte) int) span {
	if !pos.IsValid() {
		return span{line: 1, column: 1, endLine: 1, endColumn: 1}
	}
	if end < pos {
		end = pos
	}
	f := ws.FileAt(pos)
	from := ws.Fset.PositionFor(pos, false)
	to := ws.Fset.PositionFor(end, false)
	if to.Filename != from.Filename {
		to = from
	}
	s := span{file: from.Filename, line: from.Line, column: from.Column, endLine: to.Line, endColumn: to.Column, start: from.Offset, end: to.Offset}
	if f != nil && f.Src != nil {
		s.column = 1 + columns(f.Src, from, measure)
		s.endColumn = 1 + columns(f.Src, to, measure)
	}
	return s
}

func columns(src []byte, p token.Position, measure func([]byte) int) int {
	lineStart := p.Offset - (p.Column - 1)
	piece := src[lineStart:p.Offset]
	if lineStart == 0 {
		piece = bytes.TrimPrefix(piece, []byte("\xef\xbb\xbf"))
	}
	return measure(piece)
}

// line returns the text of the line that a byte offset is in, without its end.
func line(src []byte, offset int) (text []byte, start int) {
	start = bytes.LastIndexByte(src[:offset], '\n') + 1
	end := bytes.IndexByte(src[start:], '\n')
	if end < 0 {
		end = len(src) - start
	}
	return bytes.TrimRight(src[start:start+end], "\r"), start
}
