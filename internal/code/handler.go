package code

import (
	"slices"

	"github.com/skilllint/skilllint/internal/rare"
	"github.com/skilllint/skilllint/internal/source/python"
)

// DefaultHandlers are the functions and decorators that register a function as
// a tool under a name. A decorator without a name means the function's.
var DefaultHandlers = []string{
	"tool_handler(name)",
	"tool(name)",
	"registerTool(name, handler)",
	"register_tool(name, handler)",
	"addTool(name, handler)",
	"add_tool(name, handler)",
	"registry.Register(name, handler)",
	"registry.register(name, handler)",
	"toolRegistry.Register(name, handler)",
	"toolRegistry.register(name, handler)",
}

// handlerTables are the variables that hold functions by the names of tools, folded.
var handlerTables = []string{"handlers", "toolhandlers", "tools", "toolmap", "toolfunctions"}

// registers reports whether a source has a word that may register a tool.
func (r *Reader) registers(src []byte) bool {
	return toolFold.In(src) || handlersFold.In(src) ||
		slices.ContainsFunc(r.registrars, func(name rare.Text) bool { return name.In(src) })
}

// handlerName returns where a call that registers a tool has its name.
func (x *extractor) handlerName(callee *expr) (name int, ok bool) {
	if last := callee.resolved(); (last.kind == memberExpr || last.kind == nameExpr) && !x.handled[last.text] {
		return 0, false
	}
	names := callee.dotted()
	for i := range x.handlers {
		if x.handlers[i].matches(names) {
			return x.handlers[i].Name, true
		}
	}
	return 0, false
}

// registered notes the name that a call registers a function under: a text, or
// the member of what is registered.
func (x *extractor) registered(call *expr) {
	at, ok := x.handlerName(call.x)
	if !ok {
		return
	}
	arg := call.arg(at, nameParams...)
	name := arg
	if object := arg.resolved(); object.kind == mapExpr {
		name = object.entry("name")
	}
	if text, known := name.constText(); !known {
		x.out.OpenHandlers = true
	} else if len(call.args) > 1 || name != arg {
		x.handler(text, name)
	}
}

// table notes the names under which a variable holds functions.
func (x *extractor) table(variable string, table *expr) {
	if table.kind != mapExpr || !slices.Contains(handlerTables, Fold(variable)) {
		return
	}
	for i, key := range table.keys {
		switch value := table.args[i].resolved(); value.kind {
		case textExpr, joinExpr, numberExpr, boolExpr, nullExpr, listExpr, mapExpr:
			return // data, and no functions
		}
		if text, known := key.constText(); known {
			x.handler(text, key)
		} else {
			x.out.OpenHandlers = true
		}
	}
}

func (x *extractor) handler(name string, at *expr) {
	if name != "" {
		x.out.Handlers = append(x.out.Handlers, x.name(name, at.start, at.end))
	}
}

// decorators notes the tool that a function's decorators register it as.
func (p *pyExtractor) decorators(f *python.FunctionDef) {
	for _, d := range f.Decorators {
		e := p.expr(d)
		call := e.kind == callExpr
		if call {
			e = e.x
		}
		at, ok := p.handlerName(e)
		if !ok {
			continue
		}
		var name *expr
		if call {
			name = p.expr(d).arg(at, nameParams...)
		}
		if text, known := name.constText(); known {
			p.handler(text, name)
		} else if name != nil {
			p.out.OpenHandlers = true
		} else {
			p.out.Handlers = append(p.out.Handlers, p.name(f.Name.Name, f.Name.Start, f.Name.End))
		}
	}
}
