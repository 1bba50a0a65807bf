package python

// The levels of Python's expression grammar, from the loosest to the tightest. Every function leaves in p.chain how
// many links of chains lie in a row below the expression that it returns.

// bad stands for an expression that could not be read.
func (p *parser) bad() Expr {
	p.fail("invalid syntax")
	p.chain = 0
	return &Bad{p.since(p.tok.start)}
}

// exprs reads a list of expressions that may be starred, or a yield: what stands right of "=", "return" or "in".
func (p *parser) exprs() Expr {
	start := p.tok.start
	if p.tok.kind == kwYield {
		return p.yield()
	}
	first := p.starOrNamed()
	if p.tok.kind != tComma {
		return first
	}
	elems, chain := []Expr{first}, p.chain
	for p.got(tComma) && p.startsExpr() {
		elems = append(elems, p.starOrNamed())
		chain = max(chain, p.chain)
	}
	p.chain = chain
	return &Tuple{p.since(start), elems}
}

// startsExpr tells whether an expression may begin here, rather than end.
func (p *parser) startsExpr() bool {
	switch p.tok.kind {
	case tName, tNumber, tString, tFString, tLparen, tLbrack, tLbrace, tEllipsis, tStar, tPlus, tMinus, tTilde,
		kwNot, kwLambda, kwAwait, kwNone, kwTrue, kwFalse:
		return true
	}
	return false
}

func (p *parser) yield() Expr {
	start := p.tok.start
	p.next()
	y := &Yield{}
	if p.got(kwFrom) {
		y.From = true
		y.X = p.test()
	} else if p.startsExpr() {
		y.X = p.exprs()
	}
	y.Span = p.since(start)
	return y
}

// starOrNamed reads *x or a named expression.
func (p *parser) starOrNamed() Expr {
	start := p.tok.start
	if p.got(tStar) {
		x := p.binary(1)
		return &Starred{p.since(start), x}
	}
	return p.named()
}

// named reads "name := value" or a test.
func (p *parser) named() Expr {
	start := p.tok.start
	x := p.test()
	if p.tok.kind != tWalrus {
		return x
	}
	name, ok := x.(*Name)
	if !ok {
		p.fail("cannot use := with this expression")
		return x
	}
	p.next()
	value := p.test()
	return &NamedExpr{p.since(start), name, value}
}

// test reads a conditional, a lambda, or what binds tighter.
func (p *parser) test() Expr {
	if !p.enter() {
		defer p.leave()
		return p.bad()
	}
	defer p.leave()
	start := p.tok.start
	if p.tok.kind == kwLambda {
		return p.lambda()
	}
	x := p.boolean(kwOr)
	if p.tok.kind != kwIf {
		return x
	}
	chain := p.chain
	p.next()
	c := &Conditional{Then: x, Test: p.boolean(kwOr)}
	chain = max(chain, p.chain)
	p.expect(kwElse, "'else'")
	c.Else = p.test()
	c.Span = p.since(start)
	p.chain = max(chain, p.chain)
	return c
}

func (p *parser) lambda() Expr {
	start := p.tok.start
	p.next()
	params, chain := p.params(tColon), p.chain
	p.expect(tColon, "':'")
	body := p.test()
	p.chain = max(chain, p.chain)
	return &Lambda{p.since(start), params, body}
}

// boolean reads "a or b or c", and for kwAnd the level below it.
func (p *parser) boolean(op kind) Expr {
	operand := p.not
	if op == kwOr {
		operand = func() Expr { return p.boolean(kwAnd) }
	}
	start := p.tok.start
	first := operand()
	if p.tok.kind != op {
		return first
	}
	b := &BoolOp{Op: p.text(), Operands: []Expr{first}}
	chain := p.chain
	for p.got(op) {
		b.Operands = append(b.Operands, operand())
		chain = max(chain, p.chain)
	}
	b.Span = p.since(start)
	p.chain = chain
	return b
}

func (p *parser) not() Expr {
	if p.tok.kind != kwNot {
		return p.comparison()
	}
	if !p.enter() {
		defer p.leave()
		return p.bad()
	}
	defer p.leave()
	start := p.tok.start
	p.next()
	x := p.not()
	return &UnaryOp{p.since(start), "not", x}
}

// comparison reads "a < b in c".
func (p *parser) comparison() Expr {
	start := p.tok.start
	first := p.binary(1)
	op := p.comparator()
	if op == "" {
		return first
	}
	c := &Compare{Operands: []Expr{first}}
	chain := p.chain
	for ; op != ""; op = p.comparator() {
		c.Ops = append(c.Ops, op)
		c.Operands = append(c.Operands, p.binary(1))
		chain = max(chain, p.chain)
	}
	c.Span = p.since(start)
	p.chain = chain
	return c
}

// comparator moves past a comparison operator and returns it, or "".
func (p *parser) comparator() string {
	switch p.tok.kind {
	case tCompare:
		op := p.text()
		p.next()
		return op
	case kwIn:
		p.next()
		return "in"
	case kwNot:
		p.next()
		p.expect(kwIn, "'in'")
		return "not in"
	case kwIs:
		p.next()
		if p.got(kwNot) {
			return "is not"
		}
		return "is"
	}
	return ""
}

// binary reads operators that bind at least as tightly as level, by precedence climbing.
func (p *parser) binary(level int) Expr {
	start := p.tok.start
	x := p.unary()
	chain := p.chain
	for p.tok.kind >= tStar && p.tok.kind <= tOperator {
		op := p.text()
		prec := precedence(op)
		if prec < level || prec == 0 {
			break
		}
		p.next()
		right := p.binary(prec + 1)
		chain = p.link(chain, p.chain)
		x = &BinOp{p.since(start), op, x, right}
	}
	p.chain = chain
	return x
}

// unary reads -x, +x, ~x and x ** y.
func (p *parser) unary() Expr {
	start := p.tok.start
	switch p.tok.kind {
	case tMinus, tPlus, tTilde:
		if !p.enter() {
			defer p.leave()
			return p.bad()
		}
		defer p.leave()
		op := p.text()
		p.next()
		x := p.unary()
		return &UnaryOp{p.since(start), op, x}
	}
	x := p.awaited()
	if p.tok.kind != tStarStar {
		return x
	}
	if !p.enter() {
		defer p.leave()
		return p.bad()
	}
	defer p.leave()
	chain := p.chain
	p.next()
	right := p.unary()
	p.chain = max(chain, p.chain)
	return &BinOp{p.since(start), "**", x, right}
}

func (p *parser) awaited() Expr {
	if p.tok.kind != kwAwait {
		return p.postfix()
	}
	start := p.tok.start
	p.next()
	x := p.postfix()
	return &Await{p.since(start), x}
}
