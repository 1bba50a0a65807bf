package ecmascript

// function reads a function expression or declaration from its keyword on;
// start is where it began, perhaps at `async`.
func (p *parser) function(start int, async bool) *Function {
	p.next()
	gen := p.eat('*')
	name := ""
	if p.tok == ident {
		name = p.text()
		p.next()
	}
	return p.functionRest(start, name, async, gen)
}

// functionRest reads type parameters, parameters, return type and body.
func (p *parser) functionRest(start int, name string, async, gen bool) *Function {
	f := &Function{Name: name}
	leave := p.enterFunction(p.start, async, gen, &f.Returns)
	if p.tok == '<' {
		p.typeArguments()
	}
	f.Params = p.parameters()
	if p.eat(':') {
		p.typ()
	}
	if p.tok == '{' {
		body := p.start
		p.block()
		f.Body = p.since(body)
	}
	leave()
	f.Span = p.since(start)
	return f
}

// enterFunction opens the scope of a function; what it returns is added to
// returns, nil where nothing can.
func (p *parser) enterFunction(start int, async, gen bool, returns *[]Expr) (leave func()) {
	wasAsync, wasGen, wasTrue, wasReturns := p.async, p.gen, p.inTrue, p.returns
	p.async, p.gen, p.inTrue, p.returns = async, gen, false, returns
	close := p.openScope(start, true)
	return func() {
		p.async, p.gen, p.inTrue, p.returns = wasAsync, wasGen, wasTrue, wasReturns
		close()
	}
}

// parameters reads the parameters of a function or method.
func (p *parser) parameters() (params []Expr) {
	if !p.expect('(') {
		return nil
	}
	for p.tok != ')' && p.tok != eof {
		at := p.start
		p.decorators()
		for p.parameterModifier() {
			p.next()
		}
		rest := p.eat(ellipsis)
		target := p.bindingTarget()
		if params = append(params, target); rest {
			params[len(params)-1] = &Spread{p.since(at), target}
		}
		p.eat('?')
		if p.eat(':') {
			p.typ()
		}
		if p.eat('=') {
			p.assignment()
		}
		p.bind(target, Param, nil)
		if p.tok != ')' && !p.eat(',') {
			p.fail("expected \",\"")
			if p.start == at || p.tok == '{' || p.tok == '}' || p.tok == ';' {
				return params
			}
		}
	}
	p.expect(')')
	return params
}

func (p *parser) parameterModifier() bool {
	if p.tok != ident || !p.typescript() {
		return false
	}
	switch p.src[p.start:p.end] {
	case "public", "private", "protected", "readonly", "override":
		after := p.peek()
		return after.tok == ident || after.tok == '{' || after.tok == '['
	}
	return false
}

// bindingTarget reads a name or a pattern.
func (p *parser) bindingTarget() Expr {
	switch p.tok {
	case '{', '[':
		if !p.enter() {
			return &Opaque{p.since(p.prevEnd)}
		}
		defer p.leave()
		return p.primary()
	case ident:
		id := &Ident{p.span(), p.text()}
		p.next()
		return id
	}
	p.fail("expected a name")
	return &Opaque{Span{p.start, p.start}}
}

