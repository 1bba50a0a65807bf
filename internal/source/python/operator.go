package python

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
