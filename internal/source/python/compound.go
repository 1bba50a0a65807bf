package python

// compound reads a compound statement, or returns nil if none begins here.
func (p *parser) compound() Stmt {
	start := p.tok.start
	switch p.tok.kind {
	case tAt:
		return p.decorated()
	case kwDef:
		return p.function(start, nil, false)
	case kwClass:
		return p.class(start, nil)
	case kwAsync:
		p.next()
		switch p.tok.kind {
		case kwDef:
			return p.function(start, nil, true)
		case kwFor:
			return p.forLoop(start, true)
		case kwWith:
			return p.with(start, true)
		}
		p.fail("invalid syntax")
		return &ExprStmt{p.since(start), p.bad()}
	case kwIf:
		return p.ifElse()
	case kwWhile:
		p.next()
		s := &While{Test: p.named()}
		s.Body = p.block()
		s.Else = p.elseBlock()
		s.Span = p.since(start)
		return s
	case kwFor:
		return p.forLoop(start, false)
	case kwWith:
		return p.with(start, false)
	case kwTry:
		return p.try()
	case tName:
		if p.text() == "match" {
			return p.match()
		}
	}
	return nil
}

// decorated reads decorators and the definition that they stand before.
func (p *parser) decorated() Stmt {
	start := p.tok.start
	var list []Expr
	for p.got(tAt) {
		list = append(list, p.named())
		if !p.failed && p.tok.kind != tNewline {
			p.fail("invalid syntax")
		}
		if p.failed {
			p.recover()
		}
		p.got(tNewline)
	}
	switch p.tok.kind {
	case kwDef:
		return p.function(start, list, false)
	case kwClass:
		return p.class(start, list)
	case kwAsync:
		p.next()
		if p.tok.kind == kwDef {
			return p.function(start, list, true)
		}
	}
	p.report(p.tok.start, "expected a function or class after the decorators")
	return &Simple{p.since(start), "@", list}
}

func (p *parser) function(start int, decorators []Expr, async bool) Stmt {
	f := &FunctionDef{Decorators: decorators, Async: async}
	p.next()
	f.Name = p.ident()
	f.TypeParams = p.typeParams()
	p.expect(tLparen, "'('")
	f.Params = p.params(tRparen)
	p.expect(tRparen, "')'")
	if p.got(tArrow) {
		f.Returns = p.exprs()
	}
	f.Body = p.block()
	f.Span = p.since(start)
	return f
}

func (p *parser) class(start int, decorators []Expr) Stmt {
	c := &ClassDef{Decorators: decorators}
	p.next()
	c.Name = p.ident()
	c.TypeParams = p.typeParams()
	if p.got(tLparen) {
		c.Args = p.args()
		p.expect(tRparen, "')'")
	}
	c.Body = p.block()
	c.Span = p.since(start)
	return c
}

// params reads parameters up to end: ')' of a function, which may have annotations, or ':' of a lambda, which may not.
func (p *parser) params(end kind) []Param {
	var list []Param
	chain := 0
	for p.tok.kind != end && !p.failed {
		param := Param{Span: Span{Start: p.tok.start}}
		switch {
		case p.got(tStar):
			param.Stars = 1
		case p.got(tStarStar):
			param.Stars = 2
		}
		if p.tok.kind == tName || param.Stars != 1 && p.tok.kind != tSlash {
			param.Name = p.ident()
			if end == tRparen && p.got(tColon) {
				param.Annotation = p.starOrNamed()
			}
			if p.got(tAssign) {
				param.Default = p.test()
				chain = max(chain, p.chain)
			}
		} else if param.Stars == 0 {
			p.next() // the separator /
		}
		param.Span = p.since(param.Start)
		list = append(list, param)
		if !p.got(tComma) {
			break
		}
	}
	p.chain = chain
	return list
}

// typeParams reads "[T: bound = default, *Ts, **P]" where it stands (PEP 695, 696).
func (p *parser) typeParams() []Param {
	if !p.got(tLbrack) {
		return nil
	}
	var list []Param
	for p.tok.kind != tRbrack && !p.failed {
		param := Param{Span: Span{Start: p.tok.start}}
		switch {
		case p.got(tStar):
			param.Stars = 1
		case p.got(tStarStar):
			param.Stars = 2
		}
		param.Name = p.ident()
		if p.got(tColon) {
			param.Annotation = p.test()
		}
		if p.got(tAssign) {
			param.Default = p.starOrNamed()
		}
		param.Span = p.since(param.Start)
		list = append(list, param)
		if !p.got(tComma) {
			break
		}
	}
	p.expect(tRbrack, "']'")
	return list
}

func (p *parser) ifElse() Stmt {
	start := p.tok.start
	s := &If{}
	for p.got(kwIf) || p.got(kwElif) {
		test := p.named()
		s.Branches = append(s.Branches, Branch{test, p.block()})
		if p.tok.kind != kwElif {
			break
		}
	}
	s.Else = p.elseBlock()
	s.Span = p.since(start)
	return s
}

func (p *parser) elseBlock() []Stmt {
	if p.got(kwElse) {
		return p.block()
	}
	return nil
}

func (p *parser) forLoop(start int, async bool) Stmt {
	p.next()
	s := &For{Async: async, Target: p.targetList()}
	p.expect(kwIn, "'in'")
	s.Iter = p.exprs()
	s.Body = p.block()
	s.Else = p.elseBlock()
	s.Span = p.since(start)
	return s
}

func (p *parser) try() Stmt {
	start := p.tok.start
	p.next()
	s := &Try{Body: p.block()}
	for p.got(kwExcept) {
		h := Handler{Star: p.got(tStar)}
		if p.tok.kind != tColon {
			h.Type = p.exprs()
			if p.got(kwAs) {
				h.Name = p.ident()
			}
		}
		h.Body = p.block()
		s.Handlers = append(s.Handlers, h)
	}
	s.Else = p.elseBlock()
	if p.got(kwFinally) {
		s.Finally = p.block()
	} else if s.Handlers == nil && !p.failed {
		p.report(p.tok.start, "expected 'except' or 'finally' block")
	}
	s.Span = p.since(start)
	return s
}

func (p *parser) with(start int, async bool) Stmt {
	p.next()
	s := &With{Async: async}
	if p.tok.kind != tLparen || !p.withParens(s) {
		s.Items = p.withItems(tColon)
	}
	s.Body = p.block()
	s.Span = p.since(start)
	return s
}

// withParens reads "(a as b, c as d)" if the parentheses end right before the colon. Else they belong to the first
// item, as in "with (a).b as c:", and nothing is read.
func (p *parser) withParens(s *With) bool {
	saved := *p
	p.next()
	s.Items = p.withItems(tRparen)
	if p.got(tRparen) && p.tok.kind == tColon && len(s.Items) > 0 {
		return true
	}
	*p = saved
	return false
}

func (p *parser) withItems(end kind) []WithItem {
	var items []WithItem
	for p.tok.kind != end && !p.failed {
		item := WithItem{Context: p.starOrNamed()}
		if p.got(kwAs) {
			item.Target = p.starTarget()
			p.checkTarget(item.Target)
		}
		items = append(items, item)
		if !p.got(tComma) {
			break
		}
	}
	return items
}
