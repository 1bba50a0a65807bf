package python

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

// outdented tells whether the line at l.pos begins with a name, and no further right than the block that is being read.
// In a statement that is known to be broken, it is a new statement, even if brackets are still open.
func (l *lexer) outdented() bool {
	col, i := 0, l.pos
	for ; i < len(l.src) && (l.src[i] == ' ' || l.src[i] == '\t'); i++ {
		col++
		if l.src[i] == '\t' {
			col = (col + 7) / 8 * 8
		}
	}
	end := i
	for end < len(l.src) && isIdent[l.src[end]] {
		end++
	}
	return end > i && col <= l.indents[len(l.indents)-1] && !keyword(l.src[i:end]).startsStatement()
}
