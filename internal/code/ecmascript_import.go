package code

import (
	"strings"

	es "github.com/skilllint/skilllint/internal/source/ecmascript"
)

// imports reads what names another module by a literal.
func (e *esExtractor) imports() {
	whole := map[string][]wholeImport{} // by the name that it is bound to
	for _, imp := range e.file.Imports {
		fact := Import{Name: e.name(imp.Source.Value, imp.Source.Start, imp.Source.End)}
		for _, n := range imp.Names {
			at := n.NameSpan
			if n.Name == "default" && n.Local != "" {
				at = n.LocalSpan
			}
			name := Imported{Name: e.name(n.Name, at.Start, at.End), Local: strings.Clone(n.Local)}
			if n.Name == "*" && n.Local != "" {
				whole[n.Local] = append(whole[n.Local], wholeImport{len(e.out.Imports), len(fact.Names), imp.Span})
			}
			fact.Names = append(fact.Names, name)
		}
		e.out.Imports = append(e.out.Imports, fact)
	}
	if len(whole) > 0 {
		e.membersOf(whole)
	}
}

// A wholeImport is a module that is imported as a whole, by a statement or a
// call: its place in Imports and in its Names.
type wholeImport struct {
	fact, name int
	at         es.Span
}

// membersOf notes what is taken of modules that were imported as a whole, each
// member once.
func (e *esExtractor) membersOf(whole map[string][]wholeImport) {
	type member struct{ local, name string }
	noted := map[member]bool{}
	for _, m := range e.file.Members {
		for inner, ok := m, true; ok; inner, ok = inner.X.(*es.Member) {
			root, isName := inner.X.(*es.Ident)
			if !isName || whole[root.Name] == nil || inner.Name == "" || noted[member{root.Name, inner.Name}] {
				continue
			}
			b, bound := e.file.Binding(root.Name, root.Start)
			for _, w := range whole[root.Name] {
				if bound && (b.Kind == es.Imported || b.Init != nil && b.Init.Range() == w.at) {
					noted[member{root.Name, inner.Name}] = true
					of := &e.out.Imports[w.fact].Names[w.name]
					of.Members = append(of.Members, e.name(inner.Name, inner.NameSpan.Start, inner.NameSpan.End))
				}
			}
		}
	}
}

// exports reads what the module gives to others, and where it has it from.
func (e *esExtractor) exports() {
	for _, ex := range e.file.Exports {
		fact := Export{Name: e.name(ex.Name, ex.NameSpan.Start, ex.NameSpan.End), Type: ex.TypeOnly}
		switch {
		case ex.Name == "=":
			e.out.Open = e.out.Open || spreads(ex)
		case ex.From != nil:
			fact.Name = e.name(ex.Name, ex.From.Start, ex.From.End)
			fact.From, fact.Origin = strings.Clone(ex.From.Value), strings.Clone(ex.Local)
		case ex.Local != "":
			fact.From, fact.Origin = e.importOf(ex.Local)
		}
		e.out.Exports = append(e.out.Exports, fact)
	}
}

// importOf returns where a local name is imported from, and its name there.
func (e *esExtractor) importOf(local string) (specifier, name string) {
	for _, imp := range e.file.Imports {
		for _, n := range imp.Names {
			if n.Local == local && imp.Kind != es.ExportFrom {
				return strings.Clone(imp.Source.Value), strings.Clone(n.Name)
			}
		}
	}
	return "", ""
}

// spreads reports whether module.exports is a value whose members are not all
// written there.
func spreads(whole *es.Export) bool {
	object, ok := whole.Value.(*es.Object)
	if !ok {
		return true
	}
	for _, prop := range object.Props {
		if prop.Key == "" {
			return true
		}
	}
	return false
}
