package ecmascript

// importCall notes the import that a call of `require` or `import` is.
func (p *parser) importCall(c *Call) {
	id, ok := c.Fun.(*Ident)
	if !ok || len(c.Args) == 0 || c.New || id.Name != "require" && id.Name != "import" {
		return
	}
	s, ok := c.Args[0].(*String)
	if !ok {
		return
	}
	imp := &Import{Span: c.Span, Kind: Require, Source: s, call: c}
	if id.Name == "import" {
		imp.Kind = Dynamic
	}
	p.file.Imports = append(p.file.Imports, imp)
}

// importType reads `import("x")` where a type stands.
func (p *parser) importType() {
	start := p.start
	p.next()
	if !p.expect('(') {
		return
	}
	imp := &Import{Kind: TypeImport, TypeOnly: true}
	if p.tok == str {
		imp.Source = p.string()
		p.file.Imports = append(p.file.Imports, imp)
	}
	p.typ()
	if p.eat(',') && p.tok != ')' {
		p.assignment()
	}
	p.expect(')')
	imp.Span = p.since(start)
	if p.tok == '.' {
		if after := p.peek(); after.tok == ident {
			imp.Names = []ImportName{{Name: p.word(after), NameSpan: Span{after.start, after.end}, TypeOnly: true}}
		}
	}
}

// importNames completes the import in `const … = require("x")` and `const … =
// await import("x")` by the names that its target takes.
func (p *parser) importNames(target, value Expr) {
	var member *Member
	if m, ok := value.(*Member); ok {
		member, value = m, m.X
	}
	c, ok := value.(*Call)
	n := len(p.file.Imports)
	if !ok || n == 0 || p.file.Imports[n-1].call != c {
		return
	}
	imp := p.file.Imports[n-1]
	id, isIdent := target.(*Ident)
	if member != nil {
		if member.Name == "" {
			return
		}
		name := ImportName{Name: member.Name, NameSpan: member.NameSpan}
		if isIdent {
			name.Local, name.LocalSpan = id.Name, id.Span
		}
		imp.Names = []ImportName{name}
		return
	}
	if isIdent {
		imp.Names = []ImportName{{Name: "*", Local: id.Name, NameSpan: id.Span, LocalSpan: id.Span}}
		return
	}
	pattern, ok := target.(*Object)
	if !ok {
		return
	}
	for _, prop := range pattern.Props {
		value := prop.Value
		if a, ok := value.(*Assign); ok {
			value = a.Target
		}
		name := ImportName{Name: prop.Key, NameSpan: prop.KeySpan}
		if prop.Kind == Rest {
			name = ImportName{Name: "*", NameSpan: prop.Span}
		}
		if id, ok := value.(*Ident); ok {
			name.Local, name.LocalSpan = id.Name, id.Span
		}
		imp.Names = append(imp.Names, name)
	}
}
