package ecmascript

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A kind is a kind of token. A punctuator of one character is that character;
// `<` and `>` always stand alone, and the grammar joins them.
type kind uint8

const (
	eof kind = iota
	ident
	private // #name
	number
	str
	bad // a character that is no token

	arrow     kind = iota + 128 // =>
	ellipsis                    // ...
	optDot                      // ?.
	increment                   // ++ --
	assignOp                    // += …, without >>= and its like
	equality                    // == != === !==
	lessEqual                   // <=
	andAnd
	orOr
	coalesce
	power
)

const (
	idStart = 1 << iota
	idPart
)

var idTable = func() (t [256]uint8) {
	for c := 0; c < 256; c++ {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', c == '_', c == '$':
			t[c] = idStart | idPart
		case '0' <= c && c <= '9':
			t[c] = idPart
		}
	}
	return t
}()

// A token is the current token of the lexer, and all of its state.
type token struct {
	tok        kind
	newline    bool // a line terminator stands before the token
	escaped    bool // the string or name has escapes
	start, end int
	prevEnd    int // end of the token before
}

func (p *parser) at(i int) byte {
	if i < len(p.src) {
		return p.src[i]
	}
	return 0
}

// next reads the next token as the grammar reads it where an operator may
// follow: the parser itself asks again for regular expressions, templates
// and JSX.
func (p *parser) next() {
	p.prevEnd = p.end
	if p.speculating > 0 {
		if p.fuel--; p.fuel < 0 || p.misread {
			p.misread = true
			p.tok, p.start, p.end = eof, len(p.src), len(p.src)
			return
		}
	}
	i := p.trivia(p.end)
	p.start, p.escaped = i, false
	if i >= len(p.src) {
		p.tok, p.start, p.end = eof, len(p.src), len(p.src)
		return
	}
	c := p.src[i]
	switch {
	case idTable[c]&idStart != 0:
		j := i + 1
		for j < len(p.src) && idTable[p.src[j]]&idPart != 0 {
			j++
		}
		p.tok, p.end = ident, j
		if j < len(p.src) && (p.src[j] >= 0x80 || p.src[j] == '\\') {
			p.end = p.identRest(j)
		}
	case '0' <= c && c <= '9', c == '.' && isDigit(p.at(i+1)):
		p.tok, p.end = number, p.numberEnd(i)
	case c == '"' || c == '\'':
		p.quoted(i)
	case c == '#':
		p.tok, p.end = private, p.identRest(i+1)
	case c >= 0x80 || c == '\\':
		p.tok, p.end = ident, p.identRest(i)
		if p.end == i {
			_, size := utf8.DecodeRuneInString(p.src[i:])
			p.tok, p.end = bad, i+size
		}
	case c < ' ' || c == 0x7f:
		p.tok, p.end = bad, i+1
	default:
		p.punctuator(i, c)
	}
}

func (p *parser) punctuator(i int, c byte) {
	k, n := kind(c), 1
	d, e := p.at(i+1), p.at(i+2)
	switch c {
	case '=':
		switch {
		case d == '=' && e == '=':
			k, n = equality, 3
		case d == '=':
			k, n = equality, 2
		case d == '>':
			k, n = arrow, 2
		}
	case '!':
		switch {
		case d == '=' && e == '=':
			k, n = equality, 3
		case d == '=':
			k, n = equality, 2
		}
	case '.':
		if d == '.' && e == '.' {
			k, n = ellipsis, 3
		}
	case '?':
		switch {
		case d == '?' && e == '=':
			k, n = assignOp, 3
		case d == '?':
			k, n = coalesce, 2
		case d == '.' && !isDigit(e):
			k, n = optDot, 2
		}
	case '+', '-':
		switch d {
		case c:
			k, n = increment, 2
		case '=':
			k, n = assignOp, 2
		}
	case '*':
		switch {
		case d == '*' && e == '=':
			k, n = assignOp, 3
		case d == '*':
			k, n = power, 2
		case d == '=':
			k, n = assignOp, 2
		}
	case '/', '%', '^':
		if d == '=' {
			k, n = assignOp, 2
		}
	case '&', '|':
		switch {
		case d == c && e == '=':
			k, n = assignOp, 3
		case d == c:
			k, n = orOr, 2
			if c == '&' {
				k = andAnd
			}
		case d == '=':
			k, n = assignOp, 2
		}
	case '<':
		if d == '=' {
			k, n = lessEqual, 2
		}
	}
	p.tok, p.end = k, i+n
}

// trivia skips white space and comments from i, and notes the comments.
func (p *parser) trivia(i int) int {
	p.newline = false
	for i < len(p.src) {
		switch c := p.src[i]; {
		case c == ' ' || c == '\t' || c == '\v' || c == '\f':
			i++
		case c == '\n' || c == '\r':
			p.newline = true
			i++
		case c == '/' && p.at(i+1) == '/':
			j := p.lineEnd(i)
			p.comment(Comment{Span: Span{i, j}})
			i = j
		case c == '/' && p.at(i+1) == '*':
			j := len(p.src)
			if n := strings.Index(p.src[i+2:], "*/"); n >= 0 {
				j = i + n + 4
			} else {
				p.failAt(i, "the comment is never closed")
			}
			if strings.ContainsAny(p.src[i:j], "\r\n") || strings.Contains(p.src[i:j], "\u2028") || strings.Contains(p.src[i:j], "\u2029") {
				p.newline = true
			}
			p.comment(Comment{Span: Span{i, j}, Block: true})
			i = j
		case c >= 0x80:
			r, size := utf8.DecodeRuneInString(p.src[i:])
			switch {
			case r == '\u2028' || r == '\u2029':
				p.newline = true
			case r != '\ufeff' && r != '\u0085' && !unicode.Is(unicode.Zs, r):
				return i
			}
			i += size
		default:
			return i
		}
	}
	return i
}

// comment notes a comment once, however often the lexer comes back to it.
func (p *parser) comment(c Comment) {
	if n := len(p.file.Comments); n == 0 || p.file.Comments[n-1].Start < c.Start {
		p.file.Comments = append(p.file.Comments, c)
	}
}

func (p *parser) lineEnd(i int) int {
	for j := i; j < len(p.src); j++ {
		switch c := p.src[j]; {
		case c == '\n' || c == '\r':
			return j
		case c == 0xe2 && (strings.HasPrefix(p.src[j:], "\u2028") || strings.HasPrefix(p.src[j:], "\u2029")):
			return j
		}
	}
	return len(p.src)
}

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
