package code

import (
	"go/ast"
	"go/constant"
	"go/token"
	"slices"
	"strconv"
	"strings"
)

// findConstants keeps the constants and the variables that are set once.
func (g *goExtractor) findConstants(file *ast.File) {
	times := map[string]int{}
	set := func(name ast.Expr, value ast.Expr) {
		if id, ok := name.(*ast.Ident); ok {
			times[id.Name]++
			g.constants[id.Name] = value
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ValueSpec:
			for i, name := range n.Names {
				if i < len(n.Values) && len(n.Names) == len(n.Values) {
					set(name, n.Values[i])
				} else {
					set(name, nil)
				}
			}
		case *ast.AssignStmt:
			for i, name := range n.Lhs {
				if len(n.Lhs) == len(n.Rhs) && n.Tok == token.DEFINE {
					set(name, n.Rhs[i])
				} else {
					set(name, nil)
				}
				if index, ok := name.(*ast.IndexExpr); ok { // m["k"] = v
					set(index.X, nil)
				}
			}
		case *ast.Field:
			for _, name := range n.Names {
				set(name, nil)
			}
		case *ast.RangeStmt:
			set(n.Key, nil)
			set(n.Value, nil)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				set(n.X, nil)
			}
		}
		return true
	})
	for name, n := range times {
		if n != 1 || g.constants[name] == nil {
			delete(g.constants, name)
		}
	}
}

func (g *goExtractor) expr(e ast.Expr) *expr {
	if e == nil {
		return opaque
	}
	if made, ok := g.made[e]; ok {
		return made
	}
	out := &expr{start: g.offset(e.Pos()), end: g.offset(e.End())}
	g.made[e] = out
	if g.types != nil && g.types.Constant != nil {
		if v := g.types.Constant(e); v != nil && goConstant(out, v) {
			return out
		}
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		return g.expr(e.X)
	case *ast.BasicLit:
		goConstant(out, constant.MakeFromLiteral(e.Value, e.Kind, 0))
	case *ast.Ident:
		if r, ok := g.sent[e]; ok {
			out.kind = mapExpr
			out.member("name", g.expr(r.name))
			if r.args != nil {
				out.member("arguments", g.expr(r.args))
			}
			return out
		}
		switch e.Name {
		case "true", "false":
			out.kind, out.text = boolExpr, e.Name
		case "nil":
			out.kind = nullExpr
		default:
			out.kind, out.text = nameExpr, e.Name
			if v := g.constants[e.Name]; v != nil {
				out.value = func() *expr { return g.expr(v) }
			}
		}
	case *ast.SelectorExpr:
		out.kind, out.x, out.text = memberExpr, g.expr(e.X), e.Sel.Name
	case *ast.UnaryExpr:
		if x := g.expr(e.X); e.Op == token.AND {
			out.is(x)
		} else if e.Op == token.SUB && x.kind == numberExpr && !strings.HasPrefix(x.text, "-") {
			out.kind, out.text = numberExpr, "-"+x.text
		}
	case *ast.BinaryExpr:
		if e.Op == token.ADD {
			g.sum(out, e)
		}
	case *ast.IndexExpr:
		out.kind, out.x, out.args = indexExpr, g.expr(e.X), []*expr{g.expr(e.Index)}
	case *ast.CompositeLit:
		g.composite(out, e)
	case *ast.CallExpr:
		g.callExpr(out, e)
	}
	return out
}

// sum reads a chain of additions as one expression.
func (g *goExtractor) sum(out *expr, e *ast.BinaryExpr) {
	var operands []ast.Expr
	left := ast.Expr(e)
	for {
		b, ok := left.(*ast.BinaryExpr)
		if !ok || b.Op != token.ADD {
			break
		}
		operands = append(operands, b.Y)
		left = b.X
	}
	operands = append(operands, left)
	slices.Reverse(operands)
	out.kind = joinExpr
	for _, operand := range operands {
		if part := g.expr(operand); part.kind == joinExpr {
			out.args = append(out.args, part.args...)
		} else {
			out.args = append(out.args, part)
		}
	}
}

// goConstant turns the value of a constant into a literal.
func goConstant(out *expr, v constant.Value) bool {
	switch v.Kind() {
	case constant.String:
		out.kind, out.text = textExpr, constant.StringVal(v)
	case constant.Bool:
		out.kind, out.text = boolExpr, v.String()
	case constant.Int:
		out.kind, out.text = numberExpr, v.ExactString()
	case constant.Float:
		f, _ := constant.Float64Val(v)
		out.kind, out.text = numberExpr, strconv.FormatFloat(f, 'g', -1, 64)
	default:
		return false
	}
	return true
}

// composite reads map[string]any{…} and []any{…}; what a struct becomes as
// JSON is not told by its literal alone.
func (g *goExtractor) composite(out *expr, c *ast.CompositeLit) {
	name, isName := c.Type.(*ast.Ident)
	selector, isSelector := c.Type.(*ast.SelectorExpr)
	_, isMap := c.Type.(*ast.MapType)
	isMap = isMap || isName && strings.HasSuffix(name.Name, "Args") || isSelector && strings.HasSuffix(selector.Sel.Name, "Args") || isSelector && selector.Sel.Name == "H"
	switch _, isArray := c.Type.(*ast.ArrayType); {
	case isSelector && (selector.Sel.Name == "Request" || selector.Sel.Name == "CallToolParams" || selector.Sel.Name == "CallToolRequest"): // of the gateway's Do, of the CallTool of the SDK and of mcp-go
		out.kind = mapExpr
		for _, elem := range c.Elts {
			if kv, ok := elem.(*ast.KeyValueExpr); ok {
				if field, ok := kv.Key.(*ast.Ident); ok {
					out.member(strings.ToLower(field.Name), g.expr(kv.Value))
				}
			}
		}
	case isArray:
		out.kind = listExpr
		for _, elem := range c.Elts {
			if _, keyed := elem.(*ast.KeyValueExpr); keyed {
				out.kind = opaqueExpr
				return
			}
			out.args = append(out.args, g.expr(elem))
		}
	case isMap:
		out.kind = mapExpr
		for _, elem := range c.Elts {
			kv, ok := elem.(*ast.KeyValueExpr)
			if !ok {
				out.kind = opaqueExpr
				return
			}
			key := g.expr(kv.Key)
			if _, constant := key.constText(); !constant {
				key = nil
			}
			out.keys = append(out.keys, key)
			out.args = append(out.args, g.expr(kv.Value))
		}
	}
}

// callExpr reads a call; fmt.Sprintf with %s and %v is a string that is put
// together.
func (g *goExtractor) callExpr(out *expr, c *ast.CallExpr) {
	out.kind, out.x = callExpr, g.expr(c.Fun)
	for _, a := range c.Args {
		out.args = append(out.args, g.expr(a))
	}
	if c.Ellipsis.IsValid() && len(out.args) > 0 {
		out.args[len(out.args)-1] = &expr{start: out.start, end: out.end, spread: true}
	}
	if out.x.last() != "Sprintf" || len(out.args) == 0 || out.args[0].kind != textExpr {
		return
	}
	rest := out.args[1:]
	var parts []*expr
	for text := out.args[0].text; text != ""; {
		before, after, found := strings.Cut(text, "%")
		if before != "" {
			parts = append(parts, &expr{kind: textExpr, text: before, start: out.start, end: out.end})
		}
		if !found {
			break
		}
		if after == "" || !strings.Contains("svdq", after[:1]) || len(rest) == 0 {
			return
		}
		parts = append(parts, rest[0])
		rest, text = rest[1:], after[1:]
	}
	out.kind, out.args = joinExpr, parts
}
