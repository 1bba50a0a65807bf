package python

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// lexer turns source into tokens, one at a time, in the state that the parser has brought it to: the parser reads the
// inside of f-strings itself and only asks for the tokens of their replacement fields.
type lexer struct {
	src      string
	pos      int       // offset of what is read next
	fresh    bool      // a logical line begins at pos
	indents  []int     // columns of the open blocks, the first is 0
	dedents  int       // dedents that are still to be handed out
	brackets []bracket // open brackets and f-string fields
	over     int       // open brackets beyond MaxBrackets
	field    int       // len(brackets) inside the innermost f-string field, 0 outside
	stmt     int       // offset of the statement that is being read
	comments []Comment
	err      *Error
}

type bracket struct {
	open byte
	at   int
}

// report keeps the first error.
func (l *lexer) report(at int, message string) {
	if l.err == nil {
		l.err = &Error{at, message}
	}
}

// lex returns the next token. It always moves on, but at the end of the source, where it returns tEOF for ever.
func (l *lexer) lex() token {
	if l.dedents > 0 {
		l.dedents--
		return token{tDedent, l.pos, l.pos}
	}
	if l.fresh {
		if t, ok := l.indentation(); ok {
			return t
		}
	}
	lineStart := -1 // of the last line that began inside brackets, before any token on it
	for l.pos < len(l.src) {
		start := l.pos
		switch c := l.src[start]; {
		case c == ' ' || c == '\t' || c == '\f':
			l.pos++
		case c == '\n' || c == '\r':
			l.pos += newline(l.src[start:])
			if l.bracketed() {
				lineStart = l.pos
				continue
			}
			l.fresh = true
			return token{tNewline, start, l.pos}
		case c == '#':
			l.comment()
		case c == '\\':
			n := newline(l.src[start+1:])
			if n == 0 {
				l.pos++
				l.report(start, "unexpected character after line continuation character")
				return token{tError, start, l.pos}
			}
			l.pos += 1 + n
		default:
			t := l.token()
			if lineStart >= 0 && t.kind.startsStatement() {
				l.neverClosed()
				l.pos, l.fresh = lineStart, true
				return token{tNewline, lineStart, lineStart}
			}
			return t
		}
	}
	if l.bracketed() {
		l.neverClosed()
	}
	l.fresh = true
	return token{tNewline, l.pos, l.pos}
}

func (l *lexer) bracketed() bool { return len(l.brackets) > 0 }

// neverClosed reports the innermost open bracket and forgets all of them. It takes the place of an error that the same
// statement gave before: that one was the consequence.
func (l *lexer) neverClosed() {
	open := l.brackets[len(l.brackets)-1]
	if l.err != nil && l.err.Offset >= l.stmt && l.over == 0 {
		l.err = nil
	}
	l.report(open.at, "'"+string(open.open)+"' was never closed")
	l.brackets, l.over, l.field = l.brackets[:0], 0, 0
}

// indentation reads blank lines and the white space before a statement. It returns the token that the change of
// indentation makes, if it makes one.
func (l *lexer) indentation() (token, bool) {
	for {
		col, continued := 0, -1
	line:
		for l.pos < len(l.src) {
			switch l.src[l.pos] {
			case ' ':
				col++
			case '\t':
				col = (col/8 + 1) * 8
			case '\f':
				col = 0
			case '\\':
				n := newline(l.src[l.pos+1:])
				if n == 0 {
					break line
				}
				l.pos += n
				if continued < 0 {
					continued = col
				}
			default:
				break line
			}
			l.pos++
		}
		if l.pos == len(l.src) {
			l.dedents = len(l.indents) - 1
			l.indents = l.indents[:1]
			if l.dedents > 0 {
				l.dedents--
				return token{tDedent, l.pos, l.pos}, true
			}
			return token{tEOF, l.pos, l.pos}, true
		}
		if c := l.src[l.pos]; c == '#' {
			l.comment()
			continue
		} else if c == '\n' || c == '\r' {
			l.pos += newline(l.src[l.pos:])
			continue
		}
		if continued >= 0 {
			col = continued
		}
		l.fresh = false
		return l.indent(col)
	}
}

// indent compares the column of a line with the open blocks.
func (l *lexer) indent(col int) (token, bool) {
	top := len(l.indents) - 1
	if col > l.indents[top] {
		if len(l.indents) > MaxIndents {
			l.report(l.pos, "too many levels of indentation")
			return token{}, false
		}
		l.indents = append(l.indents, col)
		return token{tIndent, l.pos, l.pos}, true
	}
	for top > 0 && l.indents[top] > col {
		if l.indents[top-1] < col {
			// A dedent to no outer level: the line stays in the block that it nearly left.
			l.report(l.pos, "unindent does not match any outer indentation level")
			l.indents[top] = col
			break
		}
		top--
		l.dedents++
	}
	l.indents = l.indents[:top+1]
	if l.dedents > 0 {
		l.dedents--
		return token{tDedent, l.pos, l.pos}, true
	}
	return token{}, false
}

// comment reads a comment up to the end of its line.
func (l *lexer) comment() {
	start := l.pos
	if n := strings.IndexAny(l.src[start:], "\r\n"); n >= 0 {
		l.pos += n
	} else {
		l.pos = len(l.src)
	}
	l.comments = append(l.comments, Comment{Span{start, l.pos}, l.src[start:l.pos]})
}

