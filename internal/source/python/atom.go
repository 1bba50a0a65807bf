package python

// postfix reads an atom and the attributes, calls and subscripts that follow it.
func (p *parser) postfix() Expr {
	start := p.tok.start
	x := p.atom()
	chain := p.chain
	for {
		switch p.tok.kind {
		case tDot:
			p.next()
			attr := p.ident()
			x = &Attribute{p.since(start), x, attr}
			chain = p.link(chain, 0)
		case tLparen:
			p.next()
			args := p.args()
			chain = p.link(chain, p.chain)
			p.expect(tRparen, "')'")
			x = &Call{p.since(start), x, args}
		case tLbrack:
			p.next()
			index := p.index()
			chain = p.link(chain, p.chain)
			p.expect(tRbrack, "']'")
			x = &Subscript{p.since(start), x, index}
		default:
			p.chain = chain
			return x
		}
	}
}

func (p *parser) atom() Expr {
	t := p.tok
	span := Span{t.start, t.end}
	switch t.kind {
	case tName:
		p.chain = 0
		x := &Name{span, p.text()}
		p.next()
		return x
	case tNumber:
		p.chain = 0
		x := &Number{span, p.text()}
		p.next()
		return x
	case kwTrue, kwFalse, kwNone, tEllipsis:
		p.chain = 0
		x := &Constant{span, p.text()}
		p.next()
		return x
	case tString, tFString:
		return p.str()
	case tLparen:
		return p.parens()
	case tLbrack:
		return p.list()
	case tLbrace:
		return p.braces()
	}
	return p.bad()
}

// parens reads (), (x), (x, y), (x for …) and (yield).
func (p *parser) parens() Expr {
	start := p.tok.start
	p.next()
	if p.got(tRparen) {
		p.chain = 0
		return &Tuple{Span: p.since(start)}
	}
	var x Expr
	if p.tok.kind == kwYield {
		x = p.yield()
	} else {
		first := p.starOrNamed()
		if p.startsClauses() {
			return p.comprehension(start, '(', nil, first, tRparen, "')'")
		}
		if _, starred := first.(*Starred); p.tok.kind == tComma || starred {
			elems := p.rest(first, tRparen)
			p.expect(tRparen, "')'")
			return &Tuple{p.since(start), elems}
		}
		x = first
	}
	p.expect(tRparen, "')'")
	return x
}

func (p *parser) list() Expr {
	start := p.tok.start
	p.next()
	if p.got(tRbrack) {
		p.chain = 0
		return &List{Span: p.since(start)}
	}
	first := p.starOrNamed()
	if p.startsClauses() {
		return p.comprehension(start, '[', nil, first, tRbrack, "']'")
	}
	elems := p.rest(first, tRbrack)
	p.expect(tRbrack, "']'")
	return &List{p.since(start), elems}
}

// rest reads the elements after the first one, up to end.
func (p *parser) rest(first Expr, end kind) []Expr {
	elems, chain := []Expr{first}, p.chain
	for p.got(tComma) && p.tok.kind != end {
		elems = append(elems, p.starOrNamed())
		chain = max(chain, p.chain)
	}
	p.chain = chain
	return elems
}

// braces reads a dict, a set, or a comprehension of either.
func (p *parser) braces() Expr {
	start := p.tok.start
	p.next()
	chain := 0
	var items []DictItem
	for p.tok.kind != tRbrace && !p.failed {
		var item DictItem
		if p.got(tStarStar) {
			item.Value = p.binary(1)
		} else {
			if items != nil {
				item.Key = p.test()
			} else {
				item.Key = p.starOrNamed()
				if _, starred := item.Key.(*Starred); starred || p.tok.kind != tColon {
					return p.set(start, item.Key)
				}
			}
			chain = max(chain, p.chain)
			p.expect(tColon, "':'")
			item.Value = p.test()
			if items == nil && p.startsClauses() {
				p.chain = max(chain, p.chain)
				return p.comprehension(start, '{', item.Key, item.Value, tRbrace, "'}'")
			}
		}
		chain = max(chain, p.chain)
		items = append(items, item)
		if !p.got(tComma) {
			break
		}
	}
	p.chain = chain
	p.expect(tRbrace, "'}'")
	return &Dict{p.since(start), items}
}

func (p *parser) set(start int, first Expr) Expr {
	if p.startsClauses() {
		return p.comprehension(start, '{', nil, first, tRbrace, "'}'")
	}
	elems := p.rest(first, tRbrace)
	p.expect(tRbrace, "'}'")
	return &Set{p.since(start), elems}
}

func (p *parser) startsClauses() bool { return p.tok.kind == kwFor || p.tok.kind == kwAsync }

// comprehension reads the clauses after the element and, if closing is given, the closing bracket.
func (p *parser) comprehension(start int, open byte, key, elem Expr, closing kind, what string) Expr {
	c := &Comprehension{Open: open, Key: key, Elem: elem}
	chain := p.chain
	for p.startsClauses() {
		clause := Clause{Async: p.got(kwAsync)}
		p.expect(kwFor, "'for'")
		clause.Target = p.targetList()
		p.expect(kwIn, "'in'")
		clause.Iter = p.boolean(kwOr)
		chain = max(chain, p.chain)
		for p.got(kwIf) {
			cond := p.boolean(kwOr)
			if p.tok.kind == tWalrus { // "if (x := y)" without parentheses is refused by CPython
				p.fail("invalid syntax")
			}
			clause.Ifs = append(clause.Ifs, cond)
			chain = max(chain, p.chain)
		}
		c.Clauses = append(c.Clauses, clause)
	}
	p.chain = chain
	if closing != tEOF {
		p.expect(closing, what)
	}
	c.Span = p.since(start)
	return c
}
