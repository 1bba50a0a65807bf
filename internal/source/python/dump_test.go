package python_test

import (
	"fmt"
	"sort"
	"strings"

	"github.com/skilllint/skilllint/internal/source/python"
)

// dump writes a file the way testdata/record.py writes CPython's tree of it.
func dump(f *python.File) []string {
	d := &dumper{}
	python.Walk(f, d.visit)
	for _, c := range f.Comments {
		d.put("comment %s", quote(c.Text))
	}
	sort.Strings(d.lines)
	return d.lines
}

type dumper struct{ lines []string }

func (d *dumper) put(format string, args ...any) {
	d.lines = append(d.lines, fmt.Sprintf(format, args...))
}

func (d *dumper) node(kind string, n python.Node, more ...any) {
	line := fmt.Sprintf("%s %d %d", kind, n.At().Start, n.At().End)
	for _, m := range more {
		line += fmt.Sprintf(" %v", m)
	}
	d.lines = append(d.lines, line)
}

func (d *dumper) visit(n python.Node) bool {
	switch n := n.(type) {
	case python.Stmt:
		return d.stmt(n)
	case python.Expr:
		return d.expr(n)
	}
	return true
}

func (d *dumper) stmt(s python.Stmt) bool {
	switch s := s.(type) {
	case *python.Import:
		for _, a := range s.Names {
			d.node("import", s, a.Name, dash(a.As.Name))
		}
	case *python.ImportFrom:
		for _, a := range s.Names {
			d.node("from", s, s.Dots, dash(s.Module.String()), a.Name, dash(a.As.Name))
		}
	case *python.ExprStmt:
		d.node("expr", s)
	case *python.Assign:
		switch {
		case s.Annotation != nil:
			d.node("annassign", s)
		case s.Op != "":
			d.node("augassign", s, s.Op)
		default:
			d.node("assign", s, len(s.Targets))
		}
	case *python.Return:
		d.node("return", s)
	case *python.Delete:
		d.node("del", s, len(s.Targets))
	case *python.Global:
		var names []string
		for _, id := range s.Names {
			names = append(names, id.Name)
		}
		kind := "global"
		if s.Nonlocal {
			kind = "nonlocal"
		}
		d.node(kind, s, strings.Join(names, ","))
	case *python.Simple:
		d.node(s.Keyword, s)
	case *python.TypeAlias:
		d.node("typealias", s)
		d.node("name", s.Name, s.Name.Name)
	case *python.FunctionDef:
		kind := "def"
		if s.Async {
			kind = "asyncdef"
		}
		d.put("%s %d %s %d %d", kind, s.End, s.Name.Name, len(s.Decorators), len(s.Body))
		d.params(s.Params)
	case *python.ClassDef:
		bases := 0
		for _, a := range s.Args {
			if a.Stars < 2 && a.Name.Name == "" {
				bases++
			}
		}
		d.put("class %d %s %d %d %d %d", s.End, s.Name.Name, len(s.Decorators), bases, len(s.Args)-bases, len(s.Body))
		d.starredArgs(s.Args)
	case *python.While:
		d.node("while", s)
	case *python.For:
		kind := "for"
		if s.Async {
			kind = "asyncfor"
		}
		d.node(kind, s)
	case *python.With:
		kind := "with"
		if s.Async {
			kind = "asyncwith"
		}
		d.node(kind, s)
	case *python.Try:
		d.node("try", s)
	case *python.Match:
		d.node("match", s)
		python.Walk(s.Subject, d.visit)
		for _, c := range s.Cases {
			d.node("case", c.Pattern)
			if c.Guard != nil {
				python.Walk(c.Guard, d.visit)
			}
			for _, s := range c.Body {
				python.Walk(s, d.visit)
			}
		}
		return false
	}
	return true
}

