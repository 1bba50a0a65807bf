package document

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

func (r *jsonReader) str() string { return string(r.raw()) }

// raw reads a string; what it returns may be a part of the source.
func (r *jsonReader) raw() []byte {
	open := r.at
	r.at++
	start := r.at
	for r.at < len(r.src) { // the common case: no escape
		switch c := r.src[r.at]; {
		case c == '"':
			r.at++
			return r.src[start : r.at-1]
		case c == '\\':
			return r.escaped(open, append([]byte(nil), r.src[start:r.at]...))
		case c < ' ':
			r.control(open)
		}
		r.at++
	}
	r.fail(open, "a string is never closed")
	return nil
}

func (r *jsonReader) control(open int) {
	if r.src[r.at] == '\n' || r.src[r.at] == '\r' {
		r.fail(open, "a string is not closed on its line")
	}
	r.fail(r.at, `control character U+%04X in a string: write it as \u%04x`, r.src[r.at], r.src[r.at])
}

func (r *jsonReader) escaped(open int, b []byte) []byte {
	for r.at < len(r.src) {
		switch c := r.src[r.at]; {
		case c == '"':
			r.at++
			return b
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
	return nil
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
