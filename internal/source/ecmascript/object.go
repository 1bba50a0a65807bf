package ecmascript

import "strings"

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
