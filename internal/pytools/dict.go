package pytools

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/source/python"
)

// maxMerges bounds how deep dicts are put into each other.
const maxMerges = 64

// use reads one place at which the dict is named: what is written to it
// there, or that it is only read. ancestors lead from the file to e's parent.
func (r *dictReader) use(e python.Expr, ancestors []python.Node) {
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
			r.merge(p.Value, 0)
		case p.Value != nil:
			r.unknown()
		}
	case *python.Subscript:
		switch g := grand.(type) {
		case *python.Assign:
			if slices.Contains(g.Targets, python.Expr(p)) {
				r.entry(p.Index, g.Value)
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
		r.method(p.Attr.Name, call, 0)
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
func (r *dictReader) method(name string, call *python.Call, depth int) {
	switch name {
	case "get", "items", "keys", "values", "copy":
	case "update":
		r.arguments(call, depth)
	case "setdefault":
		key, _ := call.Arg(0, "")
		value, _ := call.Arg(1, "")
		r.entry(key, value)
	default:
		r.unknown()
	}
}

// merge reads the entries of an expression that gives a dict.
func (r *dictReader) merge(e python.Expr, depth int) {
	if depth > maxMerges {
		r.unknown()
		return
	}
	switch e := e.(type) {
	case *python.Dict:
		first := map[string]Name{}
		for _, item := range e.Items {
			if item.Key == nil {
				r.merge(item.Value, depth+1)
				continue
			}
			before := len(r.dict.Entries)
			r.entry(item.Key, item.Value)
			for i := range r.dict.Entries[before:] {
				entry := &r.dict.Entries[before+i]
				if earlier, again := first[entry.Text]; again {
					entry.First = earlier
				} else {
					first[entry.Text] = entry.Name
				}
			}
		}
	case *python.Call:
		if e.Callee() != "dict" {
			r.unknown()
			return
		}
		r.arguments(e, depth)
	case *python.BinOp:
		if e.Op != "|" {
			r.unknown()
			return
		}
		r.merge(e.Left, depth+1)
		r.merge(e.Right, depth+1)
	case *python.Conditional:
		r.merge(e.Then, depth+1)
		r.merge(e.Else, depth+1)
	case *python.Name, *python.Attribute:
		r.follow(e)
	default:
		r.unknown()
	}
}

// arguments reads those of dict(…) and .update(…).
func (r *dictReader) arguments(call *python.Call, depth int) {
	for _, a := range call.Args {
		switch {
		case a.Stars == 1:
			r.unknown()
		case a.Name.Name != "":
			r.register(r.name(a.Name.Name, a.Name), a.Value)
		case a.Stars == 0 && isPairs(a.Value):
			for _, pair := range elements(a.Value) {
				if kv := elements(pair); len(kv) == 2 {
					r.entry(kv[0], kv[1])
				} else {
					r.unknown()
				}
			}
		default:
			r.merge(a.Value, depth+1)
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

// follow notes the dict that a name stands for, here or in the module that it
// is imported from.
func (r *dictReader) follow(e python.Expr) {
	switch dotted := python.DottedName(e); dotted {
	case "":
		r.unknown()
	case RegistryName: // its own modules are all read
	default:
		r.dict.Merged = append(r.dict.Merged, strings.Clone(dotted))
	}
}
