package python

// args reads the arguments of a call up to the closing parenthesis.
func (p *parser) args() []Arg {
	var list []Arg
	chain, keyword := 0, false
	for p.tok.kind != tRparen && !p.failed {
		start := p.tok.start
		var arg Arg
		switch {
		case p.got(tStar):
			arg.Stars, arg.Value = 1, p.test()
		case p.got(tStarStar):
			arg.Stars, arg.Value = 2, p.test()
			keyword = true
		default:
			arg.Value = p.named()
			switch name, ok := arg.Value.(*Name); {
			case p.startsClauses():
				arg.Value = p.comprehension(start, '(', nil, arg.Value, tEOF, "")
			case ok && p.tok.kind == tAssign && name.End == p.prevEnd:
				arg.Name = Ident{name.Span, name.ID}
				p.next()
				arg.Value = p.test()
				keyword = true
			case keyword:
				p.report(start, "positional argument follows keyword argument")
			}
		}
		arg.Span = p.since(start)
		chain = max(chain, p.chain)
		list = append(list, arg)
		if !p.got(tComma) {
			break
		}
	}
	p.chain = chain
	return list
}

// index reads what stands in the brackets of a subscript.
func (p *parser) index() Expr {
	start := p.tok.start
	first := p.indexElem()
	if _, starred := first.(*Starred); p.tok.kind != tComma && !starred {
		return first
	}
	elems, chain := []Expr{first}, p.chain
	for p.got(tComma) && p.tok.kind != tRbrack {
		elems = append(elems, p.indexElem())
		chain = max(chain, p.chain)
	}
	p.chain = chain
	return &Tuple{p.since(start), elems}
}

func (p *parser) indexElem() Expr {
	start, chain := p.tok.start, 0
	var parts [3]Expr
	n := 0
	for {
		if p.tok.kind != tColon && p.tok.kind != tRbrack && p.tok.kind != tComma || n == 0 && p.tok.kind != tColon {
			parts[n] = p.starOrNamed()
			chain = max(chain, p.chain)
		}
		if n == 2 || p.tok.kind != tColon {
			break
		}
		p.next()
		n++
	}
	p.chain = chain
	if n == 0 {
		return parts[0]
	}
	return &Slice{p.since(start), parts[0], parts[1], parts[2]}
}
