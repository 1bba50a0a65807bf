package ecmascript

import "strings"

// maxSearch bounds a look-up: a name that is bound or written more often is
// not followed, nor is an object with more members.
const maxSearch = 1000

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
		x.shared(a.Value)
	}
	for _, c := range f.Calls {
		if m, ok := c.Fun.(*Member); ok {
			if root, ok := m.X.(*Ident); ok && (root.Name == "console" || root.Name == "JSON") {
				continue
			}
			x.written(m, true)
		}
		for _, arg := range c.Args {
			x.shared(arg)
		}
	}
	return x
}

// shared notes a name whose object may now be changed through another.
func (x *index) shared(e Expr) {
	if id, ok := e.(*Ident); ok {
		x.written(id, true)
	}
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
		if in.Contains(w.offset) && (!w.inside || mutable(b.Init) && w.offset != at) {
			b.Init = nil
			break
		}
	}
	return b, ok
}

// Visible returns the scope in which what binds a name at an offset is
// visible; ok is false if nothing in the file binds it there.
func (f *File) Visible(name string, at int) (Span, bool) {
	b, ok := f.Binding(name, at)
	if !ok {
		return Span{}, false
	}
	return f.scopes[b.scope].Span, true
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
		if !ok || x.Name == "" || len(o.Props) > maxSearch {
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

// Text returns the text that an expression always has: of a string, of a name
// or member that stands for one (see Value), and of such texts joined by `+` or
// in a template. ok is false for everything else.
func (f *File) Text(e Expr) (text string, ok bool) {
	var b strings.Builder
	fuel := 1000
	if !f.text(&b, e, &fuel) {
		return "", false
	}
	return b.String(), true
}

// text writes a text out of at most fuel pieces: names can make their number
// exponential.
func (f *File) text(b *strings.Builder, e Expr, fuel *int) bool {
	if *fuel--; *fuel < 0 {
		return false
	}
	switch x := f.Value(e).(type) {
	case *String:
		b.WriteString(x.Value)
		return true
	case *Concat:
		for _, operand := range x.Operands {
			if !f.text(b, operand, fuel) {
				return false
			}
		}
		return true
	case *Template:
		if x.Tag != nil {
			return false
		}
		for i, t := range x.Texts {
			if i > 0 && !f.text(b, x.Exprs[i-1], fuel) {
				return false
			}
			b.WriteString(t.Value)
		}
		return true
	}
	return false
}
