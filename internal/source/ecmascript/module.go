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

// sort puts in order what is noted only when it is complete.
func (f *File) sort() {
	slices.SortStableFunc(f.Imports, func(a, b *Import) int { return cmp.Compare(a.Source.Start, b.Source.Start) })
	slices.SortStableFunc(f.Exports, func(a, b *Export) int { return cmp.Compare(a.NameSpan.Start, b.NameSpan.Start) })
}
