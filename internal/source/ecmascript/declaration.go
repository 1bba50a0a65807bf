package ecmascript

func (p *parser) functionDeclaration(start int, async bool) {
	p.next()
	gen := p.eat('*')
	var name *Ident
	if p.tok == ident {
		name = &Ident{p.span(), p.text()}
		p.next()
	}
	text := ""
	if name != nil {
		text = name.Name
	}
	f := p.functionRest(start, text, async, gen)
	if f.Body.End == 0 {
		p.semicolon()
	}
	if name != nil {
		p.bind(name, Func, f)
	}
}

func (p *parser) variableStatement(word string) bool {
	kind := Var
	switch word {
	case "const":
		kind = Const
		if p.word(p.peek()) == "enum" {
			p.next()
			p.enum()
			return true
		}
	case "let":
		kind = Let
		if after := p.peek(); after.tok != ident && after.tok != '{' && after.tok != '[' ||
			p.word(after) == "in" || p.word(after) == "instanceof" {
			return false
		}
	case "using", "await":
		kind = Const
		saved := p.token
		if word == "await" {
			p.next()
			if !p.is("using") {
				p.token = saved
				return false
			}
			word = "using"
		}
		if after := p.peek(); after.tok != ident || after.newline || p.word(after) == "in" || p.word(after) == "of" || p.word(after) == "instanceof" {
			p.token = saved
			return false
		}
	}
	p.next()
	p.declarations(word, kind)
	p.semicolon()
	return true
}

// declarations reads the declarators after `const`, `let`, `var` or `using`.
func (p *parser) declarations(word string, kind BindingKind) {
	for {
		start := p.start
		target := p.bindingTarget()
		if p.tok == '!' {
			p.next()
		}
		if p.eat(':') {
			p.typ()
		}
		var init Expr
		if p.eat('=') {
			a := &Assign{Decl: word, Op: "=", Target: target}
			p.file.Assigns = append(p.file.Assigns, a)
			a.Value = p.assignment()
			a.Span = p.since(start)
			init = a.Value
			p.importNames(target, init)
		}
		p.bind(target, kind, init)
		if !p.eat(',') {
			return
		}
	}
}

// typeStatement reads a statement that begins with a word of TypeScript's.
func (p *parser) typeStatement(word string) bool {
	after := p.peek()
	next := p.word(after)
	if after.newline && word != "enum" && word != "interface" || next == "in" || next == "instanceof" || next == "of" || next == "as" && word != "type" {
		return false
	}
	switch {
	case word == "global" && after.tok == '{':
		p.next()
		p.namespace()
		return true
	case word == "module" && after.tok == str:
		p.next()
		p.next()
		p.namespace()
		return true
	case after.tok != ident:
		return false
	}
	switch word {
	case "type":
		p.next()
		p.bind(p.bindingTarget(), Type, nil)
		if p.tok == '<' {
			p.typeArguments()
		}
		p.expect('=')
		p.typ()
		p.semicolon()
	case "interface":
		p.next()
		p.bind(p.bindingTarget(), Type, nil)
		if p.tok == '<' {
			p.typeArguments()
		}
		if p.eatWord("extends") {
			for p.typ(); p.eat(','); {
				p.typ()
			}
		}
		p.objectType()
	case "enum":
		p.enum()
	case "namespace", "module":
		p.next()
		name := p.bindingTarget()
		for p.eat('.') {
			p.next()
		}
		p.bind(name, Namespace, nil)
		p.namespace()
	case "declare":
		p.next()
		p.statement()
	case "abstract":
		if next != "class" {
			return false
		}
		p.next()
		p.statement()
	default:
		return false
	}
	return true
}

// namespace reads the body of a namespace, if there is one.
func (p *parser) namespace() {
	if p.tok != '{' {
		p.semicolon()
		return
	}
	p.spaces++
	leave := p.enterFunction(p.start, false, false, nil)
	p.block()
	leave()
	p.spaces--
}
