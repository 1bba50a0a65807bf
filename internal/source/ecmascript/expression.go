package ecmascript

// expression reads a comma expression.
func (p *parser) expression() Expr {
	start := p.start
	e := p.assignment()
	if p.tok != ',' {
		return e
	}
	for p.eat(',') {
		p.assignment()
	}
	return &Opaque{p.since(start)}
}

// assignment reads an AssignmentExpression, arrow functions included.
func (p *parser) assignment() Expr {
	if !p.enter() {
		return &Opaque{p.since(p.prevEnd)}
	}
	defer p.leave()
	start := p.start
	if p.tok == ident {
		if p.is("async") {
			if e := p.asyncArrow(); e != nil {
				return e
			}
		}
		if p.is("yield") && p.gen {
			p.next()
			if p.newline {
				return &Opaque{p.since(start)}
			}
			p.eat('*')
			switch p.tok {
			case ')', ']', '}', ',', ';', ':', eof:
			default:
				if !p.is("in") && !p.is("of") {
					p.assignment()
				}
			}
			return &Opaque{p.since(start)}
		}
	}
	if p.tok == '<' && (p.lang == TypeScript || p.lang == TSX && p.genericArrowAhead()) {
		p.typeArguments() // of `<T>(x) => y`, or of the assertion `<T>x`
		if p.tok != '(' {
			return p.tail(start, p.binary(0))
		}
	}
	if p.tok == '(' {
		return p.afterParens(start, p.parenthesized(-1, true))
	}
	return p.tail(start, p.binary(0))
}

// tail reads what may follow a binary expression: `=`, `? :`.
func (p *parser) tail(start int, left Expr) Expr {
	switch {
	case p.tok == arrow:
		if id, ok := left.(*Ident); ok && !p.newline {
			return p.arrowFunction(start, start, []Expr{id}, false)
		}
		p.fail("unexpected token")
		p.next()
		return left
	case p.tok == '=' || p.tok == assignOp:
		op := p.text()
		p.next()
		return p.assign(start, op, left)
	case p.tok == '>' || p.tok == '<':
		if n := p.joined(); n > 2 && p.src[p.start+n-1] == '=' {
			op := p.src[p.start : p.start+n]
			p.end = p.start + n
			p.next()
			return p.assign(start, op, left)
		}
	case p.tok == '?':
		return p.conditional(start, left)
	}
	return left
}

// afterParens reads on after parentheses, unless they were an arrow function.
func (p *parser) afterParens(start int, e Expr) Expr {
	if f, ok := e.(*Function); ok && f.End == p.prevEnd {
		return e
	}
	return p.tail(start, p.binaryAfter(start, p.postfix(start, e, false), 0))
}

func (p *parser) assign(start int, op string, target Expr) Expr {
	a := &Assign{Op: op, Target: target}
	p.file.Assigns = append(p.file.Assigns, a)
	a.Value = p.assignment()
	a.Span = p.since(start)
	if op == "=" {
		p.commonJS(a)
	}
	return a
}

// conditional reads `? a : b` in a loop: chains of it are long.
func (p *parser) conditional(start int, left Expr) Expr {
	for p.tok == '?' {
		switch p.peek().tok {
		case ')', ',', ':', '=':
			return left // an optional parameter of an arrow function
		}
		p.next()
		inTrue := p.inTrue
		p.inTrue = true
		p.assignment()
		p.inTrue = inTrue
		if !p.expect(':') {
			break
		}
		branch := p.start
		if p.tok != ident && p.tok != str && p.tok != number {
			p.assignment()
			break
		}
		if p.is("async") || p.is("yield") {
			p.assignment()
			break
		}
		if e := p.binary(0); p.tok != '?' {
			p.tail(branch, e)
			break
		}
	}
	return &Opaque{p.since(start)}
}

// list reads expressions up to the closing token. Holes are nil.
func (p *parser) list(end kind) []Expr {
	base := len(p.stack)
	for p.tok != end && p.tok != eof {
		at := p.start
		switch {
		case p.tok == ',':
			p.stack = append(p.stack, nil)
		default:
			p.stack = append(p.stack, p.element())
		}
		if p.tok == end {
			break
		}
		if !p.eat(',') {
			p.fail("expected \",\"")
			if p.start == at || p.tok == ';' || p.tok == ')' || p.tok == ']' || p.tok == '}' {
				break
			}
		}
	}
	out := append([]Expr(nil), p.stack[base:]...)
	p.stack = p.stack[:base]
	return out
}

func (p *parser) element() Expr {
	if p.tok != ellipsis {
		return p.assignment()
	}
	start := p.start
	p.next()
	x := p.assignment()
	return &Spread{p.since(start), x}
}
