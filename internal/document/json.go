package document

import (
	"bytes"
	"fmt"
	"go/token"
	"unicode/utf8"
)

// ParseJSON reads one JSON text (RFC 8259), strictly. base is the position of
// src[0]. Duplicate keys are kept.
func ParseJSON(src []byte, base token.Pos) (*Node, error) {
	return (&jsonReader{src: src, base: base}).text()
}

// ParseJSONC reads JSON with comments and a comma behind the last element, as
// editors write it in their settings.
func ParseJSONC(src []byte, base token.Pos) (*Node, error) {
	return (&jsonReader{src: src, base: base, comments: true}).text()
}

func (r *jsonReader) text() (n *Node, err error) {
	defer func() {
		if e := recover(); e != nil {
			syntax, ok := e.(*SyntaxError)
			if !ok {
				panic(e)
			}
			n, err = nil, syntax
		}
	}()
	n = r.value(0)
	r.space()
	if r.at < len(r.src) {
		if first := bytes.TrimSpace(r.src)[0]; first != '{' && first != '[' {
			r.fail(0, "the file is not JSON: expected { or [ at its start")
		}
		r.fail(r.at, "text after the JSON value")
	}
	return n, nil
}

// jsonReader is a recursive-descent reader; it leaves by a panic with a
// *SyntaxError, which ParseJSON recovers.
type jsonReader struct {
	src    []byte
	base   token.Pos
	at     int
	values int // read so far
	// comments says that comments are read over, and a last comma too.
	comments bool

	free []Node            // to be handed out: a file holds thousands
	room []Member          // the same
	open []Member          // of the lists and maps that are not closed yet
	keys map[string]string // the keys so far, most of which come again
}

// node returns an empty node.
func (r *jsonReader) node() *Node {
	if len(r.free) == 0 {
		r.free = make([]Node, min(max(4, r.values), 256))
	}
	n := &r.free[0]
	r.free = r.free[1:]
	return n
}

// key reads a key.
func (r *jsonReader) key() *Node {
	n := r.node()
	*n = Node{Kind: String, Pos: r.pos(r.at)}
	text := r.raw()
	n.End = r.pos(r.at)
	known, ok := r.keys[string(text)]
	if !ok {
		if r.keys == nil {
			r.keys = map[string]string{}
		}
		known = string(text)
		r.keys[known] = known
	}
	n.Text = known
	return n
}

// close gives a list or map its members: those that are open from outer on.
func (r *jsonReader) close(n *Node, outer int) {
	members := r.open[outer:]
	if len(members) > 0 {
		if len(r.room) < len(members) {
			r.room = make([]Member, max(len(members), min(r.values, 128)))
		}
		n.Members = r.room[:copy(r.room, members):len(members)]
		r.room = r.room[len(members):]
	}
	r.open = r.open[:outer]
}

func (r *jsonReader) fail(at int, format string, args ...any) {
	end := at + 1
	if at < len(r.src) {
		_, size := utf8.DecodeRune(r.src[at:])
		end = at + size
	}
	panic(&SyntaxError{at, min(end, len(r.src)), fmt.Sprintf(format, args...)})
}

func (r *jsonReader) space() {
	for r.at < len(r.src) {
		switch r.src[r.at] {
		case ' ', '\t', '\n', '\r':
			r.at++
		case '/':
			r.comment()
		case '#':
			if len(bytes.TrimSpace(r.src[:r.at])) == 0 {
				r.fail(r.at, "the file is not JSON: expected { or [ at its start")
			}
			r.fail(r.at, "JSON has no comments")
		default:
			return
		}
	}
}

// comment reads over a comment.
func (r *jsonReader) comment() {
	end := -1
	switch rest := r.src[r.at:]; {
	case !r.comments:
		r.fail(r.at, "JSON has no comments")
	case bytes.HasPrefix(rest, []byte("//")):
		if end = bytes.IndexByte(rest, '\n'); end < 0 {
			end = len(rest)
		}
	case bytes.HasPrefix(rest, []byte("/*")):
		if end = bytes.Index(rest[2:], []byte("*/")); end < 0 {
			r.fail(r.at, "the comment is never closed")
		}
		end += len("/**/")
	default:
		r.fail(r.at, "expected a comment, // or /*")
	}
	r.at += end
}

