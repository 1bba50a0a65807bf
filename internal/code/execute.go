package code

import (
	"slices"

	es "github.com/skilllint/skilllint/internal/source/ecmascript"
	"github.com/skilllint/skilllint/internal/source/python"
)

// execute notes what the exported function of that name reads of its input,
// and what it returns.
func (e *esExtractor) execute() {
	export := e.file.Export("execute")
	if export == nil || export.From != nil {
		return
	}
	f, _ := export.Value.(*es.Function)
	if f == nil {
		if b, ok := e.file.Binding(export.Local, len(e.src)); ok {
			f, _ = b.Init.(*es.Function)
		}
	}
	if f == nil || f.Body.End == 0 {
		return
	}
	body := &Body{}
	if len(f.Params) > 0 {
		switch input := f.Params[0].(type) {
		case *es.Object:
			body.Reads = e.patternKeys(input)
		case *es.Ident:
			body.Reads = e.inputReads(input)
		}
	}
	for _, value := range f.Returns {
		if object, ok := e.file.Value(value).(*es.Object); ok {
			body.Returns = append(body.Returns, e.result(object))
		}
	}
	e.out.Execute = body
}

// patternKeys are the members that a pattern takes.
func (e *esExtractor) patternKeys(pattern *es.Object) (keys []Name) {
	for _, p := range pattern.Props {
		if p.Key != "" && p.Kind != es.Rest {
			keys = append(keys, e.name(p.Key, p.KeySpan.Start, p.KeySpan.End))
		}
	}
	return keys
}

// inputReads are the members that are read of a parameter, or of another name
// that it is given; none when something else may put members into it.
func (e *esExtractor) inputReads(param *es.Ident) (reads []Name) {
	is := func(x es.Expr) bool {
		id, ok := e.file.Value(x).(*es.Ident)
		if !ok || id == nil {
			return false
		}
		b, ok := e.file.Binding(id.Name, id.Start)
		return ok && b.Kind == es.Param && b.Span == param.Span
	}
	methods := map[es.Expr]bool{} // of the input itself, which are no members of a value of JSON
	for _, c := range e.file.Calls {
		if m, ok := c.Fun.(*es.Member); ok && is(m.X) {
			methods[m] = true
		}
		if c.Stmt && slices.ContainsFunc(c.Args, is) { // fillIn(input)
			return nil
		}
	}
	written := map[string]bool{}
	for _, a := range e.file.Assigns {
		switch target := a.Target.(type) {
		case *es.Ident:
			if a.Decl == "" && is(target) {
				return nil
			}
		case *es.Member:
			if first := firstOf(target); is(first.X) {
				if first.Name == "" {
					return nil
				}
				written[first.Name] = true
			}
		case *es.Object:
			if is(a.Value) {
				reads = append(reads, e.patternKeys(target)...)
			}
		}
	}
	for _, m := range e.file.Members {
		if first := firstOf(m); first.Name != "" && !methods[first] && is(first.X) {
			reads = append(reads, e.name(first.Name, first.NameSpan.Start, first.NameSpan.End))
		}
	}
	return slices.DeleteFunc(reads, func(n Name) bool { return written[n.Text] })
}

// firstOf returns the first member of a chain.
func firstOf(m *es.Member) *es.Member {
	for {
		inner, ok := m.X.(*es.Member)
		if !ok {
			return m
		}
		m = inner
	}
}

func (e *esExtractor) result(object *es.Object) Result {
	r := Result{Start: e.at(object.Start), End: e.at(object.End)}
	for _, p := range object.Props {
		if p.Key == "" || p.Kind == es.Rest {
			r.Open = true
		} else {
			r.Keys = append(r.Keys, e.name(p.Key, p.KeySpan.Start, p.KeySpan.End))
		}
	}
	return r
}

