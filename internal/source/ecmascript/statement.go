package ecmascript

// module reads the whole file.
func (p *parser) module() {
	p.async = true // `await` at the top level
	p.statements(eof)
	p.file.sort()
}

// statements reads up to the closing token.
func (p *parser) statements(end kind) {
	for p.tok != end && p.tok != eof {
		at := p.start
		p.statement()
		if p.start == at && p.tok != eof {
			p.fail("expected a statement")
			p.next()
		}
	}
}

// block reads `{ … }` with a scope of its own.
func (p *parser) block() {
	if !p.enter() {
		return
	}
	defer p.leave()
	start := p.start
	if !p.expect('{') {
		return
	}
	closeScope := p.openScope(start, false)
	p.statements('}')
	p.expect('}')
	closeScope()
}

// semicolon reads the end of a statement, written or implied.
func (p *parser) semicolon() {
	if !p.eat(';') && p.tok != '}' && p.tok != eof && !p.newline {
		p.fail("expected \";\"")
	}
}

func (p *parser) condition() {
	p.expect('(')
	p.expression()
	p.expect(')')
}

func (p *parser) statement() {
	if !p.enter() {
		return
	}
	defer p.leave()
	switch p.tok {
	case '{':
		p.block()
	case ';':
		p.next()
	case '@':
		p.decorators()
		p.statement()
	case ident:
		if !p.keywordStatement() {
			p.expressionStatement()
		}
	default:
		p.expressionStatement()
	}
}

func (p *parser) expressionStatement() {
	e := p.expression()
	if id, ok := e.(*Ident); ok && p.tok == ':' && id.End == p.prevEnd {
		p.next()
		p.statement()
		return
	}
	if c, ok := e.(*Call); ok {
		c.Stmt = true
	}
	p.semicolon()
}

// keywordStatement reads a statement that begins with a keyword. It reads
// nothing and returns false if the current word is an ordinary name.
func (p *parser) keywordStatement() bool {
	start := p.start
	switch word := p.src[p.start:p.end]; word {
	case "if":
		for p.eatWord("if") {
			p.condition()
			p.statement()
			if !p.eatWord("else") {
				break
			}
			if !p.is("if") {
				p.statement()
				break
			}
		}
	case "for":
		p.forStatement()
	case "while", "with":
		p.next()
		p.condition()
		p.statement()
	case "do":
		p.next()
		p.statement()
		if !p.eatWord("while") {
			p.fail("expected \"while\"")
		}
		p.condition()
		p.eat(';')
	case "switch":
		p.switchStatement()
	case "try":
		p.tryStatement()
	case "return", "throw":
		p.next()
		if !p.newline && p.tok != ';' && p.tok != '}' && p.tok != eof {
			if value := p.expression(); word == "return" && p.returns != nil {
				*p.returns = append(*p.returns, value)
			}
		}
		p.semicolon()
	case "break", "continue", "debugger":
		if p.next(); p.tok == ident && !p.newline {
			p.next()
		}
		p.semicolon()
	case "function":
		p.functionDeclaration(start, false)
	case "async":
		after := p.peek()
		if p.word(after) != "function" || after.newline {
			return false
		}
		p.next()
		p.functionDeclaration(start, true)
	case "class":
		if name := p.class(); name != nil {
			p.bind(name, Class, nil)
		}
	case "var", "const", "let", "using", "await":
		return p.variableStatement(word)
	case "import":
		if after := p.peek().tok; after == '(' || after == '.' {
			return false
		}
		p.importDeclaration(start)
	case "export":
		p.exportDeclaration()
	case "type", "interface", "enum", "namespace", "module", "declare", "abstract", "global":
		return p.typeStatement(word)
	default:
		return false
	}
	return true
}

func (p *parser) forStatement() {
	closeScope := p.openScope(p.start, false)
	defer closeScope()
	p.next()
	p.eatWord("await")
	p.expect('(')
	start := p.start
	switch {
	case p.tok == ';':
	case p.is("var"), p.is("const"), p.is("let") && p.peek().tok != ';' && p.peek().tok != '=' && p.peek().tok != '.',
		p.is("using") && p.peek().tok == ident && p.word(p.peek()) != "of",
		p.is("await") && p.word(p.peek()) == "using":
		p.eatWord("await")
		word, kind := p.text(), Const
		switch word {
		case "var":
			kind = Var
		case "let":
			kind = Let
		}
		p.next()
		p.declarations(word, kind)
	default:
		if e := p.expression(); p.is("of") || p.is("in") {
			p.file.Assigns = append(p.file.Assigns, &Assign{Span: p.since(start), Op: p.text(), Target: e})
		}
	}
	if p.is("of") || p.is("in") {
		p.next()
		p.expression()
	} else if p.tok != ')' { // for (x in y) was read as an expression
		p.expect(';')
		if p.tok != ';' {
			p.expression()
		}
		p.expect(';')
		if p.tok != ')' {
			p.expression()
		}
	}
	p.expect(')')
	p.statement()
}

func (p *parser) switchStatement() {
	p.next()
	p.condition()
	closeScope := p.openScope(p.start, false)
	defer closeScope()
	p.expect('{')
	for p.tok != '}' && p.tok != eof {
		at := p.start
		switch {
		case p.is("case"):
			p.next()
			p.expression()
			p.expect(':')
		case p.is("default"):
			p.next()
			p.expect(':')
		default:
			p.statement()
		}
		if p.start == at {
			p.fail("expected \"case\"")
			p.next()
		}
	}
	p.expect('}')
}

func (p *parser) tryStatement() {
	p.next()
	p.tries++
	p.block()
	p.tries--
	if p.is("catch") {
		closeScope := p.openScope(p.start, false)
		p.next()
		if p.eat('(') {
			target := p.bindingTarget()
			if p.eat(':') {
				p.typ()
			}
			p.bind(target, Param, nil)
			p.expect(')')
		}
		p.block()
		closeScope()
	}
	if p.eatWord("finally") {
		p.block()
	}
}
