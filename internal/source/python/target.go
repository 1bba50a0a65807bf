package python

// targets reads the targets of a del statement.
func (p *parser) targets() []Expr {
	var list []Expr
	for {
		e := p.starTarget()
		p.checkTarget(e)
		list = append(list, e)
		if !p.got(tComma) || p.atEnd() {
			return list
		}
	}
}

// targetList reads the targets between "for" and "in".
func (p *parser) targetList() Expr {
	start := p.tok.start
	first := p.starTarget()
	if p.tok.kind != tComma {
		p.checkTarget(first)
		return first
	}
	elems := []Expr{first}
	for p.got(tComma) && p.tok.kind != kwIn {
		elems = append(elems, p.starTarget())
	}
	t := &Tuple{p.since(start), elems}
	p.checkTarget(t)
	return t
}

// starTarget reads one target: it stops before "in", which would be a comparison.
func (p *parser) starTarget() Expr {
	start := p.tok.start
	if p.got(tStar) {
		x := p.binary(1)
		return &Starred{p.since(start), x}
	}
	return p.binary(1)
}

// checkTarget reports an expression that nothing can be assigned to.
func (p *parser) checkTarget(e Expr) {
	switch e := e.(type) {
	case *Name, *Attribute, *Subscript, *Bad:
	case *Starred:
		p.checkTarget(e.X)
	case *List:
		for _, elem := range e.Elems {
			p.checkTarget(elem)
		}
	case *Tuple:
		for _, elem := range e.Elems {
			p.checkTarget(elem)
		}
	default:
		p.report(e.At().Start, "cannot assign to this expression")
	}
}
