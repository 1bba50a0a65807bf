package ecmascript

import "strings"

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

// object reads an object literal, which may turn out to be a pattern.
func (p *parser) object() Expr {
	start := p.start
	p.next()
	inTrue := p.inTrue
	p.inTrue = false
	o := &Object{}
	for p.tok != '}' && p.tok != eof {
		at := p.start
		o.Props = append(o.Props, p.property())
		if p.tok == '}' {
			break
		}
		if !p.eat(',') {
			p.fail("expected \",\"")
			if p.start == at || p.tok == ';' || p.tok == ')' || p.tok == ']' {
				break
			}
		}
	}
	p.inTrue = inTrue
	p.expect('}')
	o.Span = p.since(start)
	return o
}

func (p *parser) property() Prop {
	start := p.start
	if p.tok == ellipsis {
		p.next()
		x := p.assignment()
		return Prop{Span: p.since(start), Kind: Rest, Value: x}
	}
	var async, gen, accessor bool
	for p.tok == ident {
		if !p.is("async") && !p.is("get") && !p.is("set") {
			break
		}
		after := p.peek()
		if after.tok != ident && after.tok != str && after.tok != number && after.tok != '[' && after.tok != private && !(after.tok == '*' && p.is("async")) {
			break
		}
		async, accessor = async || p.is("async"), accessor || !p.is("async")
		p.next()
	}
	if p.tok == '*' {
		p.next()
		gen = true
	}
	prop := Prop{Kind: Pair}
	name := p.tok
	prop.Key, prop.KeySpan = p.propertyName(&prop.Kind)
	switch {
	case p.tok == '(' || p.tok == '<':
		prop.Kind = Method
		prop.Value = p.functionRest(start, prop.Key, async, gen)
	case p.tok == ':' && !accessor:
		p.next()
		prop.Value = p.assignment()
	case name == ident && prop.Kind == Pair:
		prop.Kind = Shorthand
		id := &Ident{prop.KeySpan, prop.Key}
		prop.Value = id
		if p.tok == '!' && p.typescript() {
			p.next()
		}
		if p.tok == '=' {
			p.next()
			prop.Value = p.assign(start, "=", id)
		}
		if prop.Key == "undefined" {
			prop.Value = &Literal{prop.KeySpan, prop.Key}
		}
	default:
		p.fail("expected \":\"")
		prop.Value = &Opaque{p.since(start)}
	}
	prop.Span = p.since(start)
	return prop
}

// propertyName reads the name of a property or class member.
func (p *parser) propertyName(k *PropKind) (name string, at Span) {
	at = p.span()
	switch p.tok {
	case ident, private:
		name = p.text()
	case number:
		name = propertyNumber(p.text())
	case str:
		name = p.string().Value
	case '[':
		*k = Computed
		p.next()
		at.Start = p.start
		if s, ok := p.expression().(*String); ok {
			name = s.Value
		}
		if p.eat(':') { // an index signature of a class
			p.typ()
		}
		at = p.since(at.Start)
		p.expect(']')
		return name, at
	default:
		p.fail("expected a name")
		switch p.tok {
		case '}', ')', ']', ',', ';', eof:
		default:
			p.next()
		}
		return "", at
	}
	p.next()
	return name, at
}

// propertyNumber returns the key that a plain numeric name stands for.
func propertyNumber(text string) string {
	if strings.Trim(text, "0123456789") == "" && (len(text) == 1 || text[0] != '0') {
		return text
	}
	return formatNumber(numberValue(text))
}
