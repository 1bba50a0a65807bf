package python

import "iter"

// Imported is one module or name that a file imports: "import a.b, c" is two of them, "from a import b, c" as well.
type Imported struct {
	Stmt   Stmt   // *Import or *ImportFrom
	Dots   int    // leading dots, 0 for an absolute import
	Module Dotted // the module as it is written; empty for "from . import x"
	Name   Ident  // what is taken from the module, "*" for all of it; empty for "import a.b"
	As     Ident  // the name given to it here, or empty
	Place
}

// Local returns the name that the import binds: the one given to it, else its own, else the first part of the module.
func (i Imported) Local() string {
	switch {
	case i.As.Name != "":
		return i.As.Name
	case i.Name.Name != "" || len(i.Module.Parts) == 0:
		return i.Name.Name
	}
	return i.Module.Parts[0].Name
}

// Place says in what kind of code an import stands.
type Place struct {
	TypeChecking bool // in the body of "if TYPE_CHECKING:"
	Try          bool // in a try statement
	Function     bool // in a function, so that it runs later or never
}

// Imports yields what the file imports by import statements, in source order.
func (f *File) Imports() iter.Seq[Imported] {
	return func(yield func(Imported) bool) { importsIn(f.Body, Place{}, yield) }
}

// importsIn visits statements only, as an import is never inside an expression. It returns false to stop.
func importsIn(list []Stmt, at Place, yield func(Imported) bool) bool {
	for _, s := range list {
		switch s := s.(type) {
		case *Import:
			for _, a := range s.Names {
				if !yield(Imported{Stmt: s, Module: a.Name, As: a.As, Place: at}) {
					return false
				}
			}
		case *ImportFrom:
			for _, a := range s.Names {
				if !yield(Imported{s, s.Dots, s.Module, a.Name.Parts[0], a.As, at}) {
					return false
				}
			}
		default:
			ok := true
			bodies(s, func(body []Stmt, branch int) {
				ok = ok && importsIn(body, at.inside(s, branch), yield)
			})
			if !ok {
				return false
			}
		}
	}
	return true
}

// inside returns the place of the branch-th body of s.
func (at Place) inside(s Stmt, branch int) Place {
	switch s := s.(type) {
	case *If:
		if branch < len(s.Branches) {
			switch DottedName(s.Branches[branch].Test) {
			case "TYPE_CHECKING", "typing.TYPE_CHECKING", "t.TYPE_CHECKING", "typing_extensions.TYPE_CHECKING":
				at.TypeChecking = true
			}
		}
	case *Try:
		at.Try = true
	case *FunctionDef:
		at.Function = true
	}
	return at
}

// bodies calls f for each list of statements inside s, in source order, with its number.
func bodies(s Stmt, f func(body []Stmt, branch int)) {
	switch s := s.(type) {
	case *FunctionDef:
		f(s.Body, 0)
	case *ClassDef:
		f(s.Body, 0)
	case *If:
		for i, b := range s.Branches {
			f(b.Body, i)
		}
		f(s.Else, len(s.Branches))
	case *While:
		f(s.Body, 0)
		f(s.Else, 1)
	case *For:
		f(s.Body, 0)
		f(s.Else, 1)
	case *With:
		f(s.Body, 0)
	case *Try:
		f(s.Body, 0)
		for i, h := range s.Handlers {
			f(h.Body, 1+i)
		}
		f(s.Else, 1+len(s.Handlers))
		f(s.Finally, 2+len(s.Handlers))
	case *Match:
		for i, c := range s.Cases {
			f(c.Body, i)
		}
	}
}