// execute notes what the module's function of that name reads of its input, and
// what it returns.
func (p *pyExtractor) execute() {
	var f *python.FunctionDef
	for _, s := range p.file.Body {
		if def, ok := s.(*python.FunctionDef); ok && def.Name.Name == "execute" {
			if f != nil {
				return // defined twice
			}
			f = def
		}
	}
	if f == nil || len(f.Decorators) > 0 {
		return
	}
	x := pyBody{pyExtractor: p, body: &Body{}, written: map[string]bool{}}
	if len(f.Params) > 0 && f.Params[0].Stars == 0 {
		x.input = f.Params[0].Name.Name
	}
	for _, s := range f.Body {
		python.Walk(s, x.visit)
	}
	if x.changed {
		x.body.Reads = nil
	}
	x.body.Reads = slices.DeleteFunc(x.body.Reads, func(n Name) bool { return x.written[n.Text] })
	p.out.Execute = x.body
}

// A pyBody reads the body of one function.
type pyBody struct {
	*pyExtractor
	body    *Body
	input   string          // the first parameter
	written map[string]bool // members that the function itself sets
	changed bool            // the parameter may be something else, or have more members
}

func (x *pyBody) visit(n python.Node) bool {
	switch n := n.(type) {
	case *python.FunctionDef, *python.Lambda, *python.ClassDef:
		return false
	case *python.Return:
		x.returned(n.Value)
	case *python.Assign:
		for _, target := range n.Targets {
			x.bound(target)
		}
	case *python.For:
		x.bound(n.Target)
	case *python.NamedExpr:
		x.bound(n.Name)
	case *python.ExprStmt:
		if call, ok := n.X.(*python.Call); ok && slices.ContainsFunc(call.Args, func(a python.Arg) bool { return x.isInput(a.Value) }) {
			x.changed = true // fill_in(input)
		}
	case *python.Subscript:
		if x.isInput(n.X) {
			x.reads(n.Index)
		}
	case *python.Call:
		x.method(n)
	}
	return true
}

func (x *pyBody) isInput(e python.Expr) bool {
	name, ok := e.(*python.Name)
	return ok && x.input != "" && name.ID == x.input
}

// bound notes what an assignment does to the parameter.
func (x *pyBody) bound(target python.Expr) {
	switch t := target.(type) {
	case *python.Name:
		x.changed = x.changed || x.isInput(t)
	case *python.Tuple:
		for _, e := range t.Elems {
			x.bound(e)
		}
	case *python.Subscript:
		if x.isInput(t.X) {
			x.writes(t.Index)
		}
	}
}

// method reads input.get("x") and what changes the input.
func (x *pyBody) method(call *python.Call) {
	callee, ok := call.Func.(*python.Attribute)
	if !ok || !x.isInput(callee.X) {
		return
	}
	switch callee.Attr.Name {
	case "get", "pop":
		if len(call.Args) > 0 {
			x.reads(call.Args[0].Value)
		}
	case "setdefault":
		if len(call.Args) > 0 {
			x.writes(call.Args[0].Value)
		}
	case "update":
		x.changed = true
	}
}

func (x *pyBody) reads(key python.Expr) {
	e := x.expr(key)
	if text, known := e.constText(); known {
		x.body.Reads = append(x.body.Reads, x.name(text, e.start, e.end))
	}
}

func (x *pyBody) writes(key python.Expr) {
	if text, known := x.expr(key).constText(); known {
		x.written[text] = true
	} else {
		x.changed = true
	}
}

// returned notes a dict that is returned as a literal, or by a name that stands
// for one.
func (x *pyBody) returned(value python.Expr) {
	if name, ok := value.(*python.Name); ok {
		value, _ = x.file.Resolve(name)
	}
	dict, ok := value.(*python.Dict)
	if !ok {
		return
	}
	r := Result{Start: x.at(dict.Start), End: x.at(dict.End)}
	for _, item := range dict.Items {
		if item.Key != nil {
			if e := x.expr(item.Key); e.kind == textExpr {
				r.Keys = append(r.Keys, x.name(e.text, e.start, e.end))
				continue
			}
		}
		r.Open = true
	}
	x.body.Returns = append(x.body.Returns, r)
}
