package python

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxName is longer than \N{NAME} with any name that Unicode has.
const maxName = 256

// String is one string literal, or several that Python joins because they stand side by side: "a" f"{b}".
type String struct {
	Span
	Bytes    bool   // b"…"
	Template bool   // t"…" (PEP 750): no string at run time
	Parts    []Part // text and replacement fields in order; "" has one empty part
}

// Part is a run of text inside a string, without prefix and quotes, or a replacement field of an f-string with its
// braces.
type Part struct {
	Span
	Field *Field // nil for text
	text  string // as written
	raw   bool   // backslashes mean nothing
	bytes bool
	f     bool // {{ and }} stand for { and }
}

// Field is {Value = !Conversion:Spec} in an f-string. What comes after Value is optional.
type Field struct {
	Value      Expr
	Debug      bool   // with =
	Conversion byte   // 'r', 's', 'a' or 0
	Spec       []Part // nil without a colon
}

// Value returns the text that the literal stands for. It is not known, and ok is false, for an f-string with fields, a
// template, a \N{NAME} escape, a lone surrogate and bytes that are not UTF-8 in a file of another encoding; value then has what is
// known, with U+FFFD in the place of such a character and nothing in that of a field. Of a bytes literal, value has
// the bytes.
func (s *String) Value() (value string, ok bool) {
	ok = !s.Template
	if len(s.Parts) == 1 && s.Parts[0].plain() {
		return s.Parts[0].text, ok
	}
	var b strings.Builder
	for i := range s.Parts {
		text, known := s.Parts[i].Text()
		b.WriteString(text)
		ok = ok && known
	}
	return b.String(), ok
}

// Formatted tells whether one of the literals is an f-string, even one without fields.
func (s *String) Formatted() bool {
	for i := range s.Parts {
		if s.Parts[i].f || s.Parts[i].Field != nil {
			return true
		}
	}
	return false
}

// Text returns what Value returns, for one part.
func (p *Part) Text() (text string, ok bool) {
	if p.Field != nil {
		return "", false
	}
	if p.plain() {
		return p.text, true
	}
	b, ok := make([]byte, 0, len(p.text)), true
	for i := 0; i < len(p.text); {
		char, size, known := p.char(i)
		b = append(b, char...)
		i += size
		ok = ok && known
	}
	return string(b), ok
}

// Offset maps a byte position in the text of Value to the offset in the source of the character that it belongs to.
// The position one past the end maps to the end of the text. A position beyond maps there, too.
func (s *String) Offset(position int) int {
	for i := range s.Parts {
		p := &s.Parts[i]
		if p.Field != nil {
			continue
		}
		for at := 0; at < len(p.text); {
			char, size, _ := p.char(at)
			if position < len(char) {
				return p.Start + at
			}
			position -= len(char)
			at += size
		}
	}
	if len(s.Parts) == 0 {
		return s.End
	}
	return s.Parts[len(s.Parts)-1].End
}

// plain tells whether the text stands for itself.
func (p *Part) plain() bool {
	return p.Field == nil && !(p.f && strings.ContainsAny(p.text, "{}")) &&
		(p.raw || strings.IndexByte(p.text, '\\') < 0) && strings.IndexByte(p.text, '\r') < 0 && utf8.ValidString(p.text)
}

// char decodes the character at offset i of the text: what it stands for, how long it is in the source, and whether
// that is known.
func (p *Part) char(i int) (char string, size int, ok bool) {
	s := p.text[i:]
	switch c := s[0]; {
	case c == '\r':
		return "\n", newline(s), true
	case c == '\\' && !p.raw && len(s) > 1:
		return p.escape(s)
	case (c == '{' || c == '}') && p.f && len(s) > 1 && s[1] == c:
		return s[:1], 2, true
	case c < utf8.RuneSelf:
		return s[:1], 1, true
	}
	r, size := utf8.DecodeRuneInString(s)
	if r == utf8.RuneError && size == 1 {
		return "\ufffd", 1, false
	}
	return s[:size], size, true
}

// escape decodes the escape sequence that s begins with.
func (p *Part) escape(s string) (char string, size int, ok bool) {
	if n := newline(s[1:]); n > 0 {
		return "", 1 + n, true
	}
	switch c := s[1]; c {
	case '\\', '\'', '"':
		return s[1:2], 2, true
	case 'a', 'b', 'f', 'n', 'r', 't', 'v':
		at := strings.IndexByte("abfnrtv", c)
		return "\a\b\f\n\r\t\v"[at : at+1], 2, true
	case '0', '1', '2', '3', '4', '5', '6', '7':
		n := 2
		for n < 4 && n < len(s) && s[n] >= '0' && s[n] <= '7' {
			n++
		}
		v, _ := strconv.ParseUint(s[1:n], 8, 32)
		return p.encode(rune(v)), n, true
	case 'x':
		return p.hex(s, 2)
	case 'u', 'U', 'N':
		if p.bytes {
			break
		}
		if c == 'N' {
			if end := strings.IndexByte(s[:min(len(s), maxName)], '}'); strings.HasPrefix(s[2:], "{") && end > 0 {
				return "\ufffd", end + 1, false
			}
			break
		}
		if c == 'u' {
			return p.hex(s, 4)
		}
		return p.hex(s, 8)
	}
	return s[:1], 1, true // an unknown escape keeps its backslash
}

// hex decodes \xhh, \uhhhh and \Uhhhhhhhh.
func (p *Part) hex(s string, digits int) (char string, size int, ok bool) {
	if len(s) >= 2+digits {
		if v, err := strconv.ParseUint(s[2:2+digits], 16, 32); err == nil {
			if digits > 2 && !utf8.ValidRune(rune(v)) {
				return "\ufffd", 2 + digits, false
			}
			return p.encode(rune(v)), 2 + digits, true
		}
	}
	return "\ufffd", 2, false // CPython refuses it
}

// encode returns a character, or in a bytes literal a byte.
func (p *Part) encode(r rune) string {
	if p.bytes {
		return string([]byte{byte(r)})
	}
	return string(r)
}
