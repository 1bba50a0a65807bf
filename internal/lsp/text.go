package lsp

import (
	"bytes"
	"errors"
	"slices"
	"sort"
	"unicode/utf16"
	"unicode/utf8"
)

// A text is what a file holds, and where its lines begin as the protocol
// counts them: a line ends in \n, \r\n or \r, a column is a UTF-16 unit.
type text struct {
	src   []byte
	lines []int // offsets; the first is behind a byte-order mark that editors hide
}

// documentText is the text of an open document: all of it counts.
func documentText(src []byte) *text { return linesFrom(src, 0) }

// fileText is the text of a file on disk. Editors show no byte-order mark.
func fileText(src []byte) *text {
	if bytes.HasPrefix(src, []byte("\xef\xbb\xbf")) {
		return linesFrom(src, len("\xef\xbb\xbf"))
	}
	return linesFrom(src, 0)
}

func linesFrom(src []byte, start int) *text {
	t := &text{src, []int{start}}
	for at := start; at < len(src); at++ {
		if src[at] == '\n' || src[at] == '\r' && (at+1 == len(src) || src[at+1] != '\n') {
			t.lines = append(t.lines, at+1)
		}
	}
	return t
}

// offset returns the byte at a position. As the protocol has it, a column
// behind the end of a line is that end; so is a line behind the last one the
// end of the text. Inside of a character it is where that begins.
func (t *text) offset(p Position) int {
	if int64(p.Line) >= int64(len(t.lines)) {
		return len(t.src)
	}
	at, end := t.lines[p.Line], t.lineEnd(int(p.Line))
	for units := p.Character; units > 0 && at < end; {
		r, size := utf8.DecodeRune(t.src[at:end])
		width := uint32(max(1, utf16.RuneLen(r)))
		if width > units {
			break
		}
		units -= width
		at += size
	}
	return at
}

// lineEnd is where a line ends, its line end left out.
func (t *text) lineEnd(line int) int {
	if line+1 == len(t.lines) {
		return len(t.src)
	}
	end := t.lines[line+1] - 1
	if t.src[end] == '\n' && end > t.lines[line] && t.src[end-1] == '\r' {
		end--
	}
	return end
}

// position is the inverse of offset.
func (t *text) position(offset int) Position {
	offset = max(t.lines[0], min(offset, len(t.src)))
	line := sort.SearchInts(t.lines, offset+1) - 1
	p := Position{Line: uint32(line)}
	for piece := t.src[t.lines[line]:offset]; len(piece) > 0; {
		r, size := utf8.DecodeRune(piece)
		p.Character += uint32(max(1, utf16.RuneLen(r)))
		piece = piece[size:]
	}
	return p
}

// span is the range from one byte to another.
func (t *text) span(from, to int) Range { return Range{t.position(from), t.position(max(from, to))} }

var errBackward = errors.New("the range of an edit ends before it begins")

// edited returns the text after a change.
func (t *text) edited(c ContentChange) (*text, error) {
	if c.Range == nil {
		return documentText([]byte(c.Text)), nil
	}
	from, to := t.offset(c.Range.Start), t.offset(c.Range.End)
	if to < from {
		return nil, errBackward
	}
	return documentText(slices.Concat(t.src[:from], []byte(c.Text), t.src[to:])), nil
}

// moved returns where a byte of one text stands in another that was made of it
// by edits: false for one inside of what was edited. Between the first edit and the last
// a line counts that either text has once.
func moved(from, to []byte, offset int) (int, bool) {
	same := 0
	for same < len(from) && same < len(to) && from[same] == to[same] {
		same++
	}
	if offset <= same {
		return offset, true
	}
	tail := 0
	for tail < len(from)-same && tail < len(to)-same && from[len(from)-1-tail] == to[len(to)-1-tail] {
		tail++
	}
	if offset >= len(from)-tail {
		return offset + len(to) - len(from), true
	}
	start := bytes.LastIndexByte(from[:offset], '\n') + 1
	line := from[start:lineBehind(from, offset)]
	if at := onlyLine(to, line); at >= 0 && onlyLine(from, line) == start {
		return at + offset - start, true
	}
	return 0, false
}

// onlyLine is where a line stands in a text, -1 unless that is in one place.
func onlyLine(text, line []byte) int {
	at := -1
	for start := 0; start < len(text); {
		end := lineBehind(text, start)
		if bytes.Equal(text[start:end], line) {
			if at >= 0 {
				return -1
			}
			at = start
		}
		start = end
	}
	return at
}

// lineBehind is where the line after an offset begins.
func lineBehind(src []byte, at int) int {
	if n := bytes.IndexByte(src[at:], '\n'); n >= 0 {
		return at + n + 1
	}
	return len(src)
}
