package python

// statement reads one compound statement or a line of simple ones, and appends them to list.
func (p *parser) statement(list []Stmt) []Stmt {
	p.stmt = p.tok.start
	if s := p.compound(); s != nil {
		return append(list, s)
	}
	return p.simpleStatements(list)
}

// simple reads one simple statement without its line end.
func (p *parser) simple() Stmt {
	start := p.tok.start
	switch p.tok.kind {
	case kwImport:
		return p.importNames()
	case kwFrom:
		return p.importFrom()
	case kwReturn:
		p.next()
		var value Expr
		if !p.atEnd() {
			value = p.exprs()
		}
		return &Return{p.since(start), value}
	case kwDel:
		p.next()
		targets := p.targets()
		return &Delete{p.since(start), targets}
	case kwGlobal, kwNonlocal:
		nonlocal := p.tok.kind == kwNonlocal
		p.next()
		names := []Ident{p.ident()}
		for p.got(tComma) {
			names = append(names, p.ident())
		}
		return &Global{p.since(start), nonlocal, names}
	case kwPass, kwBreak, kwContinue, kwRaise, kwAssert:
		return p.keyworded()
	case tName:
		if p.text() == "type" {
			if s := p.typeAlias(); s != nil {
				return s
			}
		}
	}
	return p.assignment()
}

// atEnd tells whether the simple statement ends here.
func (p *parser) atEnd() bool {
	return p.tok.kind == tNewline || p.tok.kind == tSemi || p.tok.kind == tEOF
}

// keyworded reads pass, break, continue, raise and assert.
func (p *parser) keyworded() Stmt {
	start, kind, word := p.tok.start, p.tok.kind, p.text()
	p.next()
	var list []Expr
	switch {
	case kind == kwAssert:
		list = append(list, p.test())
		if p.got(tComma) {
			list = append(list, p.test())
		}
	case kind == kwRaise && !p.atEnd():
		list = append(list, p.test())
		if p.got(kwFrom) {
			list = append(list, p.test())
		}
	}
	return &Simple{p.since(start), word, list}
}

// typeAlias reads "type X[T] = …", or returns nil when "type" is an ordinary name here.
func (p *parser) typeAlias() Stmt {
	start, saved := p.tok.start, *p
	p.next()
	if p.tok.kind != tName {
		*p = saved
		return nil
	}
	name := p.ident()
	params := p.typeParams()
	p.expect(tAssign, "'='")
	value := p.test()
	return &TypeAlias{p.since(start), name, params, value}
}

// assignment reads an expression statement or an assignment.
func (p *parser) assignment() Stmt {
	start := p.tok.start
	first := p.exprs()
	switch p.tok.kind {
	case tAssign:
		a := &Assign{Targets: []Expr{first}}
		for p.got(tAssign) {
			if a.Value != nil {
				a.Targets = append(a.Targets, a.Value)
			}
			a.Value = p.exprs()
		}
		for _, t := range a.Targets {
			p.checkTarget(t)
		}
		a.Span = p.since(start)
		return a
	case tAugAssign:
		op := p.text()
		p.checkTarget(first)
		p.next()
		value := p.exprs()
		return &Assign{Span: p.since(start), Targets: []Expr{first}, Op: op, Value: value}
	case tColon:
		p.checkTarget(first)
		p.next()
		a := &Assign{Targets: []Expr{first}, Annotation: p.test()}
		if p.got(tAssign) {
			a.Value = p.exprs()
		}
		a.Span = p.since(start)
		return a
	}
	return &ExprStmt{p.since(start), first}
}
