package schema

import (
	"fmt"
	"unicode/utf16"
	"unicode/utf8"
)

const maxDepth = 1000 // nesting of a document or value

// SyntaxError says where a text stops being JSON.
type SyntaxError struct {
	Offset int    // in bytes
	Msg    string // a fact about the input
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("%s at byte %d", e.Msg, e.Offset) }

// ParseValue reads one JSON text (RFC 8259) strictly: a duplicate member name, invalid UTF-8, a
// lone surrogate escape or nesting beyond 1,000 is a *SyntaxError, and so is a byte order mark.
func ParseValue(text []byte) (*Value, error) {
	p := &reader{s: text}
	v, err := p.value(0)
	if err != nil {
		return nil, err
	}
	p.space()
	if p.i < len(p.s) {
		return nil, p.fail("text after the value")
	}
	return v, nil
}

type reader struct {
	s []byte
	i int
}

func (p *reader) fail(format string, args ...any) error {
	return &SyntaxError{Offset: p.i, Msg: fmt.Sprintf(format, args...)}
}

func (p *reader) space() {
	for p.i < len(p.s) && (p.s[p.i] == ' ' || p.s[p.i] == '\n' || p.s[p.i] == '\t' || p.s[p.i] == '\r') {
		p.i++
	}
}

func (p *reader) value(depth int) (*Value, error) {
	if depth > maxDepth {
		return nil, p.fail("nesting deeper than %d", maxDepth)
	}
	p.space()
	if p.i == len(p.s) {
		return nil, p.fail("unexpected end")
	}
	switch c := p.s[p.i]; {
	case c == '{':
		return p.object(depth)
	case c == '[':
		return p.array(depth)
	case c == '"':
		s, err := p.string()
		if err != nil {
			return nil, err
		}
		return stringValue(s), nil
	case c == '-' || isDigit(c):
		start := p.i
		for p.i < len(p.s) && (isDigit(p.s[p.i]) || p.s[p.i] == '-' || p.s[p.i] == '+' || p.s[p.i] == '.' || p.s[p.i]|0x20 == 'e') {
			p.i++
		}
		n, ok := parseNum(string(p.s[start:p.i]))
		if !ok {
			p.i = start
			return nil, p.fail("malformed or immense number")
		}
		return numValue(n), nil
	case p.word("null"):
		return nullValue, nil
	case p.word("true"):
		return trueValue, nil
	case p.word("false"):
		return falseValue, nil
	}
	return nil, p.fail("unexpected character")
}

func (p *reader) word(w string) bool {
	if len(p.s)-p.i < len(w) || string(p.s[p.i:p.i+len(w)]) != w {
		return false
	}
	p.i += len(w)
	return true
}

func (p *reader) array(depth int) (*Value, error) {
	p.i++
	p.space()
	if p.i < len(p.s) && p.s[p.i] == ']' {
		p.i++
		return emptyArray, nil
	}
	var elems []*Value
	for {
		v, err := p.value(depth + 1)
		if err != nil {
			return nil, err
		}
		elems = append(elems, v)
		p.space()
		switch {
		case p.i < len(p.s) && p.s[p.i] == ',':
			p.i++
		case p.i < len(p.s) && p.s[p.i] == ']':
			p.i++
			return arrayValue(elems), nil
		default:
			return nil, p.fail("expected ',' or ']'")
		}
	}
}

func (p *reader) object(depth int) (*Value, error) {
	p.i++
	p.space()
	if p.i < len(p.s) && p.s[p.i] == '}' {
		p.i++
		return emptyObject, nil
	}
	var names []string
	var elems []*Value
	for {
		p.space()
		if p.i == len(p.s) || p.s[p.i] != '"' {
			return nil, p.fail("expected a member's name")
		}
		k, err := p.string()
		if err != nil {
			return nil, err
		}
		p.space()
		if p.i == len(p.s) || p.s[p.i] != ':' {
			return nil, p.fail("expected ':'")
		}
		p.i++
		v, err := p.value(depth + 1)
		if err != nil {
			return nil, err
		}
		names, elems = append(names, k), append(elems, v)
		p.space()
		switch {
		case p.i < len(p.s) && p.s[p.i] == ',':
			p.i++
			continue
		case p.i < len(p.s) && p.s[p.i] == '}':
			p.i++
		default:
			return nil, p.fail("expected ',' or '}'")
		}
		o := objectValue(names, elems)
		for i := 1; i < len(names); i++ {
			if names[i] == names[i-1] {
				return nil, p.fail("duplicate name %q", names[i])
			}
		}
		return o, nil
	}
}

func (p *reader) string() (string, error) {
	p.i++
	start := p.i
	for p.i < len(p.s) && p.s[p.i] >= 0x20 && p.s[p.i] < utf8.RuneSelf && p.s[p.i] != '"' && p.s[p.i] != '\\' {
		p.i++
	}
	if p.i < len(p.s) && p.s[p.i] == '"' {
		p.i++
		return string(p.s[start : p.i-1]), nil
	}
	b := append(make([]byte, 0, p.i-start+16), p.s[start:p.i]...)
	for p.i < len(p.s) {
		switch c := p.s[p.i]; {
		case c == '"':
			p.i++
			return string(b), nil
		case c < 0x20:
			return "", p.fail("control character in a string")
		case c == '\\':
			r, err := p.escape()
			if err != nil {
				return "", err
			}
			b = utf8.AppendRune(b, r)
		case c < utf8.RuneSelf:
			b = append(b, c)
			p.i++
		default:
			r, n := utf8.DecodeRune(p.s[p.i:])
			if r == utf8.RuneError && n == 1 {
				return "", p.fail("invalid UTF-8")
			}
			b = append(b, p.s[p.i:p.i+n]...)
			p.i += n
		}
	}
	return "", p.fail("unterminated string")
}

func (p *reader) escape() (rune, error) {
	if p.i+1 >= len(p.s) {
		return 0, p.fail("unterminated string")
	}
	c := p.s[p.i+1]
	switch c {
	case '"', '\\', '/':
		p.i += 2
		return rune(c), nil
	case 'b', 'f', 'n', 'r', 't':
		p.i += 2
		return map[byte]rune{'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}[c], nil
	case 'u':
		r, ok := p.hex4(p.i + 2)
		if !ok {
			return 0, p.fail("malformed \\u escape")
		}
		if !utf16.IsSurrogate(r) {
			p.i += 6
			return r, nil
		}
		if p.i+7 < len(p.s) && p.s[p.i+6] == '\\' && p.s[p.i+7] == 'u' {
			if low, ok := p.hex4(p.i + 8); ok {
				if r := utf16.DecodeRune(r, low); r != utf8.RuneError {
					p.i += 12
					return r, nil
				}
			}
		}
		return 0, p.fail("lone surrogate")
	}
	return 0, p.fail("unknown escape")
}

func (p *reader) hex4(at int) (rune, bool) {
	if at+4 > len(p.s) {
		return 0, false
	}
	var r rune
	for _, c := range p.s[at : at+4] {
		switch {
		case isDigit(c):
			c -= '0'
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			c = c | 0x20 - 'a' + 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}
