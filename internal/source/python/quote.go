package python

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// isPrefix tells whether a word of at most two letters may stand before a quote.
func isPrefix(word string) bool {
	switch strings.ToLower(word) {
	case "r", "b", "u", "f", "t", "rb", "br", "rf", "fr", "rt", "tr":
		return true
	}
	return false
}

// str reads a string literal that starts at start and has its first quote at quote. Of an f-string or t-string it reads no
// more than the opening quotes. A string that is never closed ends with its first line, so that the rest is not lost.
func (l *lexer) str(start, quote int) token {
	s, q := l.src, l.src[quote]
	i := quote + 1
	triple := i+1 < len(s) && s[i] == q && s[i+1] == q
	if triple {
		i += 2
	}
	if strings.ContainsAny(s[start:quote], "fFtT") {
		l.pos = i
		return token{tFString, start, i}
	}
	unclosed := &l.unclosed[q&1] // " is 0x22, ' is 0x27
	for i < len(s) && !(triple && *unclosed) {
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
	if !triple {
		l.report(start, "unterminated string literal")
		return token{tError, start, l.pos}
	}
	*unclosed = true
	l.report(start, "unterminated triple-quoted string literal")
	if n := strings.IndexAny(s[start:], "\r\n"); n >= 0 {
		l.pos = start + n
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
