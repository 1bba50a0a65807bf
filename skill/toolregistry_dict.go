package skill

import (
	"slices"

	"github.com/skilllint/skilllint/internal/source/python"
)

// maxMerges bounds how many dicts are followed into each other.
const maxMerges = 64

// dict reads all that a module does to a variable that holds a dict.
func (r *registryReader) dict(m *pyModule, variable string, depth int) {
	key := [2]string{m.Path, variable}
	if r.visiting[key] {
		return
	}
	r.visiting[key] = true
	if m.ast.Err != nil || depth > maxMerges {
		r.unknown()
		return
	}
	for n, ancestors := range m.ast.Nodes() {
		if e, ok := n.(python.Expr); ok && isVariable(e, variable) {
			r.use(m, e, ancestors, depth)
		}
	}
}

// isVariable reports whether an expression is the variable, or the registry
// as an attribute of its module.
func isVariable(e python.Expr, variable string) bool {
	switch e := e.(type) {
	case *python.Name:
		return e.ID == variable
	case *python.Attribute:
		return variable == registryName && e.Attr.Name == variable
	}
	return false
}

// use reads one place at which the dict is named: what is written to it
// there, or that it is only read. ancestors lead from the file to e's parent.
func (r *registryReader) use(m *pyModule, e python.Expr, ancestors []python.Node, depth int) {
	parent := ancestors[len(ancestors)-1]
	var grand python.Node
	if len(ancestors) > 1 {
		grand = ancestors[len(ancestors)-2]
	}
	switch p := parent.(type) {
	case *python.Assign:
		switch {
		case !slices.Contains(p.Targets, e):
			r.unknown() // another name for it
		case p.Value != nil && (p.Op == "" || p.Op == "|="):
			r.merge(m, p.Value, depth)
		case p.Value != nil:
			r.unknown()
		}
	case *python.Subscript:
		switch g := grand.(type) {
		case *python.Assign:
			if slices.Contains(g.Targets, python.Expr(p)) {
				r.entry(m, p.Index, g.Value)
			}
		case *python.Delete:
			r.unknown()
		}
	case *python.Attribute:
		call, ok := grand.(*python.Call)
		if !ok || call.Func != python.Expr(p) {
			r.unknown()
			return
		}
		r.method(m, p.Attr.Name, call, depth)
	case *python.Call:
		if !slices.Contains([]string{"len", "list", "sorted", "set", "tuple", "dict", "print", "iter", "enumerate", "str", "repr", "bool", "any", "all", "isinstance"}, p.Callee()) {
			r.unknown() // it may be changed there
		}
	case *python.Compare, *python.For, *python.Comprehension, *python.Dict, *python.BinOp, *python.BoolOp, *python.UnaryOp,
		*python.If, *python.While, *python.Conditional, *python.String, *python.ExprStmt, *python.Simple:
	default:
		r.unknown()
	}
}

// method reads a call of the dict's own methods.
func (r *registryReader) method(m *pyModule, name string, call *python.Call, depth int) {
	switch name {
	case "get", "items", "keys", "values", "copy":
	case "update":
		r.arguments(m, call, depth)
	case "setdefault":
		key, _ := call.Arg(0, "")
		value, _ := call.Arg(1, "")
		r.entry(m, key, value)
	default:
		r.unknown()
	}
}

// merge reads the entries of an expression that gives a dict.
func (r *registryReader) merge(m *pyModule, e python.Expr, depth int) {
	if depth > maxMerges {
		r.unknown()
		return
	}
	switch e := e.(type) {
	case *python.Dict:
		for _, item := range e.Items {
			if item.Key == nil {
				r.merge(m, item.Value, depth+1)
			} else {
				r.entry(m, item.Key, item.Value)
			}
		}
	case *python.Call:
		if e.Callee() != "dict" {
			r.unknown()
			return
		}
		r.arguments(m, e, depth)
	case *python.BinOp:
		if e.Op != "|" {
			r.unknown()
			return
		}
		r.merge(m, e.Left, depth+1)
		r.merge(m, e.Right, depth+1)
	case *python.Conditional:
		r.merge(m, e.Then, depth+1)
		r.merge(m, e.Else, depth+1)
	case *python.Name, *python.Attribute:
		r.follow(m, e, depth+1)
	default:
		r.unknown()
	}
}

// arguments reads those of dict(…) and .update(…).
func (r *registryReader) arguments(m *pyModule, call *python.Call, depth int) {
	for _, a := range call.Args {
		switch {
		case a.Stars == 1:
			r.unknown()
		case a.Name.Name != "":
			r.register(m, m.name(a.Name.Name, a.Name), a.Value)
		case a.Stars == 0 && isPairs(a.Value):
			for _, pair := range elements(a.Value) {
				if kv := elements(pair); len(kv) == 2 {
					r.entry(m, kv[0], kv[1])
				} else {
					r.unknown()
				}
			}
		default:
			r.merge(m, a.Value, depth+1)
		}
	}
}

func isPairs(e python.Expr) bool {
	switch e.(type) {
	case *python.List, *python.Tuple:
		return true
	}
	return false
}

func elements(e python.Expr) []python.Expr {
	switch e := e.(type) {
	case *python.List:
		return e.Elems
	case *python.Tuple:
		return e.Elems
	}
	return nil
}

// follow reads the dict that a name stands for, here or in the module that
// it is imported from.
func (r *registryReader) follow(m *pyModule, e python.Expr, depth int) {
	dotted := python.DottedName(e)
	if dotted == "" {
		r.unknown()
		return
	}
	if dotted == registryName {
		return // its own modules are all read
	}
	target, variable := r.lookup(m, dotted)
	if target == nil || !target.ast.Binds(variable) {
		r.unknown()
		return
	}
	r.dict(target, variable, depth)
}