func (d *dumper) expr(e python.Expr) bool {
	switch e := e.(type) {
	case *python.Bad:
		d.node("bad", e)
	case *python.Name:
		d.node("name", e, e.ID)
	case *python.Number:
		d.node("num", e)
	case *python.Constant:
		d.node("const", e, e.Value)
	case *python.String:
		d.str(e)
	case *python.List:
		d.node("list", e, len(e.Elems))
	case *python.Tuple:
		d.node("tuple", e, len(e.Elems))
	case *python.Set:
		d.node("set", e, len(e.Elems))
	case *python.Dict:
		d.node("dict", e, len(e.Items))
	case *python.Comprehension:
		if e.Open == '(' {
			d.put("gen %d %d", e.Elem.At().Start, len(e.Clauses))
		} else {
			d.node("comp", e, len(e.Clauses))
		}
	case *python.Attribute:
		d.node("attr", e, e.Attr.Name)
	case *python.Subscript:
		d.node("sub", e)
	case *python.Slice:
		d.node("slice", e)
	case *python.Call:
		var keywords []string
		for _, a := range e.Args {
			if a.Stars == 2 {
				keywords = append(keywords, "**")
			} else if a.Name.Name != "" {
				keywords = append(keywords, a.Name.Name)
			}
		}
		d.node("call", e, dash(e.Callee()), len(e.Args)-len(keywords), dash(strings.Join(keywords, ",")))
		d.starredArgs(e.Args)
	case *python.BinOp:
		d.node("binop", e, e.Op)
	case *python.UnaryOp:
		d.node("unary", e, e.Op)
	case *python.BoolOp:
		d.node("bool", e, e.Op, len(e.Operands))
	case *python.Compare:
		d.node("compare", e, strings.Join(e.Ops, ","))
	case *python.Conditional:
		d.node("ifexp", e)
	case *python.NamedExpr:
		d.node("walrus", e)
	case *python.Lambda:
		d.node("lambda", e)
		d.params(e.Params)
	case *python.Await:
		d.node("await", e)
	case *python.Yield:
		if e.From {
			d.node("yieldfrom", e)
		} else {
			d.node("yield", e)
		}
	case *python.Starred:
		d.node("star", e)
	}
	return true
}

func (d *dumper) starredArgs(args []python.Arg) {
	for _, a := range args {
		if a.Stars == 1 {
			d.node("star", a)
		}
	}
}

func (d *dumper) params(params []python.Param) {
	for _, p := range params {
		if p.Name.Name != "" {
			d.put("param %d %s", p.Name.Start, p.Name.Name)
		}
	}
}

func (d *dumper) str(s *python.String) {
	value, ok := s.Value()
	switch {
	case s.Formatted():
		n := 0
		for _, p := range s.Parts {
			if p.Field != nil {
				n++
			}
		}
		d.node("fstr", s, n)
		d.fields(s.Parts)
	case !ok:
		d.node("str", s, "?")
	case s.Bytes:
		d.node("bytes", s, fmt.Sprintf("%x", value))
	default:
		d.node("str", s, quote(value))
	}
}

func (d *dumper) fields(parts []python.Part) {
	for _, p := range parts {
		if p.Field != nil {
			conversion := "-"
			if p.Field.Conversion != 0 {
				conversion = fmt.Sprint(p.Field.Conversion)
			} else if p.Field.Debug && p.Field.Spec == nil {
				conversion = fmt.Sprint('r')
			}
			d.put("field %d %s", p.Field.Value.At().Start, conversion)
			d.fields(p.Field.Spec)
		}
	}
}

func dash(s any) string {
	if text := fmt.Sprint(s); text != "" {
		return text
	}
	return "-"
}

// quote writes a string as Python's json.dumps(ensure_ascii=False) does.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case strings.ContainsRune("\b\f\n\r\t", r):
			b.WriteByte('\\')
			b.WriteByte("bfnrt"[strings.IndexRune("\b\f\n\r\t", r)])
		case r < 0x20:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
