package code

import (
	"strconv"
	"strings"
	"sync"

	"github.com/skilllint/skilllint/internal/document"
	es "github.com/skilllint/skilllint/internal/source/ecmascript"
)

// extractECMAScript reads a module of TypeScript or JavaScript, as the
// extension of its name says.
func extractECMAScript(x *extractor, name string) {
	lang, _ := es.LanguageOf(name)
	file := es.Parse(lang, x.src)
	if file.Err != nil {
		x.fault(file.Err.Offset, file.Err.Msg)
	}
	e := &esExtractor{extractor: x, file: file, made: make(map[es.Expr]*expr, len(x.src)/bytesAnExpr), aliases: map[string]string{}}
	for _, imp := range file.Imports {
		for _, n := range imp.Names {
			if n.Local != "" && n.Name != n.Local && n.Name != "*" && n.Name != "default" {
				e.aliases[n.Local] = n.Name
			}
		}
	}
	e.read()
}

// An esExtractor translates the lists of an ECMAScript file for the extractor.
type esExtractor struct {
	*extractor
	file    *es.File
	made    map[es.Expr]*expr
	aliases map[string]string // local name → what it is called where it comes from
}

func (e *esExtractor) read() {
	e.imports()
	e.exports()
	ignored := sync.OnceValue(e.ignoredResults)
	bound := map[es.Expr]string{} // strings that are given a name
	written := map[es.Span]bool{}
	for _, a := range e.file.Assigns {
		switch target := a.Target.(type) {
		case *es.Object:
			e.destructured(target, a.Value)
		case *es.Member:
			written[target.Span] = true
			if _, call := e.fieldPath(e.expr(target)); call != nil {
				e.rewritten[[2]int{call.start, call.end}] = true
			}
			e.data(e.expr(target), true)
		}
		bound[a.Value] = e.expr(a.Target).last()
		if object, ok := a.Value.(*es.Object); ok {
			e.table(bound[a.Value], e.expr(object))
		}
	}
	methods := map[es.Expr]bool{}
	for _, c := range e.file.Calls {
		methods[c.Fun] = true
	}
	for _, m := range e.file.Members {
		if methods[m] {
			e.field(e.expr(m.X))
		} else if !written[m.Span] {
			e.field(e.expr(m))
		}
		if !written[m.Span] {
			e.data(e.expr(m), false)
			e.reach(e.expr(m), AnyUse)
		}
	}
	for _, t := range e.file.Texts {
		x := e.expr(t)
		e.reach(x, AnyUse)
		e.key(x, bound[t])
	}
	for _, c := range e.file.Calls {
		e.callExprOf(c, func() bool { return ignored()[c] && !c.Try })
	}
	e.giveFields()
	e.execute()
}

// destructured notes what a pattern takes of the result of a call.
func (e *esExtractor) destructured(pattern *es.Object, value es.Expr) {
	call := e.expr(value).resolved()
	if call.kind != callExpr {
		return
	}
	for _, p := range pattern.Props {
		if p.Key != "" && p.Kind != es.Rest && !asksForError(p.Key) {
			e.fields = append(e.fields, fieldRead{call: [2]int{call.start, call.end}, path: []Name{e.name(p.Key, p.KeySpan.Start, p.KeySpan.End)}})
		}
	}
}

func (e *esExtractor) callExprOf(c *es.Call, ignored func() bool) {
	x := e.expr(c)
	if x.kind != callExpr {
		return
	}
	e.call(x, ignored)
	e.registered(x)
	e.reach(x, AnyUse)
	if !namesFiles(x) || loadsModule(x.x) {
		e.computedImport(x)
		return
	}
	e.callArguments(x, FileUse)
}

// loadsModule reports whether what is called takes the name of a module:
// require.resolve, jest.mock and its like.
func loadsModule(callee *expr) bool {
	names := callee.dotted()
	if len(names) < 2 {
		return false
	}
	switch last := names[len(names)-1]; names[0] {
	case "require":
		return last == "resolve"
	case "jest", "vi":
		switch last {
		case "mock", "doMock", "requireActual", "requireMock", "importActual", "importMock":
			return true
		}
	}
	return false
}

// computedImport reads the module that a call names. Those of require(…) and
// import(…) with a literal are in the list of imports.
func (e *esExtractor) computedImport(call *expr) {
	named := call.x.last() == "require" || call.x.last() == "import"
	if !named && !loadsModule(call.x) || len(call.args) == 0 || named && call.args[0].kind == textExpr {
		return
	}
	arg := call.args[0]
	if spec, ok := arg.constText(); ok {
		e.out.Imports = append(e.out.Imports, Import{Name: e.name(spec, arg.start, arg.end), Computed: true})
	} else if p := e.evalPath(arg, 0); p.anchor == File || p.anchor == Relative {
		e.out.Paths = append(e.out.Paths, e.pathFact(p, arg.start, arg.end, ImportUse))
	}
}

