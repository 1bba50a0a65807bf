package ecmascript

// An Export is a name that the module exports: "default" for the default, "*"
// for all of From, "=" for `export = x` and `module.exports = x`. CommonJS
// exports count too.
type Export struct {
	Name     string
	NameSpan Span
	Local    string // the exported name of this file, or of From
	Value    Expr   // *Function, an initialiser, or nil
	TypeOnly bool
	From     *String // the module that it is re-exported from, or nil
}

// Export returns the first export of a name, or nil. A name that the file
// takes over by `export *` is not known.
func (f *File) Export(name string) *Export {
	for _, e := range f.Exports {
		if e.Name == name {
			return e
		}
	}
	return nil
}

func (p *parser) exportDeclaration() {
	start := p.start
	p.next()
	typeOnly := false
	if p.is("type") {
		if after := p.peek().tok; after == '{' || after == '*' {
			typeOnly = true
			p.next()
		}
	}
	switch {
	case p.tok == '*':
		p.exportAll(start, typeOnly)
	case p.tok == '{':
		p.exportNames(start, typeOnly)
	case p.tok == '=':
		at := p.span()
		p.next()
		p.exported(&Export{Name: "=", NameSpan: at, Value: p.expression()})
		p.semicolon()
	case p.is("default"):
		p.exportDefault()
	case p.is("as") && p.word(p.peek()) == "namespace":
		p.next()
		p.next()
		p.next()
		p.semicolon()
	default:
		p.exportStatement()
	}
}

func (p *parser) exported(e *Export) {
	if p.spaces == 0 {
		p.file.Exports = append(p.file.Exports, e)
	}
}

func (p *parser) exportAll(start int, typeOnly bool) {
	name := ImportName{Name: "*", NameSpan: p.span()}
	p.next()
	if p.eatWord("as") {
		name.Local, name.LocalSpan = p.text(), p.span()
		if p.tok == str {
			name.Local = p.string().Value
		}
		p.next()
	}
	if !p.eatWord("from") {
		p.fail("expected \"from\"")
	}
	p.reexport(start, typeOnly, []ImportName{name})
}

func (p *parser) exportNames(start int, typeOnly bool) {
	names := p.specifiers()
	if p.is("from") {
		p.next()
		p.reexport(start, typeOnly, names)
		return
	}
	for _, n := range names {
		p.exported(&Export{Name: n.Local, NameSpan: n.LocalSpan, Local: n.Name, TypeOnly: typeOnly || n.TypeOnly})
	}
	p.semicolon()
}

func (p *parser) reexport(start int, typeOnly bool, names []ImportName) {
	imp := &Import{Kind: ExportFrom, TypeOnly: typeOnly, Names: names}
	p.from(start, imp)
	for _, n := range names {
		e := &Export{Name: n.Local, NameSpan: n.LocalSpan, Local: n.Name, TypeOnly: typeOnly || n.TypeOnly, From: imp.Source}
		if n.Local == "" {
			e.Name, e.NameSpan = n.Name, n.NameSpan
		}
		p.exported(e)
	}
}

func (p *parser) exportDefault() {
	e := &Export{Name: "default", NameSpan: p.span()}
	p.next()
	p.exported(e)
	start := p.start
	after := p.peek()
	before := len(p.file.bindings)
	switch {
	case p.is("function"), p.is("async") && p.word(after) == "function" && !after.newline:
		async := p.eatWord("async")
		p.functionDeclaration(start, async)
	case p.is("class"), p.is("abstract") && p.word(after) == "class", p.tok == '@',
		p.is("interface") && after.tok == ident && !after.newline:
		p.statement()
	default:
		e.Value = p.assignment()
		if id, ok := e.Value.(*Ident); ok {
			e.Local = id.Name
		}
		p.semicolon()
		return
	}
	for _, b := range p.file.bindings[before:] {
		if b.scope == p.scope {
			e.Local, e.Value, e.TypeOnly = b.Name, b.Init, b.Kind == Type
		}
	}
}

// exportStatement reads an exported declaration: what it binds is exported.
func (p *parser) exportStatement() {
	before, scope := len(p.file.bindings), p.scope
	if p.is("import") {
		p.importDeclaration(p.start)
	} else {
		p.statement()
	}
	for _, b := range p.file.bindings[before:] {
		if b.scope == scope {
			p.exported(&Export{Name: b.Name, NameSpan: b.Span, Local: b.Name, Value: b.Init, TypeOnly: b.Kind == Type})
		}
	}
}
