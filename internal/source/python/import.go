package python

// importNames reads "import a.b as c, d".
func (p *parser) importNames() Stmt {
	start := p.tok.start
	p.next()
	var names []Alias
	for {
		names = append(names, p.alias(p.dotted()))
		if !p.got(tComma) {
			break
		}
	}
	return &Import{p.since(start), names}
}

func (p *parser) dotted() Dotted {
	start := p.tok.start
	parts := []Ident{p.ident()}
	for p.got(tDot) {
		parts = append(parts, p.ident())
	}
	return Dotted{p.since(start), parts}
}

func (p *parser) alias(name Dotted) Alias {
	a := Alias{Name: name}
	if p.got(kwAs) {
		a.As = p.ident()
	}
	return a
}

// importFrom reads "from ..a.b import (c as d, e)".
func (p *parser) importFrom() Stmt {
	s := &ImportFrom{}
	start := p.tok.start
	p.next()
	for p.tok.kind == tDot || p.tok.kind == tEllipsis {
		s.Dots += p.tok.end - p.tok.start
		p.next()
	}
	if s.Dots == 0 || p.tok.kind == tName {
		s.Module = p.dotted()
	}
	p.expect(kwImport, "'import'")
	switch {
	case p.tok.kind == tStar:
		star := Ident{Span{p.tok.start, p.tok.end}, "*"}
		s.Names = []Alias{{Name: Dotted{star.Span, []Ident{star}}}}
		p.next()
	case p.got(tLparen):
		s.Names = p.importedNames(tRparen)
		p.expect(tRparen, "')'")
	default:
		s.Names = p.importedNames(tNewline)
	}
	s.Span = p.since(start)
	return s
}

func (p *parser) importedNames(end kind) []Alias {
	var names []Alias
	for {
		id := p.ident()
		if p.failed {
			return names
		}
		names = append(names, p.alias(Dotted{id.Span, []Ident{id}}))
		if !p.got(tComma) || p.tok.kind == end {
			return names
		}
	}
}
