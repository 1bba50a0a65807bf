package code

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/source/python"
)

// expr translates an expression, once.
func (p *pyExtractor) expr(e python.Expr) *expr {
	if e == nil {
		return nil
	}
	if made, ok := p.made[e]; ok {
		return made
	}
	at := e.At()
	out := p.newExpr(at.Start, at.End)
	p.made[e] = out
	switch e := e.(type) {
	case *python.String:
		p.str(out, e)
	case *python.Number:
		if text, ok := e.JSON(); ok {
			out.kind, out.text = numberExpr, text
		}
	case *python.Constant:
		switch e.Value {
		case "True", "False":
			out.kind, out.text = boolExpr, strings.ToLower(e.Value)
		case "None":
			out.kind = nullExpr
		}
	case *python.UnaryOp:
		if x := p.expr(e.X); e.Op == "-" && x.kind == numberExpr && !strings.HasPrefix(x.text, "-") {
			out.kind, out.text = numberExpr, "-"+x.text
		}
	case *python.Name:
		out.kind, out.text = nameExpr, e.ID
		out.value = func() *expr {
			if v, ok := p.file.Resolve(e); ok {
				return p.expr(v)
			}
			return p.aliases[e.ID]
		}
	case *python.Attribute:
		out.kind, out.x, out.text = memberExpr, p.expr(e.X), e.Attr.Name
	case *python.Subscript:
		out.x, out.args = p.expr(e.X), []*expr{p.expr(e.Index)}
		out.kind = indexExpr
	case *python.Await:
		if x := p.expr(e.X); x != nil {
			out.is(x)
			out.await = true
		}
	case *python.BinOp:
		p.binary(out, e)
	case *python.List:
		out.kind, out.args = listExpr, p.exprs(e.Elems)
	case *python.Tuple:
		out.kind, out.args = listExpr, p.exprs(e.Elems)
	case *python.Starred:
		out.spread = true
	case *python.Dict:
		out.kind = mapExpr
		for _, item := range e.Items {
			out.keys = append(out.keys, p.expr(item.Key))
			out.args = append(out.args, p.expr(item.Value))
		}
	case *python.Call:
		p.callExpr(out, e)
	}
	return out
}

func (p *pyExtractor) exprs(list []python.Expr) []*expr {
	out := make([]*expr, len(list))
	for i, e := range list {
		out[i] = p.expr(e)
	}
	return out
}

func (p *pyExtractor) str(out *expr, s *python.String) {
	if s.Bytes || s.Template {
		return
	}
	if !s.Formatted() {
		if text, ok := s.Value(); ok {
			out.kind, out.text = textExpr, text
		}
		return
	}
	out.kind = joinExpr
	for i := range s.Parts {
		part := &s.Parts[i]
		piece := &expr{start: part.Start, end: part.End}
		if part.Field == nil {
			if text, ok := part.Text(); ok {
				piece.kind, piece.text = textExpr, text
			}
		} else if f := part.Field; !f.Debug && f.Spec == nil && (f.Conversion == 0 || f.Conversion == 's') {
			piece = p.expr(f.Value)
		}
		out.args = append(out.args, piece)
	}
}

// binary reads paths joined by / and strings joined by +; a chain of them is
// one expression.
func (p *pyExtractor) binary(out *expr, e *python.BinOp) {
	if e.Op != "/" && e.Op != "+" {
		return
	}
	var operands []python.Expr
	left := python.Expr(e)
	for {
		b, ok := left.(*python.BinOp)
		if !ok || b.Op != e.Op {
			break
		}
		operands = append(operands, b.Right)
		left = b.Left
	}
	slices.Reverse(operands)
	if e.Op == "/" {
		out.kind, out.x, out.args = slashExpr, p.expr(left), p.exprs(operands)
		return
	}
	out.kind = joinExpr
	for _, part := range append([]*expr{p.expr(left)}, p.exprs(operands)...) {
		if part.kind == joinExpr {
			out.args = append(out.args, part.args...)
		} else {
			out.args = append(out.args, part)
		}
	}
}

func (p *pyExtractor) callExpr(out *expr, c *python.Call) {
	out.kind, out.x = callExpr, p.expr(c.Func)
	for _, a := range c.Args {
		v := p.expr(a.Value)
		if a.Stars > 0 {
			v = &expr{start: a.Start, end: a.End, spread: true}
		}
		out.args = append(out.args, v)
		if a.Name.Name != "" && out.names == nil {
			out.names = make([]string, len(c.Args))
		}
		if a.Name.Name != "" {
			out.names[len(out.args)-1] = a.Name.Name
		}
	}
	if out.x.kind == nameExpr && out.x.text == "dict" { // dict(a=1) is a literal
		keys := make([]*expr, len(c.Args))
		for i, a := range c.Args {
			if a.Name.Name == "" {
				continue
			}
			keys[i] = &expr{kind: textExpr, text: a.Name.Name, start: a.Name.Start, end: a.Name.End}
		}
		out.kind, out.keys = mapExpr, keys
	}
}
