package code

import "github.com/skilllint/skilllint/internal/source/python"

// handlerForms are the functions and decorators that register a function as a
// tool under a name, folded: @tool_handler("x"), @mcp.tool(name="x"),
// registry.Register("x", f), server.registerTool("x", f).
var handlerForms = map[string]bool{"toolhandler": true, "tool": true, "register": true, "registertool": true, "addtool": true}

// registered notes the name that a call registers a function under.
func (x *extractor) registered(call *expr) {
	if name := call.arg(0, "name", "tool", "tool_name"); name != nil && handlerForms[Fold(call.x.last())] {
		if text, ok := name.constText(); ok && text != "" {
			x.out.Handlers = append(x.out.Handlers, x.name(text, name.start, name.end))
		}
	}
}

// handler notes a registration in Python: by a decorator, or a call with more
// than the name.
func (p *pyExtractor) handler(call *python.Call, e *expr, parent python.Node) {
	if _, decorates := parent.(*python.FunctionDef); decorates || len(e.args) > 1 {
		p.registered(e)
	}
}