func (r *jsonReader) pos(at int) token.Pos { return r.base + token.Pos(at) }

func (r *jsonReader) value(depth int) *Node {
	r.space()
	if depth > maxDepth {
		r.fail(r.at, "nested deeper than %d levels", maxDepth)
	}
	if r.at == len(r.src) {
		r.fail(r.at, "the file ends where a value is expected")
	}
	if r.values++; r.values > maxValues {
		r.fail(0, "the file holds more than %d values and was not read", maxValues)
	}
	start := r.at
	n := r.node()
	n.Pos = r.pos(start)
	switch c := r.src[r.at]; {
	case c == '{':
		n.Kind = Map
		r.members(n, '}', depth)
	case c == '[':
		n.Kind = List
		r.members(n, ']', depth)
	case c == '"':
		n.Kind, n.Text = String, r.str()
	case c == '-' || c >= '0' && c <= '9':
		n.Kind, n.Plain = Number, true
		n.Text = r.number()
	default:
		n.Plain = true
		n.Kind, n.Text = r.word()
	}
	n.End = r.pos(r.at)
	return n
}

func (r *jsonReader) members(n *Node, closing byte, depth int) {
	open, outer := r.at, len(r.open)
	r.at++
	for first := true; ; first = false {
		r.space()
		if r.at == len(r.src) {
			r.fail(open, "%q is never closed", rune(r.src[open]))
		}
		if r.src[r.at] == closing {
			if !first && !r.comments {
				r.fail(r.at, "a comma before %q", rune(closing))
			}
			r.at++
			r.close(n, outer)
			return
		}
		m := Member{}
		if closing == '}' {
			if r.src[r.at] != '"' {
				r.fail(r.at, "expected a key in double quotes")
			}
			m.Key = r.key()
			r.space()
			if r.at == len(r.src) || r.src[r.at] != ':' {
				r.fail(min(r.at, len(r.src)-1), `expected ":" after a key`)
			}
			r.at++
		}
		m.Value = r.value(depth + 1)
		r.open = append(r.open, m)
		r.space()
		switch {
		case r.at == len(r.src):
			r.fail(open, "%q is never closed", rune(r.src[open]))
		case r.src[r.at] == ',':
			r.at++
		case r.src[r.at] == closing:
			r.at++
			r.close(n, outer)
			return
		default:
			r.fail(r.at, `expected "," or %q`, string(closing))
		}
	}
}

func (r *jsonReader) word() (Kind, string) {
	for _, w := range [...]struct {
		text string
		kind Kind
	}{{"null", Null}, {"true", Bool}, {"false", Bool}} {
		if end := r.at + len(w.text); end <= len(r.src) && string(r.src[r.at:end]) == w.text {
			r.at = end
			return w.kind, w.text
		}
	}
	switch r.src[r.at] {
	case '\'':
		r.fail(r.at, "JSON strings stand in double quotes")
	case ',', '}', ']', ':':
		r.fail(r.at, "expected a value, found %q", string(r.src[r.at]))
	}
	r.fail(r.at, "expected a value: an object, array, string, number, true, false or null")
	return Null, ""
}

func (r *jsonReader) number() string {
	start := r.at
	digits := func() {
		if r.at == len(r.src) || r.src[r.at] < '0' || r.src[r.at] > '9' {
			r.fail(min(r.at, len(r.src)-1), "a number lacks digits")
		}
		for r.at < len(r.src) && r.src[r.at] >= '0' && r.src[r.at] <= '9' {
			r.at++
		}
	}
	if r.src[r.at] == '-' {
		r.at++
	}
	if r.at < len(r.src) && r.src[r.at] == '0' {
		r.at++
		if r.at < len(r.src) && r.src[r.at] >= '0' && r.src[r.at] <= '9' {
			r.fail(start, "a number begins with 0")
		}
	} else {
		digits()
	}
	if r.at < len(r.src) && r.src[r.at] == '.' {
		r.at++
		digits()
	}
	if r.at < len(r.src) && (r.src[r.at] == 'e' || r.src[r.at] == 'E') {
		r.at++
		if r.at < len(r.src) && (r.src[r.at] == '+' || r.src[r.at] == '-') {
			r.at++
		}
		digits()
	}
	return string(r.src[start:r.at])
}
