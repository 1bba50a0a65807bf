package ecmascript

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// identRest returns the end of a name that goes on, or begins, at i.
func (p *parser) identRest(i int) int {
	for i < len(p.src) {
		c := p.src[i]
		switch {
		case idTable[c]&idPart != 0:
			i++
		case c == '\\' && p.at(i+1) == 'u':
			_, n := hexEscape(p.src[i:])
			if n == 0 {
				return i
			}
			p.escaped = true
			i += n
		case c >= 0x80:
			r, size := utf8.DecodeRuneInString(p.src[i:])
			if r == utf8.RuneError && size == 1 {
				return i
			}
			if !unicode.IsLetter(r) && !unicode.Is(unicode.Nl, r) && !unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Start, unicode.Other_ID_Continue) && r != '\u200c' && r != '\u200d' {
				return i
			}
			i += size
		default:
			return i
		}
	}
	return i
}

func (p *parser) quoted(i int) {
	quote := p.src[i]
	for j := i + 1; j < len(p.src); j++ {
		switch p.src[j] {
		case quote:
			p.tok, p.end = str, j+1
			return
		case '\\':
			p.escaped = true
			if j++; p.at(j) == '\r' && p.at(j+1) == '\n' {
				j++
			}
		case '\n', '\r':
			p.failAt(i, "the string is never closed")
			p.tok, p.end = str, j
			return
		}
	}
	p.failAt(i, "the string is never closed")
	p.tok, p.end = str, len(p.src)
}

func (p *parser) numberEnd(i int) int {
	if p.src[i] == '0' && i+1 < len(p.src) && strings.IndexByte("xXoObB", p.src[i+1]) >= 0 {
		for i += 2; i < len(p.src) && idTable[p.src[i]]&idPart != 0; i++ {
		}
		return i
	}
	for i < len(p.src) && (isDigit(p.src[i]) || p.src[i] == '_') {
		i++
	}
	if p.at(i) == '.' {
		for i++; i < len(p.src) && (isDigit(p.src[i]) || p.src[i] == '_'); i++ {
		}
	}
	if c := p.at(i); c == 'e' || c == 'E' {
		j := i + 1
		if s := p.at(j); s == '+' || s == '-' {
			j++
		}
		if isDigit(p.at(j)) {
			for i = j; i < len(p.src) && (isDigit(p.src[i]) || p.src[i] == '_'); i++ {
			}
		}
	}
	if p.at(i) == 'n' {
		i++
	}
	return i
}

// regexp reads the current token, a slash, as a regular expression.
func (p *parser) regexp() {
	class := false
	for j := p.start + 1; j < len(p.src); j++ {
		switch p.src[j] {
		case '\\':
			j++
			if c := p.at(j); c == '\n' || c == '\r' {
				j--
			}
		case '[':
			class = true
		case ']':
			class = false
		case '/':
			if !class {
				p.end = p.identRest(j + 1)
				return
			}
		case '\n', '\r':
			p.failAt(p.start, "the regular expression is never closed")
			p.end = j
			return
		}
	}
	p.failAt(p.start, "the regular expression is never closed")
	p.end = len(p.src)
}

// chunk reads the literal part of a template from offset i, and returns where
// it ends and whether a substitution follows. The current token becomes the
// closing backtick or the `${`.
func (p *parser) chunk(i int) (end int, more bool) {
	for j := i; j < len(p.src); j++ {
		switch p.src[j] {
		case '`':
			p.start, p.end = j, j+1
			return j, false
		case '$':
			if p.at(j+1) == '{' {
				p.start, p.end = j, j+2
				return j, true
			}
		case '\\':
			j++
		}
	}
	p.failAt(i, "the template is never closed")
	p.start, p.end = len(p.src), len(p.src)
	return len(p.src), false
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
