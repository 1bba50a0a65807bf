package ecmascript

func (p *parser) primary() Expr {
	start := p.start
	switch p.tok {
	case ident:
		return p.nameOrKeyword()
	case str:
		s := p.string()
		p.next()
		return s
	case number:
		text := p.text()
		p.next()
		return &Number{Span{start, start + len(text)}, text, numberValue(text)}
	case '`':
		return p.template(start, nil)
	case '(':
		return p.parenthesized(-1, false)
	case '[':
		p.next()
		inTrue := p.inTrue
		p.inTrue = false
		elems := p.list(']')
		p.inTrue = inTrue
		p.expect(']')
		return &Array{p.since(start), elems}
	case '{':
		return p.object()
	case '/', assignOp:
		if p.src[p.start] != '/' {
			break
		}
		p.regexp()
		p.next()
		return &Opaque{p.since(start)}
	case private:
		p.next()
		return &Opaque{p.since(start)}
	case '@':
		p.decorators()
		p.class()
		return &Opaque{p.since(start)}
	case '<':
		if p.lang != TypeScript {
			return p.jsx()
		}
	}
	p.fail("expected an expression")
	switch p.tok {
	case ')', ']', '}', ',', ';', ':', eof:
	default:
		p.next()
	}
	return &Opaque{p.since(start)}
}

func (p *parser) nameOrKeyword() Expr {
	start := p.start
	word := p.text()
	switch word {
	case "function":
		return p.function(start, false)
	case "class":
		p.class()
		return &Opaque{p.since(start)}
	case "async":
		if after := p.peek(); p.word(after) == "function" && !after.newline {
			p.next()
			return p.function(start, true)
		}
	case "new":
		return p.newExpr()
	case "true", "false", "null", "undefined":
		p.next()
		return &Literal{p.since(start), word}
	case "import":
		if p.next(); p.tok != '(' && p.tok != '.' {
			p.fail("expected \"(\"")
		}
		return &Ident{p.since(start), word}
	case "in", "instanceof", "case", "default", "else", "catch", "finally", "extends", "const", "var", "return", "if", "for", "while", "do", "switch", "throw", "try", "break", "continue", "debugger", "with", "export", "enum":
		p.fail("expected an expression")
		p.next()
		return &Opaque{p.since(start)}
	}
	p.next()
	return &Ident{p.since(start), word}
}

// newExpr reads `new X`, `new X(…)` and `new.target`, iteratively.
func (p *parser) newExpr() Expr {
	var starts []int
	start := p.start
	for p.is("new") {
		starts = append(starts, p.start)
		p.next()
	}
	var e Expr
	if p.tok == '.' {
		p.next()
		p.next()
		e = &Opaque{p.since(starts[len(starts)-1])}
		starts = starts[:len(starts)-1]
		if len(starts) == 0 {
			return e
		}
	} else {
		start = p.start
		e = p.primary()
	}
	for i := len(starts) - 1; i >= 0; i-- {
		e = p.postfix(start, e, true)
		start = starts[i]
		c := &Call{Fun: e, New: true, Try: p.tries > 0}
		if p.tok == '(' {
			p.call(start, c)
		} else {
			p.file.Calls = append(p.file.Calls, c)
			c.Span = p.since(start)
			c.Parens = Span{c.End, c.End}
		}
		e = c
	}
	return e
}

// string returns the current token, which it does not pass.
func (p *parser) string() *String {
	inside := p.src[p.start+1 : p.end]
	if n := len(inside); n > 0 && inside[n-1] == p.src[p.start] {
		inside = inside[:n-1]
	}
	if p.escaped {
		inside = decode(inside)
	}
	return &String{p.span(), inside}
}

// template reads a template literal; the current token is its backtick.
func (p *parser) template(start int, tag Expr) Expr {
	from := p.end
	end, more := p.chunk(from)
	if !more && tag == nil {
		p.tok = '`'
		value := decode(p.src[from:end])
		p.next()
		return &String{p.since(start), value}
	}
	t := &Template{Tag: tag, Texts: []Text{{Span{from, end}, decode(p.src[from:end])}}}
	if more {
		p.file.Texts = append(p.file.Texts, t)
	}
	inTrue := p.inTrue
	p.inTrue = false
	for more {
		p.next()
		t.Exprs = append(t.Exprs, p.expression())
		if p.tok != '}' {
			p.fail("expected \"}\"")
			for p.tok != '}' && p.tok != eof {
				p.skip()
				if p.tok == ')' || p.tok == ']' {
					p.next()
				}
			}
		}
		from = p.end
		end, more = p.chunk(from)
		t.Texts = append(t.Texts, Text{Span{from, end}, decode(p.src[from:end])})
	}
	p.inTrue = inTrue
	p.next()
	t.Span = p.since(start)
	return t
}
