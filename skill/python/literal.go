package python

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// number reads a numeric literal.
func (l *lexer) number() token {
	start, s := l.pos, l.src
	i := start
	digits := func(valid string) {
		for i < len(s) && (s[i] == '_' || strings.IndexByte(valid, s[i]) >= 0) {
			i++
		}
	}
	const decimal = "0123456789"
	base := byte(0)
	if s[i] == '0' && i+1 < len(s) {
		base = s[i+1] | 0x20
	}
	switch base {
	case 'x':
		i += 2
		digits("0123456789abcdefABCDEF")
	case 'o':
		i += 2
		digits("01234567")
	case 'b':
		i += 2
		digits("01")
	default:
		digits(decimal)
		whole := s[start:i]
		float := false
		if i < len(s) && s[i] == '.' {
			float = true
			i++
			digits(decimal)
		}
		if i+1 < len(s) && s[i]|0x20 == 'e' {
			mark := i
			i++
			if s[i] == '+' || s[i] == '-' {
				i++
			}
			if i < len(s) && s[i] >= '0' && s[i] <= '9' {
				float = true
				digits(decimal)
			} else {
				i = mark // "1else"
			}
		}
		if i < len(s) && s[i]|0x20 == 'j' {
			float = true
			i++
		}
		if !float && len(whole) > 1 && whole[0] == '0' && strings.Trim(whole, "0_") != "" {
			l.report(start, "leading zeros in decimal integer literals are not permitted")
		}
	}
	if i < len(s) && isIdent[s[i]] {
		end := i
		for end < len(s) && isIdent[s[end]] {
			end++
		}
		switch s[i:end] {
		case "and", "else", "for", "if", "in", "is", "or", "not":
		default:
			l.report(start, "invalid number")
			i = end
		}
	}
	l.pos = i
	return token{tNumber, start, i}
}

// isPrefix tells whether a word of at most two letters may stand before a quote.
func isPrefix(word string) bool {
	switch strings.ToLower(word) {
	case "r", "b", "u", "f", "rb", "br", "rf", "fr":
		return true
	}
	return false
}

// str reads a string literal that starts at start and has its first quote at quote. Of an f-string it reads no more
// than the opening quotes.
func (l *lexer) str(start, quote int) token {
	s, q := l.src, l.src[quote]
	i, triple := quote+1, false
	if strings.HasPrefix(s[i:], s[quote:i]+s[quote:i]) {
		i, triple = i+2, true
	}
	if strings.ContainsAny(s[start:quote], "fF") {
		l.pos = i
		return token{tFString, start, i}
	}
	for i < len(s) {
		switch c := s[i]; {
		case c == '\\':
			i++
			if n := newline(s[i:]); n > 0 {
				i += n
			} else if i < len(s) {
				i++
			}
		case c == q && !triple:
			l.pos = i + 1
			return token{tString, start, l.pos}
		case c == q && strings.HasPrefix(s[i:], s[quote:quote+3]):
			l.pos = i + 3
			return token{tString, start, l.pos}
		case !triple && (c == '\n' || c == '\r'):
			l.pos = i
			l.report(start, "unterminated string literal")
			return token{tError, start, i}
		default:
			i++
		}
	}
	l.pos = len(s)
	if triple {
		l.report(start, "unterminated triple-quoted string literal")
	} else {
		l.report(start, "unterminated string literal")
	}
	return token{tError, start, l.pos}
}

// quoteRune shows a character that Python has no use for; raw is its bytes.
func quoteRune(r rune, raw string) string {
	if r == utf8.RuneError || !unicode.IsPrint(r) {
		return fmt.Sprintf("%q", raw)
	}
	return fmt.Sprintf("'%c' (U+%04X)", r, r)
}

// declaresEncoding tells whether one of the first two lines names an encoding other than UTF-8 (PEP 263).
func declaresEncoding(src string) bool {
	for range 2 {
		end := strings.IndexAny(src, "\r\n")
		line := src
		if end >= 0 {
			line = src[:end]
		}
		if body := strings.TrimLeft(line, " \t\f"); body != "" && body[0] != '#' {
			return false
		}
		if at := strings.Index(line, "coding"); at >= 0 {
			name := line[at+len("coding"):]
			if name != "" && (name[0] == ':' || name[0] == '=') {
				name = strings.ToLower(strings.TrimLeft(name[1:], " \t"))
				return !strings.HasPrefix(name, "utf-8") && !strings.HasPrefix(name, "utf8")
			}
		}
		if end < 0 {
			return false
		}
		src = src[end+newline(src[end:]):]
	}
	return false
}
