package ecmascript

// objectType reads `{ … }` of an interface or a type, mapped types included.
func (p *parser) objectType() {
	if !p.expect('{') {
		return
	}
	for p.tok != '}' && p.tok != eof {
		at := p.start
		p.typeMember()
		switch {
		case p.tok == ',' || p.tok == ';':
			p.next()
		case p.tok == '}' || p.newline:
		case p.tok == '|': // Flow's exact object
			p.next()
		default:
			p.fail("expected \";\"")
		}
		if p.start == at && p.tok != eof {
			p.fail("expected a member")
			p.next()
		}
	}
	p.expect('}')
}

func (p *parser) typeMember() {
	if p.tok == '+' || p.tok == '-' || p.tok == '|' {
		p.next()
	}
	if p.eat(ellipsis) {
		if p.tok != '}' && p.tok != ',' {
			p.typ()
		}
		return
	}
	for p.is("readonly") || p.is("get") || p.is("set") || p.is("static") {
		after := p.peek()
		if after.tok != ident && after.tok != str && after.tok != number && after.tok != '[' && after.tok != private {
			break
		}
		p.next()
	}
	if p.is("new") {
		if after := p.peek().tok; after == '(' || after == '<' {
			p.next()
		}
	}
	switch p.tok {
	case '(', '<':
		p.signature()
		return
	case '[':
		p.next()
		if after := p.peek(); p.tok == ident && (p.word(after) == "in" || after.tok == ':') {
			p.next()
			p.next()
			p.typ()
			if p.eatWord("as") {
				p.typ()
			}
		} else {
			members := len(p.file.Members)
			p.expression() // a name such as Symbol.iterator
			p.file.Members = p.file.Members[:members]
		}
		p.expect(']')
	case ident, str, number, private:
		p.next()
	case '-':
		p.next()
		p.next()
	default:
		p.fail("expected a member")
		return
	}
	if p.tok == '+' || p.tok == '-' {
		p.next()
	}
	if p.tok == '?' || p.tok == '!' {
		p.next()
	}
	switch p.tok {
	case '(', '<':
		p.signature()
	case ':':
		p.next()
		p.typ()
	case '=': // a default, of a pattern
		p.next()
		p.assignment()
	}
}
