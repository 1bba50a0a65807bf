package python

// match reads a match statement, or returns nil when "match" is an ordinary name here: only a line that goes on with
// a subject and ends with a colon is one (PEP 634).
func (p *parser) match() Stmt {
	start, saved := p.tok.start, *p
	p.next()
	switch p.tok.kind {
	case tAssign, tAugAssign, tDot, tComma, tColon, tRparen, tSemi, tNewline, tEOF:
		*p = saved
		return nil
	}
	s := &Match{Subject: p.exprs()}
	colon := p.got(tColon)
	if !colon || p.tok.kind != tNewline {
		*p = saved
		return nil
	}
	p.next()
	if p.tok.kind != tIndent {
		p.report(p.tok.start, "expected an indented block")
		s.Span = p.since(start)
		return s
	}
	p.next()
	for p.tok.kind != tDedent && p.tok.kind != tEOF {
		if p.isWord("case") {
			s.Cases = append(s.Cases, p.matchCase())
		} else {
			// Not a case: read it as statements of a case without a pattern, so that nothing is lost.
			p.report(p.tok.start, "expected 'case'")
			at := Span{p.tok.start, p.tok.start}
			s.Cases = append(s.Cases, Case{Pattern: &Bad{at}, Body: p.statements(tDedent)})
		}
		if p.failed {
			p.recover()
			p.got(tNewline)
		}
	}
	p.got(tDedent)
	s.Span = p.since(start)
	return s
}

func (p *parser) matchCase() Case {
	p.next()
	c := Case{Pattern: p.openPattern()}
	if p.got(kwIf) {
		c.Guard = p.named()
	}
	c.Body = p.block()
	return c
}

// openPattern reads a pattern that may be a sequence without brackets: "case a, *rest:".
func (p *parser) openPattern() Expr {
	start := p.tok.start
	first := p.asPattern()
	if p.tok.kind != tComma {
		return first
	}
	elems := []Expr{first}
	for p.got(tComma) && p.tok.kind != tColon && p.tok.kind != kwIf {
		elems = append(elems, p.asPattern())
	}
	return &Tuple{p.since(start), elems}
}

// asPattern reads "a | b as name".
func (p *parser) asPattern() Expr {
	start := p.tok.start
	if !p.enter() {
		defer p.leave()
		return p.bad()
	}
	defer p.leave()
	if p.got(tStar) {
		x := p.closedPattern()
		return &Starred{p.since(start), x}
	}
	x := p.closedPattern()
	if p.isOr() {
		or := &BoolOp{Op: "|", Operands: []Expr{x}}
		for p.isOr() {
			p.next()
			or.Operands = append(or.Operands, p.closedPattern())
		}
		or.Span = p.since(start)
		x = or
	}
	if p.got(kwAs) {
		name := p.ident()
		return &AsPattern{p.since(start), x, name}
	}
	return x
}

func (p *parser) isOr() bool { return p.tok.kind == tOperator && p.text() == "|" }

func (p *parser) closedPattern() Expr {
	start := p.tok.start
	switch p.tok.kind {
	case tLparen:
		p.next()
		elems, comma := p.patterns(tRparen)
		p.expect(tRparen, "')'")
		if len(elems) == 1 && !comma {
			return elems[0]
		}
		return &Tuple{p.since(start), elems}
	case tLbrack:
		p.next()
		elems, _ := p.patterns(tRbrack)
		p.expect(tRbrack, "']'")
		return &List{p.since(start), elems}
	case tLbrace:
		return p.mappingPattern()
	case tName:
		var x Expr = &Name{Span{p.tok.start, p.tok.end}, p.text()}
		p.next()
		for n := 0; p.got(tDot); {
			n = p.link(n, 0)
			attr := p.ident()
			x = &Attribute{p.since(start), x, attr}
		}
		if p.tok.kind != tLparen {
			return x
		}
		p.next()
		args := p.patternArgs()
		p.expect(tRparen, "')'")
		return &ClassPattern{p.since(start), x, args}
	}
	return p.binary(precedence("+")) // a literal: -1, 1+2j, "a" "b", None
}

func (p *parser) patterns(end kind) (elems []Expr, comma bool) {
	for p.tok.kind != end && !p.failed {
		elems = append(elems, p.asPattern())
		if !p.got(tComma) {
			break
		}
		comma = true
	}
	return elems, comma
}

// mappingPattern reads {"key": pattern, **rest}.
func (p *parser) mappingPattern() Expr {
	start := p.tok.start
	p.next()
	var items []DictItem
	for p.tok.kind != tRbrace && !p.failed {
		var item DictItem
		if !p.got(tStarStar) {
			item.Key = p.closedPattern()
			p.expect(tColon, "':'")
		}
		item.Value = p.asPattern()
		items = append(items, item)
		if !p.got(tComma) {
			break
		}
	}
	p.expect(tRbrace, "'}'")
	return &Dict{p.since(start), items}
}

// patternArgs reads the sub-patterns of a class pattern.
func (p *parser) patternArgs() []Arg {
	var args []Arg
	for p.tok.kind != tRparen && !p.failed {
		arg := Arg{Span: Span{Start: p.tok.start}, Value: p.asPattern()}
		if name, ok := arg.Value.(*Name); ok && p.got(tAssign) {
			arg.Name = Ident{name.Span, name.ID}
			arg.Value = p.asPattern()
		}
		arg.Span = p.since(arg.Start)
		args = append(args, arg)
		if !p.got(tComma) {
			break
		}
	}
	return args
}
