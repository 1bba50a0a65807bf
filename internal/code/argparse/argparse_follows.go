package argparse

import (
	"slices"

	"github.com/skilllint/skilllint/internal/source/python"
)

// follows reports whether all that is done with a variable that holds a parser is seen here.
func (r *reader) follows(name *python.Name, around []python.Node) bool {
	switch parent := around[len(around)-1].(type) {
	case *python.Attribute:
		_, ok := methods[parent.Attr.Name]
		return ok
	case *python.Assign:
		return slices.Contains(parent.Targets, python.Expr(name)) && r.gives(parent.Value)
	case *python.Return:
		return true
	case *python.List: // of parents, or of all to which a loop adds the same
		switch of := around[len(around)-2].(type) {
		case *python.Call:
			return r.makes(of)
		case *python.For:
			return r.goesThrough(of)
		}
	case *python.Tuple:
		loop, ok := around[len(around)-2].(*python.For)
		return ok && r.goesThrough(loop)
	case *python.For:
		return parent.Target == python.Expr(name) && r.goesThrough(parent)
	case *python.Call:
		return slices.ContainsFunc(r.functions[parent.Callee()], func(param python.Param) bool { return r.parsers[param.Name.Name] })
	}
	return false
}

// goesThrough reports whether a loop goes through parsers, each by its variable.
func (r *reader) goesThrough(loop *python.For) bool {
	var all []python.Expr
	switch list := loop.Iter.(type) {
	case *python.List:
		all = list.Elems
	case *python.Tuple:
		all = list.Elems
	}
	target, ok := loop.Target.(*python.Name)
	return ok && r.parsers[target.ID] && len(all) > 0 && !slices.ContainsFunc(all, func(e python.Expr) bool { return !r.parsers[python.DottedName(e)] })
}

// isWhole reports whether what is asked of sys.argv leaves the parser what it is given:
// sys.argv[0], sys.argv[1:], len(sys.argv).
func isWhole(parent python.Node) bool {
	switch parent := parent.(type) {
	case *python.Call:
		return parent.Callee() == "len"
	case *python.Subscript:
		switch index := parent.Index.(type) {
		case *python.Number:
			return index.Text == "0"
		case *python.Slice:
			from, ok := index.Lo.(*python.Number)
			return ok && from.Text == "1" && index.Hi == nil && index.Step == nil
		}
	}
	return false
}
