package report

import (
	"bytes"
	"fmt"
	"go/token"
	"sort"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/mcp"
	"github.com/skilllint/skilllint/internal/servers"
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
	if f != nil && f.Known() {
		s.column = 1 + columns(ws, f, from, measure)
		s.endColumn = 1 + columns(ws, f, to, measure)
	}
	return s
}

// longLine is from where on columns are counted from marks: a megabyte of
// JSON on one line may have thousands of findings.
const longLine = 1 << 14

// lineMarks are the marks of files with long lines.
var lineMarks skill.MemoBy[unitsOf, []mark]

type unitsOf struct {
	utf16 bool
	path  string
}

func columns(ws *skill.Workspace, f *skill.File, p token.Position, measure func([]byte) int) int {
	lineStart := p.Offset - (p.Column - 1)
	if p.Column > longLine {
		utf16 := measure([]byte("😀")) == 2
		src := f.Source()
		if len(src) < p.Offset {
			return p.Column - 1
		}
		marks := lineMarks.Of(ws, unitsOf{utf16, f.Path}, func() []mark { return marksOf(src, measure) })
		return countTo(src, marks, p.Offset, measure) - countTo(src, marks, lineStart, measure)
	}
	piece := f.Between(lineStart, p.Offset)
	if len(piece) < p.Column-1 {
		return p.Column - 1 // the file has changed since: its bytes are counted
	}
	if lineStart == 0 {
		piece = bytes.TrimPrefix(piece, []byte("\xef\xbb\xbf"))
	}
	return measure(piece)
}

// A mark says how much a file measures up to a byte.
type mark struct{ offset, count int }

// marksOf marks a file every few kilobytes.
func marksOf(src []byte, measure func([]byte) int) []mark {
	marks := []mark{{}}
	for {
		last := marks[len(marks)-1]
		next := last.offset + longLine/4
		for next < len(src) && !utf8.RuneStart(src[next]) {
			next++
		}
		if next >= len(src) {
			return marks
		}
		marks = append(marks, mark{next, last.count + measure(src[last.offset:next])})
	}
}

// countTo measures a file up to a byte, from the mark before it.
func countTo(src []byte, marks []mark, offset int, measure func([]byte) int) int {
	i := sort.Search(len(marks), func(i int) bool { return marks[i].offset > offset }) - 1
	return marks[i].count + measure(src[marks[i].offset:offset])
}

// window is how many bytes around a span are looked at for an excerpt: a line
// may be a megabyte of JSON.
const window = 16 * maxExcerpt

// around returns the part of a span's first line that may be shown, without
// the line's end: what stands before the span, the span, what stands behind it. Secrets
// of servers are hidden.
func around(ws *skill.Workspace, src []byte, at span) (before, marked, after string) {
	start := max(0, at.start-window)
	start += bytes.LastIndexByte(src[start:at.start], '\n') + 1
	text, _, _ := bytes.Cut(src[start:min(at.start+2*window, len(src))], []byte("\n"))
	text = bytes.TrimRight(text, "\r")
	from := min(at.start-start, len(text))
	to := min(max(at.end-start, from), len(text), from+window)
	secrets := servers.Secrets(ws, ws.File(at.file))
	return mcp.Masked(string(text[:from]), secrets), mcp.Masked(string(text[from:to]), secrets), mcp.Masked(string(text[to:]), secrets)
}

// sourceAt returns the bytes of the file that a position is in; none when there
// is no such file, or it has changed since it was read.
func sourceAt(ws *skill.Workspace, pos token.Pos) []byte {
	if f := ws.FileAt(pos); f != nil {
		return f.Source()
	}
	return nil
}

// People are shown all further places of a finding up to maxShown, and of more the first few,
// which say what the rest is like.
const (
	maxShown = 12
	firstFew = 5
)

// few returns the further places of a finding that people are shown, and what to say of the
// rest; "" when there is none. Formats for programs have all.
func few(all []analysis.RelatedInformation) (shown []analysis.RelatedInformation, rest string) {
	if len(all) <= maxShown {
		return all, ""
	}
	return all[:firstFew], fmt.Sprintf("and %d more places: --format json lists them", len(all)-firstFew)
}
