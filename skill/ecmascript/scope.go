package ecmascript

// A BindingKind says what a name is bound by.
type BindingKind uint8

const (
	Const BindingKind = iota
	Let
	Var
	Param // of a function or a catch clause
	Func
	Class
	Enum
	Namespace
	Imported
	Type // an interface or a type alias: no value
)

// A Binding is a name that is bound. Init is what it is worth for certain: the
// initialiser of a variable that nothing in its scope writes to (an object or
// array that nothing changes through the name), the object that an enum is, or
// the *Function; else nil.
type Binding struct {
	Span
	Name  string
	Kind  BindingKind
	Init  Expr
	scope int
}

type scope struct {
	Span
	parent   int
	function bool
}

// maxSearch bounds a look-up: a name that is bound or written more often is
// not followed.
const maxSearch = 1000

// openScope opens a scope; the function it returns closes it.
func (p *parser) openScope(start int, function bool) (closeScope func()) {
	outer := p.scope
	p.scope = len(p.file.scopes)
	p.file.scopes = append(p.file.scopes, scope{Span{start, len(p.src) + 1}, outer, function})
	return func() {
		p.file.scopes[p.scope].End = p.prevEnd
		p.scope = outer
	}
}

// bind binds a name, or the names of a pattern, in the current scope.
func (p *parser) bind(target Expr, kind BindingKind, init Expr) {
	switch t := target.(type) {
	case *Ident:
		at := p.scope
		for kind == Var && !p.file.scopes[at].function {
			at = p.file.scopes[at].parent
		}
		p.file.bindings = append(p.file.bindings, Binding{t.Span, t.Name, kind, init, at})
	case *Assign:
		p.bind(t.Target, kind, nil)
	case *Spread:
		p.bind(t.X, kind, nil)
	case *Array:
		for _, e := range t.Elems {
			p.bind(e, kind, nil)
		}
	case *Object:
		for _, prop := range t.Props {
			p.bind(prop.Value, kind, nil)
		}
	}
}

type index struct {
	bindings map[string][]int
	writes   map[string][]write
}

// A write is a place where a name, or something in it, may change.
type write struct {
	offset int
	inside bool // only a member of it
}

func (f *File) buildIndex() *index {
	x := &index{map[string][]int{}, map[string][]write{}}
	for i, b := range f.bindings {
		if b.Kind != Type {
			x.bindings[b.Name] = append(x.bindings[b.Name], i)
		}
	}
	for _, a := range f.Assigns {
		if a.Decl == "" {
			x.written(a.Target, false)
		}
	}
	for _, c := range f.Calls {
		m, ok := c.Fun.(*Member)
		if !ok {
			continue
		}
		x.written(m, true)
		if id, ok := m.X.(*Ident); ok && id.Name == "Object" && len(c.Args) > 0 {
			x.written(c.Args[0], true)
		}
	}
	return x
}

func (x *index) written(target Expr, inside bool) {
	for {
		switch t := target.(type) {
		case *Ident:
			x.writes[t.Name] = append(x.writes[t.Name], write{t.Start, inside})
			return
		case *Member:
			target, inside = t.X, true
			continue
		case *Assign:
			target = t.Target
			continue
		case *Spread:
			target = t.X
			continue
		case *Array:
			for _, e := range t.Elems {
				x.written(e, inside)
			}
		case *Object:
			for _, prop := range t.Props {
				x.written(prop.Value, inside)
			}
		}
		return
	}
}

// Binding returns what a name is bound by where it is used at an offset; ok is
// false if nothing in the file binds it there.
func (f *File) Binding(name string, at int) (b Binding, ok bool) {
	x := f.index()
	candidates := x.bindings[name]
	if len(candidates) > maxSearch {
		return Binding{Name: name, Kind: Var}, true
	}
	var in scope
	for _, i := range candidates {
		c := f.bindings[i]
		s := f.scopes[c.scope]
		switch {
		case !s.Contains(at) || ok && s.Start < in.Start:
		case ok && c.scope == b.scope:
			b.Init = nil // bound twice
		default:
			b, in, ok = c, s, true
		}
	}
	if b.Init == nil {
		return b, ok
	}
	writes := x.writes[name]
	if len(writes) > maxSearch {
		b.Init = nil
	}
	for _, w := range writes {
		if in.Contains(w.offset) && (!w.inside || mutable(b.Init)) {
			b.Init = nil
			break
		}
	}
	return b, ok
}

func mutable(e Expr) bool {
	switch e.(type) {
	case *Object, *Array:
		return true
	}
	return false
}

// Const returns what a name of the top level is worth, if it is bound exactly
// once in the file and never written; else nil.
func (f *File) Const(name string) Expr {
	if len(f.index().bindings[name]) != 1 {
		return nil
	}
	b, ok := f.Binding(name, len(f.src))
	if !ok {
		return nil
	}
	return b.Init
}

// Value follows a name to its constant, and a member of a constant object or
// enum to its value, a few steps far. What can't be followed is returned as
// it is.
func (f *File) Value(e Expr) Expr { return f.follow(e, 8) }

func (f *File) follow(e Expr, steps int) Expr {
	if steps == 0 {
		return e
	}
	switch x := e.(type) {
	case *Ident:
		if b, ok := f.Binding(x.Name, x.Start); ok && b.Init != nil {
			return f.follow(b.Init, steps-1)
		}
	case *Member:
		o, ok := f.follow(x.X, steps-1).(*Object)
		if !ok || x.Name == "" {
			return e
		}
		var value Expr
		for _, prop := range o.Props {
			switch {
			case prop.Kind == Rest || prop.Kind == Computed || prop.Kind == Method || prop.Key == x.Name && value != nil:
				return e
			case prop.Key == x.Name:
				value = prop.Value
			}
		}
		if value != nil {
			return f.follow(value, steps-1)
		}
	}
	return e
}
