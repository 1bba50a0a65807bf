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
// initialiser of a variable that nothing in its scope writes to, the object that
// an enum is, or the *Function; else nil. An object or array counts as written
// where a member is, where its methods are called, where it gets a second name,
// and where it is an argument, unless of console or JSON.
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

// openScope opens a scope; the function it returns closes it.
func (p *parser) openScope(start int, function bool) (closeScope func()) {
	outer := p.scope
	p.scope = len(p.file.scopes)
	p.file.scopes = append(p.file.scopes, scope{Span{start, len(p.src) + 1}, outer, function})
	return func() {
		p.file.scopes[p.scope].Span = p.since(start)
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