// newline returns the length of the line end that s begins with, 0 if it begins with none.
func newline(s string) int {
	switch {
	case s == "":
		return 0
	case s[0] == '\n':
		return 1
	case s[0] == '\r' && len(s) > 1 && s[1] == '\n':
		return 2
	case s[0] == '\r':
		return 1
	}
	return 0
}

// token reads one token that is neither white space nor layout.
func (l *lexer) token() token {
	start := l.pos
	c := l.src[start]
	switch {
	case isIdent[c]:
		if c >= '0' && c <= '9' {
			return l.number()
		}
		return l.word()
	case c == '"' || c == '\'':
		return l.str(start, start)
	case c == '.' && start+1 < len(l.src) && l.src[start+1] >= '0' && l.src[start+1] <= '9':
		return l.number()
	}
	return l.operator()
}

// isIdent holds for the bytes of an identifier; bytes of other alphabets are looked at more closely in word.
var isIdent = func() (table [256]bool) {
	for c := range table {
		table[c] = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c >= utf8.RuneSelf
	}
	return
}()

// word reads a name, a keyword, or a string with a prefix.
func (l *lexer) word() token {
	start, i := l.pos, l.pos
	for i < len(l.src) && isIdent[l.src[i]] {
		if l.src[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(l.src[i:])
		if !unicode.In(r, unicode.L, unicode.Nl, unicode.Other_ID_Start) &&
			(i == start || !unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue)) {
			if i > start {
				break
			}
			l.pos += size
			l.report(start, "invalid character "+quoteRune(r, l.src[start:start+size]))
			return token{tError, start, l.pos}
		}
		i += size
	}
	if i-start <= 2 && i < len(l.src) && (l.src[i] == '"' || l.src[i] == '\'') && isPrefix(l.src[start:i]) {
		return l.str(start, i)
	}
	l.pos = i
	kind := tName
	if i-start <= len("nonlocal") {
		kind = keyword(l.src[start:i])
	}
	return token{kind, start, i}
}

// operator reads an operator or a bracket.
func (l *lexer) operator() token {
	start := l.pos
	c := l.src[start]
	var next, third byte
	if start+1 < len(l.src) {
		next = l.src[start+1]
	}
	if start+2 < len(l.src) {
		third = l.src[start+2]
	}
	kind, size := tError, 1
	switch c {
	case '(':
		return l.open(tLparen)
	case '[':
		return l.open(tLbrack)
	case '{':
		return l.open(tLbrace)
	case ')':
		return l.close(tRparen, '(')
	case ']':
		return l.close(tRbrack, '[')
	case '}':
		return l.close(tRbrace, '{')
	case ',':
		kind = tComma
	case ';':
		kind = tSemi
	case '~':
		kind = tTilde
	case ':':
		kind = tColon
		// In a replacement field the first colon begins the format: f"{x:=5}".
		if next == '=' && (l.field == 0 || len(l.brackets) != l.field) {
			kind, size = tWalrus, 2
		}
	case '.':
		kind = tDot
		if next == '.' && third == '.' {
			kind, size = tEllipsis, 3
		}
	case '=':
		kind = tAssign
		if next == '=' {
			kind, size = tCompare, 2
		}
	case '!':
		if next == '=' {
			kind, size = tCompare, 2
		} else if l.field > 0 {
			kind = tBang
		}
	case '<', '>':
		kind = tCompare
		switch {
		case next == c && third == '=':
			kind, size = tAugAssign, 3
		case next == c:
			kind, size = tOperator, 2
		case next == '=':
			size = 2
		}
	case '*', '/':
		kind = tStar
		if c == '/' {
			kind = tSlash
		}
		switch {
		case next == c && third == '=':
			kind, size = tAugAssign, 3
		case next == c && c == '*':
			kind, size = tStarStar, 2
		case next == c:
			kind, size = tOperator, 2
		case next == '=':
			kind, size = tAugAssign, 2
		}
	case '-':
		kind = tMinus
		if next == '>' {
			kind, size = tArrow, 2
		} else if next == '=' {
			kind, size = tAugAssign, 2
		}
	case '+', '@', '%', '|', '&', '^':
		kind = tOperator
		switch {
		case next == '=':
			kind, size = tAugAssign, 2
		case c == '+':
			kind = tPlus
		case c == '@':
			kind = tAt
		}
	}
	l.pos = start + size
	if kind == tError {
		l.report(start, "invalid character "+quoteRune(rune(c), l.src[start:start+1]))
	}
	return token{kind, start, l.pos}
}

func (l *lexer) open(kind kind) token {
	start := l.pos
	l.pos++
	if len(l.brackets) >= MaxBrackets {
		l.over++
		l.report(start, "too many nested parentheses")
		return token{tError, start, l.pos}
	}
	l.brackets = append(l.brackets, bracket{l.src[start], start})
	return token{kind, start, l.pos}
}

func (l *lexer) close(kind kind, open byte) token {
	start := l.pos
	l.pos++
	n := len(l.brackets)
	switch {
	case l.over > 0:
		l.over--
		return token{tError, start, l.pos}
	case n == 0:
		l.report(start, "unmatched '"+l.src[start:l.pos]+"'")
		return token{tError, start, l.pos}
	case l.brackets[n-1].open != open:
		l.report(start, "closing parenthesis '"+l.src[start:l.pos]+"' does not match opening parenthesis '"+
			string(l.brackets[n-1].open)+"'")
		kind = tError
	}
	l.brackets = l.brackets[:n-1]
	return token{kind, start, l.pos}
}
