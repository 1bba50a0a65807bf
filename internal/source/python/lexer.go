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
	skipping bool      // what is left of a broken statement is being skipped
	unclosed [2]bool   // the rest of the source has no """, no ''' that could close a string
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
			if l.bracketed() && !(l.skipping && l.outdented()) {
				lineStart = l.pos
				continue
			}
			l.forgetBrackets()
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
	l.forgetBrackets()
}

func (l *lexer) forgetBrackets() { l.brackets, l.over, l.field = l.brackets[:0], 0, 0 }

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
