package code

import (
	"github.com/skilllint/skilllint/internal/source/python"
)

// A pyVariable is a name as one function of a module uses it.
type pyVariable struct {
	function python.Node // nil for the module
	name     string
}

// pyUses is what is done with a variable.
type pyUses struct {
	bound   int  // how often it is assigned
	asked   bool // it is asked for something else than its error
	escapes bool // it is used as a whole, or asked for its error
}

// ignored reports whether the result of a call is used without a look at
// whether it is a denial: thrown away, or only asked for other members.
func (p *pyExtractor) ignored(call *python.Call, ancestors []python.Node) bool {
	if inTry(call, ancestors) {
		return false
	}
	node := python.Node(call)
	i := len(ancestors) - 1
	if await, ok := ancestors[i].(*python.Await); ok {
		node = await
		i--
	}
	switch parent := ancestors[i].(type) {
	case *python.ExprStmt:
		return true
	case *python.Assign:
		if len(parent.Targets) != 1 || parent.Value != node {
			return false
		}
		name, ok := parent.Targets[0].(*python.Name)
		if !ok {
			return false
		}
		function := functionOf(ancestors)
		uses := p.usesOf(pyVariable{function, name.ID})
		return uses != nil && uses.bound == 1 && !uses.escapes && (uses.asked || function != nil) // another module may ask
	default:
		e, ok := node.(python.Expr)
		return ok && asksOtherMember(e, ancestors[:i+1])
	}
}

// inTry reports whether what a call raises is caught: it stands in the body of
// a try statement with handlers, in the same function.
func inTry(call *python.Call, ancestors []python.Node) bool {
	for i := len(ancestors) - 1; i >= 0; i-- {
		switch outer := ancestors[i].(type) {
		case *python.FunctionDef, *python.Lambda:
			return false
		case *python.Try:
			if n := len(outer.Body); n > 0 && len(outer.Handlers) > 0 && call.Start < outer.Body[n-1].At().End {
				return true
			}
		}
	}
	return false
}

// asksOtherMember reports whether a value is only asked for a member, and not
// for its error: v["chart"], v.get("chart"), v.chart.
func asksOtherMember(v python.Expr, ancestors []python.Node) bool {
	n := len(ancestors)
	switch parent := ancestors[n-1].(type) {
	case *python.Subscript:
		key, ok := parent.Index.(*python.String)
		if !ok || parent.X != v {
			return false
		}
		text, ok := key.Value()
		return ok && !asksForError(text)
	case *python.Attribute:
		if n < 2 {
			return false
		}
		call, ok := ancestors[n-2].(*python.Call)
		if !ok || call.Func != python.Expr(parent) {
			return !asksForError(parent.Attr.Name)
		}
		if parent.Attr.Name != "get" || len(call.Args) == 0 {
			return false
		}
		key, ok := call.Args[0].Value.(*python.String)
		if !ok {
			return false
		}
		text, ok := key.Value()
		return ok && !asksForError(text)
	}
	return false
}

func (p *pyExtractor) escape(v pyVariable) {
	if p.uses[v] == nil {
		p.uses[v] = &pyUses{}
	}
	p.uses[v].escapes = true
}

// outerFunction is the key of a function, or of the module.
func outerFunction(n python.Node) python.Node {
	if _, isFile := n.(*python.File); isFile {
		return nil
	}
	return n
}

func functionOf(ancestors []python.Node) python.Node {
	for i := len(ancestors) - 1; i >= 0; i-- {
		switch ancestors[i].(type) {
		case *python.FunctionDef, *python.Lambda:
			return ancestors[i]
		}
	}
	return nil
}

// usesOf returns what a function does with a name; it is found for all names
// at once, when one is first asked for.
func (p *pyExtractor) usesOf(v pyVariable) *pyUses {
	if p.uses == nil {
		p.uses = map[pyVariable]*pyUses{}
		for n, ancestors := range p.file.Nodes() {
			name, ok := n.(*python.Name)
			if !ok {
				continue
			}
			key := pyVariable{functionOf(ancestors), name.ID}
			uses := p.uses[key]
			if uses == nil {
				uses = &pyUses{}
				p.uses[key] = uses
			}
			if assign, ok := ancestors[len(ancestors)-1].(*python.Assign); ok && len(assign.Targets) == 1 && assign.Targets[0] == python.Expr(name) {
				uses.bound++
			} else if asksOtherMember(name, ancestors) {
				uses.asked = true
			} else {
				uses.escapes = true
			}
			for _, outer := range ancestors[:len(ancestors)-1] { // a closure sees it, too
				if _, isFunction := outer.(*python.FunctionDef); (isFunction || outer == python.Node(p.file)) && outerFunction(outer) != key.function {
					p.escape(pyVariable{outerFunction(outer), name.ID})
				}
			}
		}
	}
	return p.uses[v]
}
