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

// joined returns how many of the characters at the current `>` or `<` make
// one operator.
func (p *parser) joined() int {
	n := 1
	for n < 3 && p.at(p.start+n) == byte(p.tok) {
		n++
	}
	if p.at(p.start+n) == '=' && (p.tok == '>' || n > 1) {
		n++
	}
	return n
}

// operator returns the precedence of the current token as a binary operator
// and its length; 0 if it is none.
func (p *parser) operator() (precedence, length int) {
	n := p.end - p.start
	switch p.tok {
	case coalesce:
		return 1, n
	case orOr:
		return 2, n
	case andAnd:
		return 3, n
	case '|':
		return 4, n
	case '^':
		return 5, n
	case '&':
		return 6, n
	case equality:
		return 7, n
	case lessEqual:
		return 8, n
	case '<', '>':
		j := p.joined()
		switch {
		case j > 1 && p.src[p.start+j-1] == '=':
			if j == 2 && p.tok == '>' {
				return 8, 2
			}
			return 0, 0 // <<= >>= >>>=
		case j > 1:
			return 9, j
		}
		return 8, 1
	case '+', '-':
		return 10, n
	case '*', '/', '%':
		return 11, n
	case power:
		return 12, n
	case ident:
		switch p.src[p.start:p.end] {
		case "in", "instanceof":
			return 8, n
		case "as", "satisfies":
			if !p.newline {
				return 8, n
			}
		}
	}
	return 0, 0
}

// binary reads operands joined by operators that bind tighter than min.
func (p *parser) binary(min int) Expr {
	start := p.start
	return p.binaryAfter(start, p.unary(), min)
}

func (p *parser) binaryAfter(start int, left Expr, min int) Expr {
	var sum *Concat
	for {
		precedence, n := p.operator()
		if precedence <= min {
			return left
		}
		if p.tok == ident && (p.is("as") || p.is("satisfies")) {
			p.next()
			if !p.eatWord("const") {
				p.typ()
			}
			continue
		}
		plus := p.tok == '+'
		p.end = p.start + n
		p.next()
		if !p.enter() {
			return left
		}
		right := p.binary(precedence)
		p.leave()
		switch {
		case plus && sum != nil && left == Expr(sum):
			sum.Operands = append(sum.Operands, right)
			sum.End = max(sum.End, p.prevEnd)
		case plus:
			sum = &Concat{p.since(start), []Expr{left, right}}
			p.file.Texts = append(p.file.Texts, sum)
			left = sum
		default:
			left = &Opaque{p.since(start)}
		}
	}
}

// unary reads prefix operators, an operand, and what follows the operand.
func (p *parser) unary() Expr {
	start := p.start
	switch p.tok {
	case '!', '~', '+', '-', increment:
		sign := p.tok
		p.next()
		x := p.operand()
		if n, ok := x.(*Number); ok && (sign == '-' || sign == '+') && n.Text[0] != '-' && n.Text[0] != '+' && n.End == p.prevEnd {
			v := n.Value
			if sign == '-' {
				v = -v
			}
			return &Number{p.since(start), p.src[start:p.prevEnd], v}
		}
		if sign == increment {
			p.file.Assigns = append(p.file.Assigns, &Assign{Span: p.since(start), Op: p.src[start : start+2], Target: x})
		}
		return &Opaque{p.since(start)}
	case '<':
		if p.lang == TypeScript {
			p.typeArguments()
			return p.operand()
		}
		return p.jsx()
	case ident:
		switch word := p.src[p.start:p.end]; word {
		case "typeof", "void", "delete":
			p.next()
			x := p.operand()
			if word == "delete" {
				p.file.Assigns = append(p.file.Assigns, &Assign{Span: p.since(start), Op: "delete", Target: x})
			}
			return &Opaque{p.since(start)}
		case "await":
			if p.awaits() {
				p.next()
				x := p.operand()
				if c, ok := x.(*Call); ok && c.End == p.prevEnd {
					c.Await = true
					return c
				}
				return &Opaque{p.since(start)}
			}
		}
	}
	return p.postfix(start, p.primary(), false)
}

// operand reads the operand of a prefix operator.
func (p *parser) operand() Expr {
	if !p.enter() {
		return &Opaque{p.since(p.prevEnd)}
	}
	defer p.leave()
	return p.unary()
}

// awaits says whether the current word `await` is an operator.
func (p *parser) awaits() bool {
	after := p.peek()
	switch after.tok {
	case ident:
		switch p.word(after) {
		case "in", "instanceof":
			return false
		case "of", "as", "satisfies":
			return p.async
		}
		return p.async || !after.newline
	case number, str, private:
		return p.async || !after.newline
	case arrow, '=', ')', ']', '}', ',', ';', ':', '.', eof, optDot:
		return false
	}
	return p.async
}

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
