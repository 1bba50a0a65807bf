package template

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

type tokenKind uint8

const (
	tokenEnd    tokenKind = iota // end of the text
	tokenOpen                    // {{
	tokenClose                   // }}
	tokenWord                    // a name, with the path that follows it without a gap
	tokenNumber                  // as in JSON
	tokenString                  // with its quotes
	tokenMark                    // one of | : , ( ) == != < <= > >=
	tokenOther                   // anything else, one character
)

type token struct {
	kind tokenKind
	Span
}

// next scans the token at or after the parser's place. A string that is not closed is
// a tokenOther at its quote; parser.unexpected finds the words for it.
func (p *parser) next() token {
	i, src := p.pos, p.src
	for i < len(src) && (src[i] == ' ' || src[i] == '\n' || src[i] == '\t' || src[i] == '\r') {
		i++
	}
	kind, end := tokenOther, i+1
	if i >= len(src) {
		p.pos = len(src)
		return token{tokenEnd, Span{len(src), len(src)}}
	}
	switch c := src[i]; {
	case c == '{' && strings.HasPrefix(src[i:], "{{"):
		kind, end = tokenOpen, i+2
	case c == '}' && strings.HasPrefix(src[i:], "}}"):
		kind, end = tokenClose, i+2
	case c == '|' || c == ':' || c == ',' || c == '(' || c == ')':
		kind = tokenMark
	case c == '<' || c == '>':
		kind = tokenMark
		if i+1 < len(src) && src[i+1] == '=' {
			end = i + 2
		}
	case (c == '=' || c == '!') && i+1 < len(src) && src[i+1] == '=':
		kind, end = tokenMark, i+2
	case c == '\'' || c == '"':
		if n := closingQuote(src[i:]); n > 0 {
			kind, end = tokenString, i+n
		}
	case c >= '0' && c <= '9' || c == '-':
		kind, end = tokenNumber, i+numberLen(src[i:])
	default:
		r, n := utf8.DecodeRuneInString(src[i:])
		end = i + n
		if isNameStart(r) {
			kind, end = tokenWord, pathEnd(src, i)
		}
	}
	p.pos = end
	return token{kind, Span{i, end}}
}

func isNameStart(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || r == '_' || r > unicode.MaxASCII && unicode.IsLetter(r)
}

func isNamePart(r rune) bool {
	return isNameStart(r) || '0' <= r && r <= '9' || r == '-' ||
		r > unicode.MaxASCII && (unicode.IsDigit(r) || unicode.IsMark(r))
}

// nameBytes are the ASCII characters of names.
var nameBytes = func() (bytes [utf8.RuneSelf]bool) {
	for c := range bytes {
		bytes[c] = isNamePart(rune(c))
	}
	return
}()

// nameLen is the length in bytes of the name that s begins with, 0 for none.
func nameLen(s string) int {
	n := 0
	for n < len(s) {
		if c := s[n]; c < utf8.RuneSelf {
			if !nameBytes[c] {
				break
			}
			n++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[n:])
		if !isNamePart(r) || r == utf8.RuneError {
			break
		}
		n += size
	}
	return n
}

// pathEnd finds the end of a path, right or wrong: names, dots and brackets without gaps.
func pathEnd(src string, i int) int {
	for i < len(src) {
		switch {
		case src[i] == '.':
			i++
		case src[i] == '[':
			n := strings.IndexAny(src[i:], "]|{} \n\t\r")
			if n < 0 {
				return len(src)
			}
			i += n
			if src[i] != ']' {
				return i
			}
			i++
		default:
			n := nameLen(src[i:])
			if n == 0 {
				return i
			}
			i += n
		}
	}
	return i
}

// numberLen is the length of everything that was meant as one number; the parser judges it.
func numberLen(s string) int {
	n := 1
	for n < len(s) {
		switch c := s[n]; {
		case c >= '0' && c <= '9', c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '.', c == '_',
			(c == '+' || c == '-') && (s[n-1] == 'e' || s[n-1] == 'E'):
			n++
		default:
			return n
		}
	}
	return n
}

// closingQuote returns the length of the string that s begins with, its quotes
// included, or 0 when it is not closed.
func closingQuote(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case s[0]:
			return i + 1
		case '\\':
			i++
		}
	}
	return 0
}

// unquote resolves the escapes of a closed string: \\ \' \" \n \r \t \uXXXX. The span of
// the first wrong escape is relative to s.
func unquote(s string) (string, Span, bool) {
	body := s[1 : len(s)-1]
	if strings.IndexByte(body, '\\') < 0 {
		return body, Span{}, true
	}
	b := make([]byte, 0, len(body))
	for i := 0; i < len(body); i++ {
		if body[i] != '\\' {
			b = append(b, body[i])
			continue
		}
		i++
		switch body[i] {
		case '\\', '\'', '"':
			b = append(b, body[i])
		case 'n':
			b = append(b, '\n')
		case 'r':
			b = append(b, '\r')
		case 't':
			b = append(b, '\t')
		case 'u':
			r, n := unicodeEscape(body[i-1:])
			if n == 0 {
				return "", Span{i, min(i+6, len(s)-1)}, false
			}
			b = utf8.AppendRune(b, r)
			i += n - 2
		default:
			_, n := utf8.DecodeRuneInString(body[i:])
			return "", Span{i, i + 1 + n}, false
		}
	}
	return string(b), Span{}, true
}

// unicodeEscape reads \uXXXX, or a pair of surrogates written so; n is its length, or 0.
func unicodeEscape(s string) (r rune, n int) {
	hex := func(s string) rune {
		if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
			return -1
		}
		v, err := strconv.ParseUint(s[2:6], 16, 32)
		if err != nil {
			return -1
		}
		return rune(v)
	}
	r = hex(s)
	switch {
	case r < 0:
		return 0, 0
	case r < 0xD800 || r > 0xDFFF:
		return r, 6
	}
	if low := hex(s[min(6, len(s)):]); r < 0xDC00 && low >= 0xDC00 && low <= 0xDFFF {
		return (r-0xD800)<<10 + (low - 0xDC00) + 0x10000, 12
	}
	return 0, 0
}
