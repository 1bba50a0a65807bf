package ecmascript

import "unicode/utf8"

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
