package ecmascript

// postfix reads members, calls, tagged templates and type arguments. With
// callee it stops before a call's parentheses: the operand of `new`.
func (p *parser) postfix(start int, e Expr, callee bool) Expr {
	links := 0
	for {
		if links++; links > maxChain {
			if _, ok := e.(*Call); ok || links > 2*maxChain {
				p.member(e)
				e, links = &Opaque{p.since(start)}, 0
			}
		}
		optional := false
		if p.tok == optDot {
			if callee {
				return p.member(e)
			}
			p.next()
			optional = true
			if p.tok == ident || p.tok == private {
				e = p.dot(start, e, true)
				continue
			}
		}
		switch p.tok {
		case '.':
			p.next()
			if p.tok != ident && p.tok != private {
				p.fail("expected a name")
				continue
			}
			e = p.dot(start, e, false)
		case '[':
			p.next()
			at := p.start
			inTrue := p.inTrue
			p.inTrue = false
			p.unmember(e)
			index := p.expression()
			p.inTrue = inTrue
			m := &Member{X: e, NameSpan: p.since(at), Index: index, Optional: optional}
			if s, ok := index.(*String); ok {
				m.Name, m.NameSpan = s.Value, s.Span
			}
			p.expect(']')
			m.Span = p.since(start)
			e = m
		case '(':
			if callee {
				return p.member(e)
			}
			p.member(e)
			c := &Call{Fun: e, Optional: optional, Try: p.tries > 0}
			e = p.call(start, c)
		case '`':
			p.member(e)
			e = p.template(start, e)
		case '!':
			if p.newline || !p.typescript() {
				return p.member(e)
			}
			p.next()
		case '<':
			if !p.typescript() || !p.try(p.callTypeArguments) {
				return p.member(e)
			}
		case increment:
			if p.newline {
				return p.member(e)
			}
			p.member(e)
			op := p.text()
			p.next()
			p.file.Assigns = append(p.file.Assigns, &Assign{Span: p.since(start), Op: op, Target: e})
			return &Opaque{p.since(start)}
		default:
			if optional {
				p.fail("expected a name")
			}
			return p.member(e)
		}
	}
}

func (p *parser) dot(start int, x Expr, optional bool) Expr {
	p.unmember(x)
	m := &Member{X: x, Name: p.text(), NameSpan: p.span(), Optional: optional}
	p.next()
	m.Span = p.since(start)
	return m
}

// member notes a chain that goes no further.
func (p *parser) member(e Expr) Expr {
	if m, ok := e.(*Member); ok {
		if n := len(p.file.Members); n == 0 || p.file.Members[n-1] != m {
			p.file.Members = append(p.file.Members, m)
		}
	}
	return e
}

// unmember takes back a chain that ended at parentheses and goes on after them.
func (p *parser) unmember(e Expr) {
	if m, ok := e.(*Member); ok {
		if n := len(p.file.Members); n > 0 && p.file.Members[n-1] == m {
			p.file.Members = p.file.Members[:n-1]
		}
	}
}

// call reads the arguments of a call; the current token is the parenthesis.
func (p *parser) call(start int, c *Call) Expr {
	p.file.Calls = append(p.file.Calls, c)
	c.Parens.Start = p.start
	p.next()
	inTrue := p.inTrue
	p.inTrue = false
	c.Args = p.list(')')
	p.inTrue = inTrue
	p.expect(')')
	c.Parens.End = max(c.Parens.Start+1, p.prevEnd)
	c.Span = p.since(start)
	p.importCall(c)
	return c
}
