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
	x.lang = Go
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
	sent      map[*ast.Ident]goRequest // requests where they are sent
}

func (x *extractor) goFile(file *ast.File, offset func(token.Pos) int, types *GoTypes) {
	g := &goExtractor{x, offset, types, map[string]ast.Expr{}, map[ast.Expr]*expr{}, map[*ast.Ident]goRequest{}}
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
			g.requests(n.List)
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
	g.effect(e)
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

// A goRequest is a request of mark3labs/mcp-go that is filled field by field.
type goRequest struct{ name, args ast.Expr }

// requests reads the requests that a list of statements makes, fills and sends:
//
//	req := mcp.CallToolRequest{}
//	req.Params.Name = "pay"
//	req.Params.Arguments = map[string]any{"amount": 3}
//	client.CallTool(ctx, req)
//
// One that is changed in another way is not known.
func (g *goExtractor) requests(list []ast.Stmt) {
	open := map[string]goRequest{}
	for _, stmt := range list {
		if name := newRequest(stmt); name != "" {
			open[name] = goRequest{}
			continue
		}
		if len(open) == 0 {
			continue
		}
		if name, field, value := filledField(stmt); value != nil {
			if r, ok := open[name]; ok {
				switch field {
				case "Name":
					r.name = value
				case "Arguments":
					r.args = value
				}
				open[name] = r
				continue
			}
		}
		for name := range open {
			if changes(stmt, name) {
				delete(open, name)
			}
		}
		ast.Inspect(stmt, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			for _, arg := range call.Args {
				if id, ok := arg.(*ast.Ident); ok && open[id.Name].name != nil {
					g.sent[id] = open[id.Name]
				}
			}
			return true
		})
	}
}

// newRequest is the variable that a statement makes an empty request, "" for none.
func newRequest(stmt ast.Stmt) string {
	var names []ast.Expr
	var typ ast.Expr
	switch s := stmt.(type) {
	case *ast.AssignStmt:
		if len(s.Rhs) == 1 && s.Tok == token.DEFINE {
			if lit, ok := s.Rhs[0].(*ast.CompositeLit); ok && len(lit.Elts) == 0 {
				names, typ = s.Lhs, lit.Type
			}
		}
	case *ast.DeclStmt:
		if d, ok := s.Decl.(*ast.GenDecl); ok && len(d.Specs) == 1 {
			if v, ok := d.Specs[0].(*ast.ValueSpec); ok && len(v.Values) == 0 && len(v.Names) == 1 {
				names, typ = []ast.Expr{v.Names[0]}, v.Type
			}
		}
	}
	selector, ok := typ.(*ast.SelectorExpr)
	if !ok || selector.Sel.Name != "CallToolRequest" || len(names) != 1 {
		return ""
	}
	id, ok := names[0].(*ast.Ident)
	if !ok {
		return ""
	}
	return id.Name
}

// filledField reads name.Params.field = value.
func filledField(stmt ast.Stmt) (name, field string, value ast.Expr) {
	s, ok := stmt.(*ast.AssignStmt)
	if !ok || s.Tok != token.ASSIGN || len(s.Lhs) != 1 || len(s.Rhs) != 1 {
		return "", "", nil
	}
	outer, ok := s.Lhs[0].(*ast.SelectorExpr)
	if !ok {
		return "", "", nil
	}
	inner, ok := outer.X.(*ast.SelectorExpr)
	if !ok || inner.Sel.Name != "Params" {
		return "", "", nil
	}
	id, ok := inner.X.(*ast.Ident)
	if !ok {
		return "", "", nil
	}
	return id.Name, outer.Sel.Name, s.Rhs[0]
}

// changes reports whether a statement may change a variable, or make another of its name.
func changes(stmt ast.Stmt, name string) bool {
	found := false
	ast.Inspect(stmt, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, left := range n.Lhs {
				found = found || root(left) == name
			}
		case *ast.UnaryExpr:
			found = found || n.Op == token.AND && root(n.X) == name
		}
		return !found
	})
	return found
}

// root is the variable that an expression is a part of, "" for none.
func root(e ast.Expr) string {
	for {
		switch x := e.(type) {
		case *ast.SelectorExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		case *ast.Ident:
			return x.Name
		default:
			return ""
		}
	}
}
