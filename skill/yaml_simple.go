package skill

import (
	"bytes"
	"go/token"
	"strings"
	"sync"
)

// The part of YAML that most manifests are written in: block maps and lists,
// flow collections and scalars on one line, without escapes, anchors, tags and
// comments behind values. Such documents are most of what a run reads, and
// reading them needs none of the library's machinery. The simple reader never
// says that something is wrong: whatever it is not sure of is the library's,
// and what it reads is what the library reads (FuzzSimpleYAML).
const (
	maxSimple      = 64 << 10 // bytes: the library has bounds of its own
	maxSimpleDepth = 32
)

type simpleReader struct {
	src  []byte
	text string // src, which all texts are part of
	base token.Pos

	// The line at hand, without what surrounds it; more says that there is one.
	more               bool
	indent, start, end int
	next               int // where the line after it begins

	stack []Node // of the collections that are being read
}

// stacks are kept from document to document.
var stacks = sync.Pool{New: func() any { return new([]Node) }}

// parseSimpleYAML reads a document; ok says that it is simple.
func parseSimpleYAML(src []byte, base token.Pos) (n *Node, ok bool) {
	if len(src) > maxSimple || !simpleText(src) {
		return nil, false
	}
	stack := stacks.Get().(*[]Node)
	r := &simpleReader{src: src, text: string(src), base: base, stack: (*stack)[:0]}
	defer func() {
		*stack = r.stack
		stacks.Put(stack)
	}()
	r.advance()
	if !r.more || r.indent > 0 {
		return nil, false
	}
	root, ok := r.mapping(0, 0)
	if !ok || r.more {
		return nil, false
	}
	return &root, true
}

// simpleText reports whether src holds no character that YAML treats in a
// particular way outside of the grammar: tabs, other line ends, marks.
func simpleText(src []byte) bool {
	for i, c := range src {
		switch {
		case c < ' ' && c != '\n', c == 0x7F:
			return false
		case c == 0xC2 && i+1 < len(src) && src[i+1] < 0xA0: // C1 controls, NEL
			return false
		case c == 0xE2 && i+2 < len(src) && src[i+1] == 0x80 && src[i+2] >= 0xA8: // LS, PS, and what changes directions
			return false
		case c == 0xEF: // a byte-order mark, no characters
			if bytes.HasPrefix(src[i:], bom) || bytes.HasPrefix(src[i:], []byte("\xEF\xBF")) {
				return false
			}
		}
	}
	return true
}

// advance moves to the next line that is neither blank nor a comment.
func (r *simpleReader) advance() {
	for r.more = false; !r.more && r.next < len(r.src); {
		from := r.next
		end := len(r.src)
		if n := bytes.IndexByte(r.src[from:], '\n'); n >= 0 {
			end = from + n
		}
		r.next = min(end+1, len(r.src))
		start := from
		for start < end && r.src[start] == ' ' {
			start++
		}
		for end > start && r.src[end-1] == ' ' {
			end--
		}
		r.more = start < end && r.src[start] != '#'
		r.indent, r.start, r.end = start-from, start, end
	}
}

