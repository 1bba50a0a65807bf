package skill

import (
	"errors"
	"fmt"
	"go/token"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// maxDepth bounds the nesting of a manifest, in YAML and JSON alike: deeper
// ones are attacks, and whoever walks a Node may recurse.
const maxDepth = 256

// A SyntaxError is a place where a file stops being YAML or JSON.
// The offsets are bytes in the file; End is exclusive.
type SyntaxError struct {
	Offset, End int
	Msg         string
}

func (e *SyntaxError) Error() string { return e.Msg }

// parseJSON reads one JSON text (RFC 8259), strictly. base is the position of
// src[0]. Duplicate keys are kept.
func parseJSON(src []byte, base token.Pos) (n *Node, err error) {
	r := &jsonReader{src: src, base: base}
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
	if r.at < len(src) {
		r.fail(r.at, "text after the JSON value")
	}
	return n, nil
}

// Object reads the JSON object that begins at a byte of the file, and returns
// it with its end; nil when none does.
func (m *Manifest) Object(at int) (n *Node, end int) {
	r := &jsonReader{src: m.Src[at:], base: m.Pos(at)}
	defer func() {
		if e := recover(); e != nil {
			if _, ok := e.(*SyntaxError); !ok {
				panic(e)
			}
			n, end = nil, 0
		}
	}()
	n = r.value(0)
	return n, at + r.at
}

// jsonReader is a recursive-descent reader; it leaves by a panic with a
// *SyntaxError, which parseJSON recovers.
type jsonReader struct {
	src  []byte
	base token.Pos
	at   int
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
		case '/', '#':
			r.fail(r.at, "JSON has no comments")
		default:
			return
		}
	}
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
	start := r.at
	n := &Node{Pos: r.pos(start)}
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
	open := r.at
	r.at++
	for first := true; ; first = false {
		r.space()
		if r.at == len(r.src) {
			r.fail(open, "%q is never closed", rune(r.src[open]))
		}
		if r.src[r.at] == closing {
			if !first {
				r.fail(r.at, "a comma before %q", rune(closing))
			}
			r.at++
			return
		}
		m := Member{}
		if closing == '}' {
			if r.src[r.at] != '"' {
				r.fail(r.at, "expected a key in double quotes")
			}
			key := &Node{Kind: String, Pos: r.pos(r.at)}
			key.Text = r.str()
			key.End = r.pos(r.at)
			m.Key = key
			r.space()
			if r.at == len(r.src) || r.src[r.at] != ':' {
				r.fail(min(r.at, len(r.src)-1), `expected ":" after a key`)
			}
			r.at++
		}
		m.Value = r.value(depth + 1)
		n.Members = append(n.Members, m)
		r.space()
		switch {
		case r.at == len(r.src):
			r.fail(open, "%q is never closed", rune(r.src[open]))
		case r.src[r.at] == ',':
			r.at++
		case r.src[r.at] == closing:
			r.at++
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

func (r *jsonReader) str() string {
	open := r.at
	r.at++
	start := r.at
	for r.at < len(r.src) { // the common case: no escape
		switch c := r.src[r.at]; {
		case c == '"':
			r.at++
			return string(r.src[start : r.at-1])
		case c == '\\':
			return r.escaped(open, append([]byte(nil), r.src[start:r.at]...))
		case c < ' ':
			r.control(open)
		}
		r.at++
	}
	r.fail(open, "a string is never closed")
	return ""
}

func (r *jsonReader) control(open int) {
	if r.src[r.at] == '\n' || r.src[r.at] == '\r' {
		r.fail(open, "a string is not closed on its line")
	}
	r.fail(r.at, `control character U+%04X in a string: write it as \u%04x`, r.src[r.at], r.src[r.at])
}

func (r *jsonReader) escaped(open int, b []byte) string {
	for r.at < len(r.src) {
		switch c := r.src[r.at]; {
		case c == '"':
			r.at++
			return string(b)
		case c < ' ':
			r.control(open)
		case c != '\\':
			b = append(b, c)
			r.at++
		default:
			b = r.escape(b)
		}
	}
	r.fail(open, "a string is never closed")
	return ""
}

var jsonEscapes = map[byte]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

func (r *jsonReader) escape(b []byte) []byte {
	start := r.at
	if r.at+1 == len(r.src) {
		r.fail(start, "a string is never closed")
	}
	if c, ok := jsonEscapes[r.src[r.at+1]]; ok {
		r.at += 2
		return append(b, c)
	}
	c, ok := r.unicode()
	if !ok {
		panic(&SyntaxError{start, min(start+2, len(r.src)), "unknown escape in a string"})
	}
	if utf16.IsSurrogate(c) {
		mid := r.at
		low, ok := r.unicode()
		if pair := utf16.DecodeRune(c, low); ok && pair != utf8.RuneError {
			return utf8.AppendRune(b, pair)
		}
		panic(&SyntaxError{start, mid, "half of a surrogate pair"})
	}
	return utf8.AppendRune(b, c)
}

// unicode reads \uXXXX.
func (r *jsonReader) unicode() (rune, bool) {
	if r.at+6 > len(r.src) || r.src[r.at] != '\\' || r.src[r.at+1] != 'u' {
		return 0, false
	}
	v, err := strconv.ParseUint(string(r.src[r.at+2:r.at+6]), 16, 16)
	if err != nil {
		return 0, false
	}
	r.at += 6
	return rune(v), true
}

// errSyntax returns the SyntaxError in err, which every reader's error holds.
func errSyntax(err error) *SyntaxError {
	var e *SyntaxError
	if !errors.As(err, &e) {
		e = &SyntaxError{Msg: err.Error()}
	}
	return e
}
