package python

import (
	"slices"
	"sort"
)

// scope is where a name is looked up: a module, function, class, lambda or comprehension.
type scope struct {
	Span             // where its names are visible
	outer   *scope   // nil for the module
	inner   []*scope // in source order
	class   bool     // its names are not visible in inner scopes
	names   map[string]*binding
	star    int             // offset of its last "from x import *", -1 without one
	foreign map[string]bool // names that global or nonlocal declare
}

// binding is what a scope knows of one of its names.
type binding struct {
	count   int  // how often it is bound or deleted
	imports int  // how often of these by an import of a module
	value   Expr // of its one plain assignment, else nil
	at      int  // offset of that assignment
	changed bool // its value is changed in place: x["k"] = v, x.append(y)
}

// Const returns the expression that a module-level name stands for, if the file binds it exactly once, by an
// assignment, and never changes its value in place; a later "from x import *" makes it unsure. What other files do to
// the name is not known.
func (f *File) Const(name string) (Expr, bool) {
	return f.scopes().value(name)
}

// Binds tells whether the module may have this name: by an assignment, a definition, an import, "global" in a function,
// or because of a "from x import *".
func (f *File) Binds(name string) bool {
	s := f.scopes()
	b := s.names[name]
	return b != nil && b.count > 0 || s.star >= 0
}

// Resolve does what Const does for a name in the scope where it stands, so that a local constant or one of an enclosing
// function is found, and a parameter that hides a module's constant is none.
func (f *File) Resolve(n *Name) (Expr, bool) {
	s := f.ownerOf(n)
	if s == nil {
		return nil, false
	}
	return s.value(n.ID)
}

// IsImport tells whether a name stands for what import statements bind it to, and for nothing else.
func (f *File) IsImport(n *Name) bool {
	s := f.ownerOf(n)
	if s == nil {
		return false
	}
	b := s.names[n.ID]
	return b.imports > 0 && b.imports == b.count && s.star <= b.at
}

// ownerOf returns the scope that binds a name where it stands, or nil.
func (f *File) ownerOf(n *Name) *scope {
	s := f.scopes()
	for {
		i := sort.Search(len(s.inner), func(i int) bool { return s.inner[i].End > n.Start })
		if i == len(s.inner) || s.inner[i].Start > n.Start {
			break
		}
		s = s.inner[i]
	}
	return s.owner(n.ID)
}

// owner returns the scope that binds a name that is used in s, or nil.
func (s *scope) owner(name string) *scope {
	if s.foreign[name] {
		return nil
	}
	for at := s; at != nil; at = at.outer {
		if at.names[name] != nil && (at == s || !at.class) {
			return at
		}
	}
	return nil
}

func (s *scope) value(name string) (Expr, bool) {
	b := s.names[name]
	if b == nil || b.count != 1 || b.value == nil || b.changed || s.star > b.at {
		return nil, false
	}
	return b.value, true
}

// scopes builds the scopes of the file when they are first asked for.
func (f *File) scopes() *scope {
	f.once.Do(func() {
		b := &binder{scope: newScope(nil, f.Span)}
		f.module = b.scope
		b.stmts(f.Body)
		for _, c := range b.changes {
			if owner := c.scope.owner(c.name); owner != nil {
				owner.names[c.name].changed = true
			}
		}
		for _, r := range b.rebound {
			if f.module.names[r.name] == nil {
				f.module.names[r.name] = &binding{}
			}
			for at := r.scope; at != nil; at = at.outer {
				if b := at.names[r.name]; b != nil {
					b.count++
				}
			}
		}
	})
	return f.module
}

func newScope(outer *scope, span Span) *scope {
	s := &scope{Span: span, outer: outer, names: map[string]*binding{}, star: -1}
	if outer != nil {
		outer.inner = append(outer.inner, s)
	}
	return s
}

// binder fills the scopes. What depends on scopes that are not complete yet waits in two lists.
type binder struct {
	scope   *scope
	changes []use // values changed in place
	rebound []use // bound through global or nonlocal
}

type use struct {
	scope *scope
	name  string
}

// in runs f in a new scope.
func (b *binder) in(span Span, class bool, f func()) {
	outer := b.scope
	b.scope = newScope(outer, span)
	b.scope.class = class
	f()
	b.scope = outer
}

// bind notes that the scope gives name a value; value is nil when it is not one expression.
func (b *binder) bind(name string, value Expr, at int) {
	if name == "" {
		return
	}
	if b.scope.foreign[name] {
		b.rebound = append(b.rebound, use{b.scope.outer, name})
		return
	}
	n := b.scope.names[name]
	if n == nil {
		n = &binding{}
		b.scope.names[name] = n
	}
	n.count++
	n.value, n.at = value, at
}

func (b *binder) ident(id Ident) { b.bind(id.Name, nil, id.Start) }

// imported binds a name by an import.
func (b *binder) imported(id Ident) {
	b.ident(id)
	if n := b.scope.names[id.Name]; n != nil {
		n.imports++
	}
}

// target binds what is assigned to, without walking into it; value is nil when it is not known which part of it goes
// there.
func (b *binder) target(e, value Expr) {
	switch e := e.(type) {
	case *Name:
		b.bind(e.ID, value, e.Start)
	case *Tuple:
		for _, elem := range e.Elems {
			b.target(elem, nil)
		}
	case *List:
		for _, elem := range e.Elems {
			b.target(elem, nil)
		}
	case *Starred:
		b.target(e.X, nil)
	default:
		b.change(e)
	}
}

// change notes that the value behind x in x["k"] or x.y.z is changed.
func (b *binder) change(e Expr) {
	for {
		switch x := e.(type) {
		case *Name:
			b.changes = append(b.changes, use{b.scope, x.ID})
			return
		case *Subscript:
			e = x.X
		case *Attribute:
			e = x.X
		default:
			return
		}
	}
}

// Bound returns the names of the module that Binds tells, sorted, and whether
// there may be others, because of a "from x import *".
func (f *File) Bound() (names []string, more bool) {
	s := f.scopes()
	for name, b := range s.names {
		if b.count > 0 {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, s.star >= 0
}
