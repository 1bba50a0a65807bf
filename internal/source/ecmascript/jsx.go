package ecmascript

import "strings"

// jsx reads an element or fragment; the current token is its `<`.
func (p *parser) jsx() Expr {
	start := p.start
	p.tag()
	p.next()
	return &Opaque{p.since(start)}
}

// tag reads an element up to its last `>`, which stays the current token:
// what follows is text if the element is the child of another.
func (p *parser) tag() {
	if p.depth >= maxDepth {
		p.fail("nested too deeply")
		return
	}
	p.depth++
	defer p.leave()
	p.next()
	if p.tok == '>' {
		p.children()
		return
	}
	p.jsxName()
	for p.tok == '.' || p.tok == ':' {
		p.next()
		p.jsxName()
	}
	if p.tok == '<' && p.typescript() {
		p.typeArguments()
	}
	for {
		switch p.tok {
		case ident:
			p.attribute()
		case '{':
			p.container()
			p.next()
		case '/':
			if p.next(); p.tok != '>' {
				p.fail("expected \">\"")
			}
			return
		case '>':
			p.children()
			return
		default:
			p.fail("expected \">\"")
			return
		}
	}
}

// jsxName passes a name, which may have hyphens.
func (p *parser) jsxName() {
	if p.tok != ident {
		p.fail("expected a name")
		return
	}
	for p.at(p.end) == '-' || p.end < len(p.src) && idTable[p.src[p.end]]&idPart != 0 {
		p.end++
	}
	p.next()
}

func (p *parser) attribute() {
	p.jsxName()
	if p.tok == ':' {
		p.next()
		p.jsxName()
	}
	if p.tok != '=' {
		return
	}
	i := p.trivia(p.end)
	if c := p.at(i); c == '"' || c == '\'' {
		n := strings.IndexByte(p.src[i+1:], c)
		if n < 0 {
			p.failAt(i, "the attribute is never closed")
			n = len(p.src) - i - 2
		}
		p.tok, p.start, p.end = str, i, i+n+2
		p.next()
		return
	}
	switch p.next(); p.tok {
	case '{':
		p.container()
		p.next()
	case '<':
		p.tag()
		p.next()
	default:
		p.fail("expected an attribute's value")
	}
}

// container reads `{expression}` up to its brace, which stays the current
// token.
func (p *parser) container() {
	p.next()
	if p.eat(ellipsis); p.tok != '}' {
		p.expression()
	}
	if p.tok != '}' {
		p.fail("expected \"}\"")
		for p.tok != '}' && p.tok != eof {
			if p.tok == ')' || p.tok == ']' {
				p.next()
				continue
			}
			p.skip()
		}
	}
}

// children reads from behind the current `>` up to the closing tag.
func (p *parser) children() {
	for i := p.end; ; i = p.end {
		n := strings.IndexAny(p.src[i:], "<{")
		if n < 0 {
			p.failAt(i, "the element is never closed")
			p.tok, p.start, p.end = eof, len(p.src), len(p.src)
			return
		}
		p.end = i + n
		if p.next(); p.tok == '{' {
			p.container()
			continue
		}
		if p.peek().tok != '/' {
			p.tag()
			continue
		}
		p.next()
		for p.next(); p.tok == ident || p.tok == '.' || p.tok == ':'; {
			if p.tok == ident {
				p.jsxName()
			} else {
				p.next()
			}
		}
		if p.tok != '>' {
			p.fail("expected \">\"")
		}
		return
	}
}
