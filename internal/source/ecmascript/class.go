package ecmascript

// class reads a class from its keyword on, and returns its name, or nil.
func (p *parser) class() *Ident {
	if !p.eatWord("class") {
		p.fail("expected \"class\"")
		return nil
	}
	var name *Ident
	if p.tok == ident && !p.is("extends") && !(p.is("implements") && p.peek().tok == ident) {
		name = &Ident{p.span(), p.text()}
		p.next()
	}
	if p.tok == '<' {
		p.typeArguments()
	}
	if p.eatWord("extends") {
		start := p.start
		p.postfix(start, p.primary(), false)
		if p.tok == '<' {
			p.typeArguments()
		}
	}
	if p.eatWord("implements") {
		for p.typ(); p.eat(','); {
			p.typ()
		}
	}
	if !p.expect('{') {
		return name
	}
	if !p.enter() {
		return name
	}
	defer p.leave()
	for p.tok != '}' && p.tok != eof {
		at := p.start
		if p.tok != ';' {
			p.classMember()
		} else {
			p.next()
		}
		if p.start == at {
			p.fail("expected a class member")
			p.next()
		}
	}
	p.expect('}')
	return name
}

func (p *parser) classMember() {
	start := p.start
	p.decorators()
	var async bool
	for p.tok == ident && p.classModifier() {
		async = async || p.is("async")
		static := p.is("static")
		p.next()
		if static && p.tok == '{' {
			leave := p.enterFunction(p.start, false, false, nil)
			p.block()
			leave()
			return
		}
	}
	gen := p.eat('*')
	var k PropKind
	name, _ := p.propertyName(&k)
	if p.tok == '?' || p.tok == '!' {
		p.next()
	}
	if p.tok == '(' || p.tok == '<' {
		if f := p.functionRest(start, name, async, gen); f.Body.End > 0 {
			return
		}
		p.semicolon()
		return
	}
	if p.eat(':') {
		p.typ()
	}
	if p.eat('=') {
		leave := p.enterFunction(p.start, false, false, nil)
		p.expression()
		leave()
	}
	p.semicolon()
}

// classModifier says whether the current word modifies the member that
// follows, and is not its name.
func (p *parser) classModifier() bool {
	sameLine := true
	switch p.src[p.start:p.end] {
	case "static", "get", "set":
		sameLine = false
	case "public", "private", "protected", "readonly", "abstract", "override", "declare", "async", "accessor", "const", "export":
	default:
		return false
	}
	after := p.peek()
	if sameLine && after.newline {
		return false
	}
	switch after.tok {
	case ident, private, str, number, '[':
		return true
	case '*':
		return p.is("async") || p.is("static") || p.is("public") || p.is("private") || p.is("protected") || p.is("override")
	case '{':
		return p.is("static")
	}
	return false
}

// decorators reads `@expression`s.
func (p *parser) decorators() {
	for p.tok == '@' {
		p.next()
		if !p.enter() {
			return
		}
		start := p.start
		p.postfix(start, p.primary(), false)
		p.leave()
	}
}

// enum reads an enumeration from its keyword on; its value is an object.
func (p *parser) enum() {
	p.next()
	name := p.bindingTarget()
	o := &Object{Span: p.span()}
	if !p.expect('{') {
		return
	}
	for p.tok != '}' && p.tok != eof {
		at := p.start
		m := Prop{Kind: Pair}
		m.Key, m.KeySpan = p.propertyName(&m.Kind)
		if p.eat('=') {
			m.Value = p.assignment()
		} else {
			m.Value = &Opaque{m.KeySpan}
		}
		m.Span = p.since(at)
		o.Props = append(o.Props, m)
		if p.tok != '}' && !p.eat(',') {
			p.fail("expected \",\"")
			if p.start == at || p.tok == ';' {
				break
			}
		}
	}
	p.expect('}')
	o.End = p.prevEnd
	p.bind(name, Enum, o)
}
