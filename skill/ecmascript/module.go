package ecmascript

import (
	"cmp"
	"slices"
)

// An ImportKind says how a module is named.
type ImportKind uint8

const (
	Static     ImportKind = iota // import … from "x", import "x"
	ExportFrom                   // export … from "x"
	Equals                       // import x = require("x")
	Require                      // require("x")
	Dynamic                      // import("x")
	TypeImport                   // import("x").T, as a type
)

// An Import is a place that names another module by a literal.
type Import struct {
	Span
	Kind     ImportKind
	TypeOnly bool // erased by the compiler: `import type`, `export type`, TypeImport
	Source   *String
	Names    []ImportName // empty for `import "x"`; of a call, where they are seen
	call     *Call
}

// An ImportName is a name that is imported or re-exported. Name is "default"
// for a default import and "*" for all; Local is the name in this file (for a
// re-export the name it is exported as), empty when there is none.
type ImportName struct {
	Name, Local         string
	NameSpan, LocalSpan Span
	TypeOnly            bool
}

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

func (p *parser) importDeclaration(start int) {
	p.next()
	imp := &Import{Kind: Static}
	if p.tok == str {
		p.from(start, imp)
		return
	}
	switch {
	case p.is("type"):
		imp.TypeOnly = p.typeOnlyImport()
	case p.is("defer") && p.peek().tok == '*', p.is("source") && p.peek().tok == ident && p.word(p.peek()) != "from":
		p.next()
	}
	if p.tok == ident {
		name := &Ident{p.span(), p.text()}
		p.bind(name, Imported, nil)
		p.next()
		if p.eat('=') {
			p.importEquals(start, imp, name)
			return
		}
		imp.Names = append(imp.Names, ImportName{Name: "default", Local: name.Name, NameSpan: name.Span, LocalSpan: name.Span})
		p.eat(',')
	}
	switch p.tok {
	case '*':
		all := p.span()
		p.next()
		p.eatWord("as")
		imp.Names = append(imp.Names, ImportName{Name: "*", Local: p.text(), NameSpan: all, LocalSpan: p.span()})
		p.bind(p.bindingTarget(), Imported, nil)
	case '{':
		names := p.specifiers()
		for _, n := range names {
			p.bind(&Ident{n.LocalSpan, n.Local}, Imported, nil)
		}
		imp.Names = append(imp.Names, names...)
	}
	if !p.eatWord("from") {
		p.fail("expected \"from\"")
	}
	p.from(start, imp)
}

// typeOnlyImport passes the word `type` of `import type`, unless it is the
// name that is imported.
func (p *parser) typeOnlyImport() bool {
	after := p.peek()
	switch after.tok {
	case '{', '*':
		p.next()
		return true
	case ident:
		saved := p.token
		p.next()
		if p.is("from") {
			if after := p.peek(); after.tok == str {
				p.token = saved
				return false
			}
		}
		return true
	}
	return false
}

func (p *parser) importEquals(start int, imp *Import, name *Ident) {
	if !p.is("require") || p.peek().tok != '(' {
		p.typ()
		p.semicolon()
		return
	}
	p.next()
	p.next()
	if p.tok == str {
		imp.Kind, imp.Source = Equals, p.string()
		imp.Names = []ImportName{{Name: "*", Local: name.Name, NameSpan: name.Span, LocalSpan: name.Span}}
		p.file.Imports = append(p.file.Imports, imp)
		p.next()
	}
	p.expect(')')
	imp.Span = p.since(start)
	p.semicolon()
}

// from reads the module specifier that ends a declaration.
func (p *parser) from(start int, imp *Import) {
	if p.tok != str {
		p.fail("expected a module specifier")
		return
	}
	imp.Source = p.string()
	p.next()
	if p.is("with") || p.is("assert") && !p.newline {
		if p.peek().tok == '{' {
			p.next()
			p.object()
		}
	}
	imp.Span = p.since(start)
	p.file.Imports = append(p.file.Imports, imp)
	p.semicolon()
}

// specifiers reads `{ a, b as c, type d, "e" as f }`.
func (p *parser) specifiers() (names []ImportName) {
	p.next()
	for p.tok != '}' && p.tok != eof {
		var words [4]string
		var spans [4]Span
		n := 0
		for ; n < 4 && (p.tok == ident || p.tok == str); n++ {
			words[n], spans[n] = p.text(), p.span()
			if p.tok == str {
				words[n] = p.string().Value
			}
			p.next()
		}
		name := ImportName{}
		first, last := 0, max(n-1, 0)
		if n == 2 || n == 4 {
			first, name.TypeOnly = 1, true
		}
		name.Name, name.NameSpan = words[first], spans[first]
		name.Local, name.LocalSpan = words[last], spans[last]
		if n > 0 {
			names = append(names, name)
		}
		if p.tok != '}' && !p.eat(',') {
			p.fail("expected \",\"")
			return names
		}
	}
	p.expect('}')
	return names
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

// sort puts in order what is noted only when it is complete.
func (f *File) sort() {
	slices.SortStableFunc(f.Imports, func(a, b *Import) int { return cmp.Compare(a.Source.Start, b.Source.Start) })
	slices.SortStableFunc(f.Exports, func(a, b *Export) int { return cmp.Compare(a.NameSpan.Start, b.NameSpan.Start) })
}
