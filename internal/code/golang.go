package code

import (
	"go/ast"
	"go/constant"
	"go/parser"
	"go/scanner"
	"go/token"
	"strconv"
	"strings"
)

// GoTypes tell what the source alone does not: what is called, and the values
// of constants.
type GoTypes struct {
	// Callee returns the names of what is called, as "gateway", "Gateway",
	// "Call": package, type, method; nil when it is unknown.
	Callee func(call *ast.CallExpr) []string
	// Constant returns the value of a constant expression, nil for any other.
	Constant func(e ast.Expr) constant.Value
}

func extractGo(x *extractor) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", x.src, parser.SkipObjectResolution)
	if list, ok := err.(scanner.ErrorList); ok && len(list) > 0 {
		x.fault(list[0].Pos.Offset, list[0].Msg)
	}
	if file != nil {
		x.goFile(file, func(p token.Pos) int { return fset.PositionFor(p, false).Offset }, nil)
	}
}

// GoFacts are the Facts of a Go file with the help of its types. offset gives
// the byte of a position.
func (r *Reader) GoFacts(src []byte, file *ast.File, offset func(token.Pos) int, types *GoTypes) *Facts {
	x := r.extractor(src)
	x.goFile(file, offset, types)
	return x.out
}

// A goExtractor translates Go's tree for the extractor.
type goExtractor struct {
	*extractor
	offset    func(token.Pos) int
	types     *GoTypes
	constants map[string]ast.Expr // of the package level and of functions, where the name is given once
	made      map[ast.Expr]*expr
}

func (x *extractor) goFile(file *ast.File, offset func(token.Pos) int, types *GoTypes) {
	g := &goExtractor{x, offset, types, map[string]ast.Expr{}, map[ast.Expr]*expr{}}
	for _, imp := range file.Imports {
		if name, err := strconv.Unquote(imp.Path.Value); err == nil {
			g.out.Imports = append(g.out.Imports, Import{Name: g.name(name, offset(imp.Path.Pos()), offset(imp.Path.End()))})
		}
	}
	g.findConstants(file)
	discarded := map[ast.Node]bool{}
	bound := map[ast.Expr]string{}
	inner := map[*ast.BinaryExpr]bool{} // parts of a longer sum
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ExprStmt:
			discarded[n.X] = true
		case *ast.GoStmt:
			discarded[n.Call] = true
		case *ast.DeferStmt:
			discarded[n.Call] = true
		case *ast.BlockStmt:
			overwritten(n.List, discarded)
		case *ast.CaseClause:
			overwritten(n.Body, discarded)
		case *ast.CommClause:
			overwritten(n.Body, discarded)
		case *ast.AssignStmt:
			if len(n.Rhs) == 1 {
				if last, ok := n.Lhs[len(n.Lhs)-1].(*ast.Ident); ok && last.Name == "_" {
					discarded[n.Rhs[0]] = true
				}
			}
			for i, rhs := range n.Rhs {
				if name, ok := n.Lhs[min(i, len(n.Lhs)-1)].(*ast.Ident); ok {
					bound[rhs] = name.Name
				}
			}
		case *ast.ValueSpec:
			for i, v := range n.Values {
				bound[v] = n.Names[min(i, len(n.Names)-1)].Name
			}
		case *ast.CallExpr:
			g.callNode(n, discarded[n], bound[n])
		case *ast.BinaryExpr:
			if n.Op != token.ADD || inner[n] {
				return true
			}
			for x, ok := n.X.(*ast.BinaryExpr); ok && x.Op == token.ADD; x, ok = x.X.(*ast.BinaryExpr) {
				inner[x] = true
			}
			g.reach(g.expr(n), AnyUse)
			g.key(g.expr(n), bound[n])
		case *ast.CompositeLit:
			g.table(bound[n], g.expr(n))
		case *ast.IndexExpr:
			g.data(g.expr(n), false)
		}
		return true
	})
}

func (g *goExtractor) callNode(c *ast.CallExpr, discarded bool, bound string) {
	e := g.expr(c)
	if e.kind == joinExpr { // fmt.Sprintf
		g.key(e, bound)
		g.reach(e, AnyUse)
		return
	}
	names := e.x.dotted()
	if g.types != nil && g.types.Callee != nil {
		if typed := g.types.Callee(c); typed != nil {
			names = typed
		}
	}
	g.registered(e)
	for i := range g.patterns {
		p := &g.patterns[i]
		if p.matches(names) || matchesTyped(p, names) {
			g.toolCall(e, e.arg(p.Name), e.arg(p.Args), discarded)
			break
		}
	}
	g.reach(e, AnyUse)
	if !namesFiles(e) {
		return
	}
	g.callArguments(e, FileUse)
}

// matchesTyped reports whether a method of a type in a package, "gateway",
// "Gateway", "Call", is the pattern's, by the name of either.
func matchesTyped(c *CallPattern, names []string) bool {
	n := len(c.Callee)
	if len(names) != 3 || n < 2 || c.Callee[n-1] != names[2] {
		return false
	}
	return c.Callee[n-2] == names[0] || strings.EqualFold(c.Callee[n-2], names[1])
}
