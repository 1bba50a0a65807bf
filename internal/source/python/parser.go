package python

// parser is a recursive-descent parser with one token of lookahead.
//
// After a syntax error the current token is a tError that next does not move past, which ends every loop; what was read
// so far stays in the tree. recover then skips to the end of the logical line.
type parser struct {
	lexer
	tok     token
	prevEnd int   // where the last token that is no layout ends
	failed  bool  // the statement has a syntax error
	errTok  token // the token at which it was found
	depth   int   // recursion of the parser that is not bounded by brackets and indentation
	chain   int   // how many links of chains lie in a row in the expression that was read last; see maxChain
}

func (p *parser) next() {
	if p.failed {
		return
	}
	if p.tok.kind > tDedent {
		p.prevEnd = p.tok.end
	}
	p.tok = p.lex()
	if p.tok.kind == tError {
		p.fail("invalid syntax")
	}
}

// fail marks the statement as broken at the current token. The message counts only if nothing was reported before.
func (p *parser) fail(message string) {
	if p.failed {
		return
	}
	if p.tok.kind != tError {
		p.report(p.tok.start, message)
	}
	p.failed, p.errTok = true, p.tok
	at := max(p.tok.start, p.prevEnd)
	p.tok = token{tError, at, at}
	p.prevEnd = at
}

// got moves past a token of this kind and tells whether it was there.
func (p *parser) got(k kind) bool {
	if p.tok.kind != k {
		return false
	}
	p.next()
	return true
}

func (p *parser) expect(k kind, what string) {
	if !p.got(k) {
		p.fail("expected " + what)
	}
}

// text returns the source of the current token.
func (p *parser) text() string { return p.src[p.tok.start:p.tok.end] }

// isWord tells whether the current token is the soft keyword word.
func (p *parser) isWord(word string) bool { return p.tok.kind == tName && p.text() == word }

// since returns the span from start to the last token read.
func (p *parser) since(start int) Span { return Span{start, max(start, p.prevEnd)} }

// enter guards a recursion; the caller defers or calls leave.
func (p *parser) enter() bool {
	p.depth++
	if p.depth > maxDepth {
		p.fail("expression is nested too deeply")
		return false
	}
	return true
}

func (p *parser) leave() { p.depth-- }

// link counts one more link on top of the deeper of two chains.
func (p *parser) link(left, right int) int {
	n := max(left, right) + 1
	if n > maxChain {
		p.fail("expression is too long")
	}
	return n
}

// recover skips to the end of the logical line, so that the current token is tNewline or tEOF.
func (p *parser) recover() {
	p.failed, p.skipping = false, true
	p.tok = p.errTok
	for p.tok.kind != tNewline && p.tok.kind != tEOF && p.tok.kind != tIndent && p.tok.kind != tDedent {
		if p.tok.kind == tFString {
			p.fstring(nil)
			if p.failed && p.errTok.kind == tNewline {
				p.tok = p.errTok
				break
			}
			p.failed = false
		}
		p.tok = p.lex()
	}
	p.failed, p.skipping = false, false
}

// statements reads statements up to a token of kind end, which it does not move past.
func (p *parser) statements(end kind) []Stmt {
	var list []Stmt
	for p.tok.kind != end && p.tok.kind != tEOF {
		switch p.tok.kind {
		case tIndent:
			p.report(p.tok.start, "unexpected indent")
			p.next()
			list = append(list, p.statements(tDedent)...)
			p.got(tDedent)
		case tDedent, tNewline:
			p.next()
		default:
			list = p.statement(list)
		}
		if p.failed {
			p.recover()
		}
	}
	return list
}

// block reads ":" and the statements that belong to it. After an error in the header it reads them all the same.
func (p *parser) block() []Stmt {
	p.expect(tColon, "':'")
	if p.failed {
		p.recover()
		if p.tok.kind != tNewline {
			return nil
		}
	}
	if p.tok.kind != tNewline {
		list := p.simpleStatements(nil)
		if p.failed {
			p.recover()
			p.got(tNewline)
		}
		return list
	}
	p.next()
	if p.tok.kind != tIndent {
		p.report(p.tok.start, "expected an indented block")
		return nil
	}
	p.next()
	body := p.statements(tDedent)
	p.got(tDedent)
	return body
}

// simpleStatements reads "a; b; c" and the line end.
func (p *parser) simpleStatements(list []Stmt) []Stmt {
	for {
		list = append(list, p.simple())
		if !p.got(tSemi) || p.tok.kind == tNewline {
			break
		}
	}
	if p.tok.kind != tNewline {
		p.fail("invalid syntax")
		return list
	}
	p.next()
	return list
}

// ident reads a name.
func (p *parser) ident() Ident {
	if p.tok.kind != tName {
		p.fail("expected a name")
		return Ident{Span: Span{p.tok.start, p.tok.start}}
	}
	id := Ident{Span{p.tok.start, p.tok.end}, p.text()}
	p.next()
	return id
}