// parenthesized reads `(…)`, which may be the parameters of an arrow function.
// callee is the start of `async` when it may be a call of that name, else -1;
// typed is false where no arrow function, and so no return type, can stand.
func (p *parser) parenthesized(callee int, typed bool) Expr {
	if !p.enter() {
		return &Opaque{p.since(p.prevEnd)}
	}
	defer p.leave()
	open := p.start
	start := open
	var call *Call
	if callee >= 0 {
		start = callee
		call = &Call{Fun: &Ident{Span{callee, callee + len("async")}, "async"}}
		p.file.Calls = append(p.file.Calls, call)
	}
	inTrue := p.inTrue
	p.inTrue = false
	p.next()
	base := len(p.stack)
	for p.tok != ')' && p.tok != eof {
		at := p.start
		p.decorators()
		item := p.element()
		p.eat('?')
		if p.eat(':') {
			p.typ()
			if p.tok == '=' {
				p.next()
				item = p.assign(at, "=", item)
			}
		}
		p.stack = append(p.stack, item)
		if p.tok != ')' && !p.eat(',') {
			p.fail("expected \")\"")
			break
		}
	}
	items := append([]Expr(nil), p.stack[base:]...)
	p.stack = p.stack[:base]
	p.inTrue = inTrue
	p.expect(')')
	switch {
	case p.tok == arrow:
		return p.arrowFromParens(start, open, items, call)
	case p.tok == ':' && typed:
		if p.arrowWithReturnType(inTrue) {
			return p.arrowFromParens(start, open, items, call)
		}
	}
	if call != nil {
		call.Args, call.Parens, call.Span = items, p.since(open), p.since(start)
		return call
	}
	if len(items) == 1 {
		return items[0]
	}
	if len(items) == 0 {
		p.failAt(open, "the parentheses are empty")
	}
	return &Opaque{p.since(open)}
}

// arrowWithReturnType passes `: T` if `=>` follows it. Inside of `a ? … : …`
// the colon may belong to the conditional: then the arrow function counts
// only if another colon follows its body.
func (p *parser) arrowWithReturnType(inTrue bool) bool {
	if inTrue && p.speculating > 0 {
		return false
	}
	before := p.token
	read := func() bool {
		p.next()
		p.typ()
		return p.tok == arrow && !p.newline
	}
	if !inTrue {
		return p.try(read)
	}
	ok := false
	p.try(func() bool {
		if read() {
			p.arrowFunction(before.start, before.start, nil, false)
			ok = !p.misread && p.tok == ':'
		}
		return false
	})
	return ok && p.try(read)
}

func (p *parser) arrowFromParens(start, open int, params []Expr, call *Call) Expr {
	if call != nil {
		for i := len(p.file.Calls) - 1; i >= 0; i-- {
			if p.file.Calls[i] == call {
				p.file.Calls = append(p.file.Calls[:i], p.file.Calls[i+1:]...)
				break
			}
		}
	}
	return p.arrowFunction(start, open, params, call != nil)
}

// arrowFunction reads `=> body`.
func (p *parser) arrowFunction(start, scope int, params []Expr, async bool) Expr {
	f := &Function{}
	inTrue := p.inTrue
	leave := p.enterFunction(scope, async, false, &f.Returns)
	for _, param := range params {
		p.bind(param, Param, nil)
		if withDefault, ok := param.(*Assign); ok {
			param = withDefault.Target
		}
		f.Params = append(f.Params, param)
	}
	p.expect(arrow)
	body := p.start
	if p.tok == '{' {
		p.block()
	} else {
		p.inTrue = inTrue
		f.Returns = append(f.Returns, p.assignment())
	}
	f.Body = p.since(body)
	leave()
	f.Span = p.since(start)
	return f
}

// asyncArrow reads an async arrow function or, if `async` is called like a
// function, that call; else it reads nothing and returns nil.
func (p *parser) asyncArrow() Expr {
	start := p.start
	after := p.peek()
	if after.newline {
		return nil
	}
	switch after.tok {
	case ident:
		if p.word(after) == "function" {
			return nil
		}
		saved := p.token
		p.next()
		if p.peek().tok != arrow {
			p.token = saved
			return nil
		}
		id := &Ident{p.span(), p.text()}
		p.next()
		return p.arrowFunction(start, id.Start, []Expr{id}, true)
	case '(':
		p.next()
		return p.afterParens(start, p.parenthesized(start, true))
	case '<':
		if p.typescript() && p.try(func() bool {
			p.next()
			p.typeArguments()
			return p.tok == '('
		}) {
			return p.afterParens(start, p.parenthesized(start, true))
		}
	}
	return nil
}