// expr translates an expression, once.
func (e *esExtractor) expr(x es.Expr) *expr {
	if x == nil {
		return opaque
	}
	if made, ok := e.made[x]; ok {
		return made
	}
	at := x.Range()
	out := e.newExpr(at.Start, at.End)
	e.made[x] = out
	switch x := x.(type) {
	case *es.String:
		out.kind, out.text = textExpr, x.Value
	case *es.Number:
		if text := jsonNumber(x); text != "" {
			out.kind, out.text = numberExpr, text
		}
	case *es.Literal:
		switch x.Name {
		case "true", "false":
			out.kind, out.text = boolExpr, x.Name
		case "null":
			out.kind = nullExpr
		}
	case *es.Ident:
		out.kind, out.text = nameExpr, x.Name
		out.value = func() *expr {
			if b, ok := e.file.Binding(x.Name, x.Start); ok && b.Kind != es.Imported {
				if b.Init == nil {
					return nil
				}
				return e.expr(b.Init)
			}
			if original := e.aliases[x.Name]; original != "" {
				return &expr{kind: nameExpr, text: original, start: at.Start, end: at.End}
			}
			return nil
		}
	case *es.Member:
		out.x, out.text, out.kind = e.expr(x.X), x.Name, memberExpr
		if x.Index != nil && x.Name == "" {
			out.kind, out.args = indexExpr, []*expr{e.expr(x.Index)}
		}
		out.value = func() *expr {
			if v := e.file.Value(x); v != nil && v != es.Expr(x) {
				return e.expr(v)
			}
			return nil
		}
	case *es.Call:
		out.kind, out.x, out.args, out.await = callExpr, e.expr(x.Fun), e.exprs(x.Args), x.Await
	case *es.Concat:
		out.kind = joinExpr
		out.args = e.exprs(x.Operands)
	case *es.Template:
		if x.Tag == nil {
			e.template(out, x)
		}
	case *es.Array:
		out.kind, out.args = listExpr, e.exprs(x.Elems)
	case *es.Spread:
		out.spread = true
	case *es.Object:
		e.object(out, x)
	case *es.Assign:
		if x.Op == "=" {
			return e.expr(x.Value)
		}
	}
	return out
}

func (e *esExtractor) exprs(list []es.Expr) []*expr {
	out := make([]*expr, len(list))
	for i, x := range list {
		out[i] = e.expr(x)
	}
	return out
}

func (e *esExtractor) template(out *expr, t *es.Template) {
	out.kind = joinExpr
	for i, text := range t.Texts {
		if text.Value != "" {
			out.args = append(out.args, &expr{kind: textExpr, text: text.Value, start: text.Start, end: text.End})
		}
		if i < len(t.Exprs) {
			out.args = append(out.args, e.expr(t.Exprs[i]))
		}
	}
}

func (e *esExtractor) object(out *expr, o *es.Object) {
	out.kind = mapExpr
	for _, p := range o.Props {
		var key *expr
		if p.Kind != es.Rest {
			key = &expr{kind: textExpr, text: p.Key, start: p.KeySpan.Start, end: p.KeySpan.End}
			if p.Kind == es.Computed && p.Key == "" {
				key = nil
			}
		}
		value := e.expr(p.Value)
		if p.Kind == es.Method || p.Kind == es.Rest {
			value = &expr{start: p.Start, end: p.End}
		}
		out.keys = append(out.keys, key)
		out.args = append(out.args, value)
	}
}

// jsonNumber writes a numeric literal as JSON does, "" when it cannot.
func jsonNumber(n *es.Number) string {
	if strings.HasSuffix(n.Text, "n") {
		return ""
	}
	return strconv.FormatFloat(n.Value, 'f', -1, 64)
}

// LooseJSON reads JSON with comments and trailing commas, as of a tsconfig.json:
// an object literal of JavaScript. It is nil when there is none.
func LooseJSON(src []byte) *document.Node {
	src = append([]byte("x = "), src...)
	x := NewReader(nil, nil).extractor(src)
	file := es.Parse(es.JavaScript, src)
	e := &esExtractor{extractor: x, file: file, made: map[es.Expr]*expr{}}
	for _, a := range file.Assigns {
		if object, ok := a.Value.(*es.Object); ok {
			budget := 100_000
			return x.node(e.expr(object), &budget, 0)
		}
	}
	return nil
}
