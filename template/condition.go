package template

import "strings"

// maxDepth bounds parentheses and "not" in conditions, and the nesting of schemas and values.
const maxDepth = 64

// ParseCondition reads the condition of a pipeline's step: templates, bare paths
// and literals, compared (== != < <= > >=) and joined (and, or, not, parentheses). A
// template may also hold the whole condition, or any part of it: {{ input.n > 2 }}.
func ParseCondition(src string) *Condition {
	p := parser{src: src}
	c := &Condition{Source: src}
	tok := p.next()
	if tok.kind == tokenEnd {
		p.fail(Span{0, len(src)}, "condition is empty: expected a path such as input.topic")
	} else if x := p.or(tok, -1); x != nil {
		if tok = p.next(); tok.kind == tokenEnd {
			c.Expr = x
		} else {
			p.unexpected(tok, -1, `a comparison, "and" or "or" in the condition`)
		}
	} else if p.resume < 0 {
		p.unexpected(token{tokenEnd, Span{len(src), len(src)}}, -1, "a value")
	}
	c.Problems = p.problems
	return c
}

// The functions below take the first token of what they parse, and the place of the
// template's braces around it, or -1. They return nil as pipe does.

func (p *parser) or(tok token, open int) Expr  { return p.logic(tok, open, "or", p.and) }
func (p *parser) and(tok token, open int) Expr { return p.logic(tok, open, "and", p.not) }

func (p *parser) logic(tok token, open int, op string, term func(token, int) Expr) Expr {
	x := term(tok, open)
	if x == nil {
		return nil
	}
	var terms []Expr
	for {
		mark := p.pos
		tok := p.next()
		if tok.kind != tokenWord || p.src[tok.Start:tok.End] != op {
			p.pos = mark
			break
		}
		y := term(p.next(), open)
		if y == nil {
			return nil
		}
		if terms == nil {
			terms = append(terms, x)
		}
		terms = append(terms, y)
	}
	if terms == nil {
		return x
	}
	return &Logic{Span{x.Range().Start, terms[len(terms)-1].Range().End}, op, terms}
}

func (p *parser) not(tok token, open int) Expr {
	if tok.kind != tokenWord || p.src[tok.Start:tok.End] != "not" {
		return p.comparison(tok, open)
	}
	if !p.enter(tok) {
		return nil
	}
	defer p.leave()
	x := p.not(p.next(), open)
	if x == nil {
		return nil
	}
	return &Not{Span{tok.Start, x.Range().End}, x}
}

func (p *parser) comparison(tok token, open int) Expr {
	x := p.term(tok, open)
	if x == nil {
		return nil
	}
	mark := p.pos
	op := p.next()
	text := p.src[op.Start:op.End]
	if op.kind != tokenMark || !strings.ContainsAny(text, "=<>") {
		p.pos = mark
		return x
	}
	y := p.term(p.next(), open)
	if y == nil {
		return nil
	}
	c := &Comparison{Span: Span{x.Range().Start, y.Range().End}, Op: text}
	for _, side := range []struct {
		expr Expr
		pipe **Pipe
	}{{x, &c.X}, {y, &c.Y}} {
		pipe, ok := side.expr.(*Pipe)
		if !ok {
			p.fail(side.expr.Range(), "%q compares a condition: expected a value on both sides", text)
			return nil
		}
		*side.pipe = pipe
	}
	return c
}

// term parses a value, or a condition in parentheses or braces.
func (p *parser) term(tok token, open int) Expr {
	switch {
	case tok.kind == tokenOpen && open < 0:
		inner := p.next()
		if inner.kind == tokenClose {
			p.fail(Span{tok.Start, inner.End}, "template is empty: expected a path such as input.topic")
			return nil
		}
		x := p.or(inner, tok.Start)
		if x == nil {
			if p.resume < 0 {
				p.unclosed(tok.Start)
			}
			return nil
		}
		if end := p.next(); end.kind != tokenClose {
			p.unexpected(end, tok.Start, `a comparison, "|" or "}}"`)
			return nil
		}
		return x
	case tok.kind == tokenMark && p.src[tok.Start] == '(':
		if !p.enter(tok) {
			return nil
		}
		defer p.leave()
		x := p.or(p.next(), open)
		if x == nil {
			return nil
		}
		if end := p.next(); end.kind != tokenMark || p.src[end.Start] != ')' {
			p.unexpected(end, open, `")" after the condition`)
			return nil
		}
		return x
	case tok.kind == tokenString && strings.Contains(p.src[tok.Start:tok.End], "{{"):
		p.fail(tok.Span, "a template in quotes is plain text in a condition: write it without the quotes")
		return nil
	case tok.kind == tokenWord && reserved(p.src[tok.Start:tok.End]):
		p.unexpected(tok, open, "a value")
		return nil
	}
	if pipe := p.pipe(tok); pipe != nil {
		return pipe
	}
	return nil
}

func reserved(word string) bool { return word == "and" || word == "or" || word == "not" }

func (p *parser) enter(tok token) bool {
	if p.depth++; p.depth > maxDepth {
		p.fail(tok.Span, "condition is nested deeper than %d", maxDepth)
		return false
	}
	return true
}

func (p *parser) leave() { p.depth-- }