// keyEnd returns where the key that begins at from ends, when a plain key and
// its colon stand there.
func (r *simpleReader) keyEnd(from, end int) (int, bool) {
	at := from
	for at < end && isKeyByte(r.src[at]) {
		at++
	}
	ok := at > from && at-from <= 128 && isLetter(r.src[from]) && at < end && r.src[at] == ':' && (at+1 == end || r.src[at+1] == ' ')
	if !ok {
		return 0, false
	}
	kind, ok := simpleKind(r.text[from:at])
	return at, ok && kind == String
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isKeyByte(c byte) bool { return isLetter(c) || isDigit(c) || c == '-' || c == '.' }

// block reads the collection that begins at the line at hand.
func (r *simpleReader) block(indent, depth int) (Node, bool) {
	if r.isItem() {
		return r.sequence(indent, depth)
	}
	return r.mapping(indent, depth)
}

func (r *simpleReader) isItem() bool {
	return r.src[r.start] == '-' && r.start+1 < r.end && r.src[r.start+1] == ' '
}

// mapping reads the entries at an indentation.
func (r *simpleReader) mapping(indent, depth int) (Node, bool) {
	n := Node{Kind: Map, Pos: r.base + token.Pos(r.start)}
	bottom := len(r.stack)
	for r.more && r.indent == indent {
		colon, ok := r.keyEnd(r.start, r.end)
		if !ok || depth > maxSimpleDepth {
			return n, false
		}
		key := r.scalar(String, r.start, colon)
		key.Plain = true
		r.stack = append(r.stack, key)
		from, end := r.blanks(colon+1, r.end), r.end
		var value Node
		if from < end {
			value, ok = r.line(from, end, depth+1)
			r.advance()
		} else {
			r.advance()
			ok = r.more && (r.indent > indent || r.indent == indent && r.isItem())
			if ok {
				value, ok = r.block(r.indent, depth+1)
			}
		}
		if !ok || r.more && r.indent > indent { // or a scalar that goes on
			return n, false
		}
		r.stack = append(r.stack, value)
	}
	n.Members, n.End = r.pop(bottom, 2)
	return n, true
}

// sequence reads the items at an indentation.
func (r *simpleReader) sequence(indent, depth int) (Node, bool) {
	n := Node{Kind: List, Pos: r.base + token.Pos(r.start)}
	bottom := len(r.stack)
	for r.more && r.indent == indent && r.isItem() {
		if depth > maxSimpleDepth {
			return n, false
		}
		from := r.blanks(r.start+1, r.end)
		var item Node
		var ok bool
		if _, ok = r.keyEnd(from, r.end); ok {
			r.indent, r.start = r.indent+from-r.start, from
			item, ok = r.mapping(r.indent, depth+1)
		} else {
			item, ok = r.line(from, r.end, depth+1)
			r.advance()
		}
		if !ok || r.more && r.indent > indent {
			return n, false
		}
		r.stack = append(r.stack, item)
	}
	n.Members, n.End = r.pop(bottom, 1)
	return n, true
}

// pop takes the nodes above bottom from the stack: members of one or two
// nodes each, and where the last of them ends.
func (r *simpleReader) pop(bottom, each int) ([]Member, token.Pos) {
	nodes := append(make([]Node, 0, len(r.stack)-bottom), r.stack[bottom:]...)
	r.stack = r.stack[:bottom]
	members := make([]Member, len(nodes)/each)
	for i := range members {
		if each == 2 {
			members[i].Key = &nodes[2*i]
		}
		members[i].Value = &nodes[each*i+each-1]
	}
	return members, nodes[len(nodes)-1].End
}

func (r *simpleReader) blanks(at, end int) int {
	for at < end && r.src[at] == ' ' {
		at++
	}
	return at
}

func (r *simpleReader) scalar(kind Kind, from, end int) Node {
	return Node{Kind: kind, Text: r.text[from:end], Pos: r.base + token.Pos(from), End: r.base + token.Pos(end)}
}

// line reads the value that fills a line from an offset to its end.
func (r *simpleReader) line(from, end, depth int) (Node, bool) {
	switch r.src[from] {
	case '"', '\'', '[', '{':
		n, at, ok := r.flow(from, end, depth)
		return n, ok && at == end
	}
	text := r.text[from:end]
	if c := text[0]; !isLetter(c) && !isDigit(c) && c < 0x80 && c != '/' && c != '(' {
		return Node{}, false
	}
	if strings.Contains(text, ": ") || strings.Contains(text, " #") || text[len(text)-1] == ':' {
		return Node{}, false
	}
	kind, ok := simpleKind(text)
	n := r.scalar(kind, from, end)
	n.Plain = true
	return n, ok
}

// flow reads a value as it stands in a flow collection, or quoted, and returns
// where it ends.
func (r *simpleReader) flow(from, end, depth int) (n Node, at int, ok bool) {
	if from >= end || depth > maxSimpleDepth {
		return n, from, false
	}
	switch c := r.src[from]; c {
	case '"', '\'':
		return r.quoted(from, end)
	case '[', '{':
		return r.collection(from, end, depth)
	}
	at = from
	for at < end && (isKeyByte(r.src[at]) || r.src[at] == ' ' || r.src[at] == '/' || r.src[at] >= 0x80) {
		at++
	}
	stop := at
	for stop > from && r.src[stop-1] == ' ' {
		stop--
	}
	if stop == from || r.src[from] == '-' || r.src[from] == '.' {
		return n, from, false
	}
	kind, ok := simpleKind(r.text[from:stop])
	n = r.scalar(kind, from, stop)
	n.Plain = true
	return n, stop, ok
}

// quoted reads a quoted scalar, with the plainest of escapes.
func (r *simpleReader) quoted(from, end int) (n Node, at int, ok bool) {
	quote, escaped := r.src[from], false
	for at = from + 1; at < end && r.src[at] != quote; at++ {
		if quote == '"' && r.src[at] == '\\' {
			at++
			if escaped = true; at == end || r.src[at] != '\\' && r.src[at] != '"' {
				return n, from, false
			}
		}
	}
	if at++; at > end || at < end && r.src[at] == quote { // unclosed, or doubled
		return n, from, false
	}
	n = r.scalar(String, from, at)
	if n.Text = r.text[from+1 : at-1]; escaped {
		n.Text = unescape.Replace(n.Text)
	}
	return n, at, true
}

var unescape = strings.NewReplacer(`\\`, `\`, `\"`, `"`)

// collection reads [a, b] or {a: b}.
func (r *simpleReader) collection(from, end, depth int) (n Node, at int, ok bool) {
	closing, each := byte(']'), 1
	n = Node{Kind: List, Pos: r.base + token.Pos(from)}
	if r.src[from] == '{' {
		closing, each, n.Kind = '}', 2, Map
	}
	bottom := len(r.stack)
	at = r.blanks(from+1, end)
	for first := true; at < end && r.src[at] != closing; first = false {
		if !first {
			if r.src[at] != ',' {
				return n, at, false
			}
			at = r.blanks(at+1, end)
		}
		if each == 2 {
			colon, ok := r.keyEnd(at, end)
			if !ok || colon+1 >= end {
				return n, at, false
			}
			key := r.scalar(String, at, colon)
			key.Plain = true
			r.stack = append(r.stack, key)
			at = r.blanks(colon+1, end)
		}
		value, after, ok := r.flow(at, end, depth+1)
		if !ok {
			return n, at, false
		}
		r.stack = append(r.stack, value)
		at = r.blanks(after, end)
	}
	if at >= end {
		return n, at, false
	}
	if len(r.stack) == bottom {
		n.Members = []Member{}
	} else {
		n.Members, _ = r.pop(bottom, each)
	}
	n.End = r.base + token.Pos(at+1)
	return n, at + 1, true
}

// simpleKind says what a plain scalar is; ok is false where YAML's rules are
// not plain.
func simpleKind(text string) (kind Kind, ok bool) {
	if !isDigit(text[0]) {
		switch text {
		case "true", "false":
			return Bool, true
		}
		if len(text) > 5 {
			return String, true
		}
		switch strings.ToLower(text) {
		case "null", "true", "false", "yes", "no", "on", "off", "y", "n", "nan", "inf":
			return String, false
		}
		return String, true
	}
	if strings.IndexFunc(text, inNoNumber) >= 0 {
		return String, true
	}
	dots, dashes, rest := 0, 0, 0
	for i := range len(text) {
		switch c := text[i]; {
		case c == '.':
			dots++
		case c == '-':
			dashes++
		case !isDigit(c):
			rest++
		}
	}
	last := text[len(text)-1]
	switch leading := text[0] == '0' && len(text) > 1; {
	case rest > 0 || len(text) > 18 || !isDigit(last) || strings.Contains(text, ".."):
		return String, false
	case dashes == 0 && dots == 0 && !leading, dashes == 0 && dots == 1 && (!leading || text[1] == '.'):
		return Number, true
	case dashes == 0 && dots == 2: // a version
		return String, true
	case dots == 0 && dashes == 2 && len(text) == len("2026-01-02") && text[4] == '-' && text[7] == '-': // a date
		return String, true
	}
	return String, false
}

// inNoNumber reports whether a character stands in no number, of any base, and
// in no date.
func inNoNumber(c rune) bool {
	return !strings.ContainsRune("0123456789abcdefABCDEFxXoOpP_+-.:tTzZ ", c)
}
