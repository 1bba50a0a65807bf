package document

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
)

// yamlLines returns where the lines start. To YAML's scanner a carriage
// return, NEL, LS and PS end a line too.
func yamlLines(src []byte) []int {
	lines := []int{0}
	for i := 0; i < len(src); i++ {
		switch c := src[i]; {
		case c == '\n':
			lines = append(lines, i+1)
		case c == '\r' && (i+1 == len(src) || src[i+1] != '\n'):
			lines = append(lines, i+1)
		case c == 0xC2 && i+1 < len(src) && src[i+1] == 0x85:
			lines = append(lines, i+2)
		case c == 0xE2 && i+2 < len(src) && src[i+1] == 0x80 && (src[i+2] == 0xA8 || src[i+2] == 0xA9):
			lines = append(lines, i+3)
		}
	}
	return lines
}

// offset converts the library's line and column, both 1-based, the column in
// code points, to a byte offset.
func (r *yamlReader) offset(line, column int) int {
	if line < 1 {
		return 0
	}
	if line > len(r.lines) {
		return len(r.src)
	}
	start, end := r.lines[line-1], len(r.src)
	if line < len(r.lines) {
		end = r.lines[line]
	}
	if end-start > markEvery {
		marks := r.marksOf(line, start, end)
		i := min(max(column-1, 0)/markEvery, len(marks)-1)
		start, column = int(marks[i]), column-i*markEvery
	}
	return r.forward(start, column-1)
}

// forward moves some characters on.
func (r *yamlReader) forward(at, characters int) int {
	for ; characters > 0 && at < len(r.src); characters-- {
		_, size := utf8.DecodeRune(r.src[at:])
		at += size
		r.steps++
	}
	return at
}

// markEvery is how many characters lie between two marks of a long line.
const markEvery = 64

// marksOf returns the offsets of every markEvery-th character of a line, so
// that the places in it are not all counted from its start.
func (r *yamlReader) marksOf(line, start, end int) []int32 {
	if marks, known := r.marks[line]; known {
		return marks
	}
	if r.marks == nil {
		r.marks = map[int][]int32{}
	}
	marks := make([]int32, 0, (end-start)/markEvery+1)
	for at := start; at < end; at = r.forward(at, markEvery) {
		marks = append(marks, int32(at))
	}
	r.marks[line] = marks
	return marks
}

// sourceText returns value as a part of the source when it stands at start as
// it is, quoted or not, so that the library's copy can go.
func (r *yamlReader) sourceText(value string, start int) string {
	for _, at := range [...]int{start, start + 1} {
		if at < len(r.text) && strings.HasPrefix(r.text[at:], value) {
			return r.text[at : at+len(value)]
		}
	}
	return value
}

// scalarEnd returns where a scalar's source ends; the library does not say.
func (r *yamlReader) scalarEnd(y *yaml.Node, start int) int {
	rest := r.src[start:]
	switch {
	case y.Style&yaml.DoubleQuotedStyle != 0:
		for i := 1; i < len(rest); i++ {
			switch rest[i] {
			case '\\':
				i++
			case '"':
				return start + i + 1
			}
		}
	case y.Style&yaml.SingleQuotedStyle != 0:
		for i := 1; i < len(rest); i++ {
			if rest[i] != '\'' {
				continue
			}
			if i+1 < len(rest) && rest[i+1] == '\'' {
				i++
				continue
			}
			return start + i + 1
		}
	case y.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		return r.blockEnd(start)
	case bytes.HasPrefix(rest, []byte(y.Value)):
		return start + len(y.Value)
	case y.Kind == yaml.AliasNode:
		return min(start+1+len(y.Value), len(r.src))
	}
	// A plain scalar over several lines: its first line stands for it.
	end := bytes.IndexByte(rest, '\n')
	if end < 0 {
		end = len(rest)
	}
	return start + len(bytes.TrimRight(rest[:end], " \t\r"))
}

// blockEnd returns the end of the last line of a block scalar whose header
// (`|` or `>`) is at start.
func (r *yamlReader) blockEnd(start int) int {
	lineStart := bytes.LastIndexByte(r.src[:start], '\n') + 1
	indent := 0
	for lineStart+indent < start && (r.src[lineStart+indent] == ' ' || r.src[lineStart+indent] == '-') {
		indent++
	}
	end := start + 1
	at := start
	for first := true; at < len(r.src); first = false {
		stop := bytes.IndexByte(r.src[at:], '\n')
		next := at + stop + 1
		if stop < 0 {
			stop, next = len(r.src)-at, len(r.src)
		}
		line := r.src[at : at+stop]
		text := bytes.TrimRight(line, " \t\r")
		if len(text) > 0 {
			if !first && len(line)-len(bytes.TrimLeft(line, " ")) <= indent {
				break
			}
			end = at + len(text)
		}
		at = next
	}
	return end
}

// end returns where a collection's source ends: after its last child and,
// for a flow collection, after the closing bracket.
func (r *yamlReader) end(n *Node, y *yaml.Node, start int) int {
	end := start
	for _, c := range y.Content {
		if at := r.offset(c.Line, c.Column); at > end {
			end = at
		}
	}
	for _, m := range n.Members {
		if e := int(m.Value.End - r.base); e > end {
			end = e
		}
	}
	if y.Style&yaml.FlowStyle == 0 || start >= len(r.src) || r.src[start] != '[' && r.src[start] != '{' {
		return min(end, len(r.src)) // a pair in a list, [a: b], has no brackets of its own
	}
	for i := max(end, start+1); i < len(r.src); i++ {
		switch r.src[i] {
		case ']', '}':
			return i + 1
		case '#':
			if nl := bytes.IndexByte(r.src[i:], '\n'); nl >= 0 {
				i += nl
			}
		}
	}
	return end
}

// skipProperties moves from a node's tag and anchor to its content.
func (r *yamlReader) skipProperties(at int, y *yaml.Node) int {
	if y.Anchor == "" && y.Style&yaml.TaggedStyle == 0 {
		return at
	}
	for at < len(r.src) && (r.src[at] == '&' || r.src[at] == '!') {
		for at < len(r.src) && !strings.ContainsRune(" \t\r\n", rune(r.src[at])) {
			at++
		}
		for at < len(r.src) && strings.ContainsRune(" \t\r\n", rune(r.src[at])) {
			at++
		}
	}
	return min(at, len(r.src))
}
