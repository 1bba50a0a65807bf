package ecmascript

// Types are read only to know where they end, and for the imports in them.

// typ reads a type.
func (p *parser) typ() {
	if !p.enter() {
		return
	}
	defer p.leave()
	p.unionType()
	for p.is("extends") && !p.newline {
		p.next()
		p.unionType()
		if p.eat('?') { // else it was the constraint of an `infer`
			p.typ()
			p.expect(':')
			p.typ()
			return
		}
	}
}

func (p *parser) unionType() {
	if p.tok == '|' || p.tok == '&' {
		p.next()
	}
	for {
		p.operandType()
		if p.tok != '|' && p.tok != '&' {
			return
		}
		p.next()
	}
}

// startsType says whether a type can begin with the token.
func startsType(t token) bool {
	switch t.tok {
	case ident, str, number, '(', '[', '{', '`', '<':
		return true
	}
	return false
}

func (p *parser) operandType() {
	for p.tok == ident {
		switch p.src[p.start:p.end] {
		case "keyof", "unique", "readonly", "infer", "asserts", "abstract":
			after := p.peek()
			if startsType(after) && after.tok != '<' && !after.newline && p.word(after) != "extends" && p.word(after) != "is" {
				p.next()
				continue
			}
		}
		break
	}
	switch p.tok {
	case ident:
		p.namedType()
	case str, number:
		p.next()
	case '-':
		p.next()
		p.next()
	case '<':
		p.typeArguments()
		p.signature()
	case '(':
		p.typeParens()
		if p.eat(arrow) {
			p.typ()
			return
		}
	case '[':
		p.tupleType()
	case '{':
		p.objectType()
	case '`':
		p.templateType()
	case '*': // any type, in JSDoc's and Flow's notation
		p.next()
	case '?':
		p.next()
		p.typ()
		return
	default:
		p.fail("expected a type")
		return
	}
	for p.tok == '[' && !p.newline {
		p.next()
		if p.tok != ']' {
			p.typ()
		}
		p.expect(']')
	}
}

func (p *parser) namedType() {
	switch p.src[p.start:p.end] {
	case "new":
		if after := p.peek().tok; after == '(' || after == '<' {
			p.next()
			p.signature()
			return
		}
	case "typeof":
		if p.peek().tok == ident {
			p.next()
		}
	}
	if p.is("import") {
		p.importType()
	} else {
		p.next()
	}
	for p.tok == '.' {
		if p.next(); p.tok != ident && p.tok != private {
			p.fail("expected a name")
			return
		}
		p.next()
	}
	if p.tok == '<' && !p.newline {
		p.typeArguments()
	}
	if p.is("is") && !p.newline {
		p.next()
		p.typ()
	}
}

// signature reads `<T>(…) => R` or `<T>(…): R`.
func (p *parser) signature() {
	if p.tok == '<' {
		p.typeArguments()
	}
	p.typeParens()
	if p.tok == arrow || p.tok == ':' {
		p.next()
		p.typ()
	}
}

// typeParens reads `(…)`: parameters of a function type, or a type in
// parentheses. A pattern reads like a type.
func (p *parser) typeParens() {
	if !p.expect('(') {
		return
	}
	for p.tok != ')' && p.tok != eof {
		p.eat(ellipsis)
		p.typ()
		p.eat('?')
		if p.eat(':') {
			p.typ()
		}
		if p.tok != ')' && !p.eat(',') {
			p.fail("expected \")\"")
			return
		}
	}
	p.expect(')')
}

func (p *parser) tupleType() {
	p.next()
	for p.tok != ']' && p.tok != eof {
		if p.eat(',') {
			continue // a hole, of a pattern
		}
		p.eat(ellipsis)
		p.typ()
		p.eat('?')
		if p.eat(':') {
			p.typ()
			p.eat('?')
		}
		if p.tok != ']' && !p.eat(',') {
			p.fail("expected \"]\"")
			return
		}
	}
	p.expect(']')
}

// typeArguments reads `<…>`, of arguments as well as of parameters.
func (p *parser) typeArguments() {
	if !p.expect('<') {
		return
	}
	for p.tok != '>' && p.tok != eof {
		for p.is("const") || p.is("in") || p.is("out") {
			if after := p.peek(); after.tok != ident || p.word(after) == "extends" {
				break
			}
			p.next()
		}
		p.typ()
		if p.eat(':') { // Flow's bound
			p.typ()
		}
		if p.eat('=') {
			p.typ()
		}
		if p.tok != '>' && !p.eat(',') {
			p.fail("expected \">\"")
			return
		}
	}
	p.expect('>')
}

// callTypeArguments reads type arguments in an expression. It is false if
// what follows shows that the `<` compares.
func (p *parser) callTypeArguments() bool {
	p.typeArguments()
	switch p.tok {
	case '(', '`':
		return true
	case '<', '>', '+', '-':
		return false
	case number, str, private, '[', '{', '!', '~', increment, '/', '@':
		return p.newline
	case ident:
		switch p.src[p.start:p.end] {
		case "in", "instanceof", "as", "satisfies", "of", "implements":
			return true
		}
		return p.newline
	}
	return true
}

func (p *parser) templateType() {
	for _, more := p.chunk(p.end); more; _, more = p.chunk(p.end) {
		p.next()
		p.typ()
		if p.tok != '}' {
			p.fail("expected \"}\"")
			return
		}
	}
	p.next()
}

// genericArrowAhead says whether the `<` of a TSX source opens the type
// parameters of an arrow function, and not an element.
func (p *parser) genericArrowAhead() bool {
	saved := p.token
	defer func() { p.token = saved }()
	p.next()
	if p.tok != ident {
		return false
	}
	if p.is("const") && p.peek().tok == ident {
		p.next()
	}
	p.next()
	switch {
	case p.tok == ',' || p.tok == '=':
		return true
	case p.is("extends"):
		after := p.peek().tok
		return after != '=' && after != '>' && after != '/'
	}
	return false
}
