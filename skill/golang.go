package skill

import (
	"bytes"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/scanner"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"
)

// A goModule is a go.mod of the workspace.
type goModule struct{ name, dir string }

// addGoModule reads the name of a module.
func (r *resolver) addGoModule(p string) {
	src, err := readCapped(r.fsys, p, maxManifest)
	if err != nil {
		return
	}
	for line := range bytes.Lines(src) {
		words := strings.Fields(strings.SplitN(string(line), "//", 2)[0])
		if len(words) == 2 && words[0] == "module" {
			name := words[1]
			if unquoted, err := strconv.Unquote(name); err == nil {
				name = unquoted
			}
			r.goModules = append(r.goModules, goModule{name, path.Dir(p)})
			return
		}
	}
}

// goPackage returns the folder of an imported package, "" when no module of
// the workspace has it. The module with the longest name decides.
func (r *resolver) goPackage(name string) string {
	best := goModule{}
	for _, m := range r.goModules {
		if inFolder(name, m.name) && len(m.name) > len(best.name) {
			best = m
		}
	}
	if best.name == "" {
		return ""
	}
	dir := path.Join(best.dir, strings.TrimPrefix(name, best.name))
	if target, kind := r.ws.Tree.Resolve(dir); kind == Dir {
		return target
	}
	return ""
}

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
	file, err := parser.ParseFile(fset, x.path, x.src, parser.SkipObjectResolution)
	if list, ok := err.(scanner.ErrorList); ok && len(list) > 0 {
		x.fault(list[0].Pos.Offset, list[0].Msg)
	}
	if file != nil {
		x.goFile(file, func(p token.Pos) int { return fset.PositionFor(p, false).Offset }, nil)
	}
}

// GoSource reads a Go file of a skill with the help of its types. offset
// gives the byte of a position. It is nil when the file lies in no skill.
func (ws *Workspace) GoSource(p string, src []byte, file *ast.File, offset func(token.Pos) int, types *GoTypes) *Source {
	own := ws.SkillAt(p)
	if own == nil || ws.resolver == nil {
		return nil
	}
	f := ws.files[p]
	if f == nil || !bytes.Equal(f.Src, src) {
		f = ws.addFile(p, src)
	}
	x := &extractor{resolver: ws.resolver, path: p, src: src, pos: f.Pos, skill: own}
	x.goFile(file, offset, types)
	x.finish()
	return &Source{File: f, Lang: "go", Skill: own, Refs: x.refs}
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
			if dir := g.goPackage(name); dir != "" {
				g.importRef(g.name(name, offset(imp.Path.Pos()), offset(imp.Path.End())), dir, nil, noName)
			}
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
			g.reach(g.expr(n), anyUse)
			g.key(g.expr(n), bound[n])
		case *ast.IndexExpr:
			g.data(g.expr(n), false)
		}
		return true
	})
}

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

func (g *goExtractor) callNode(c *ast.CallExpr, discarded bool, bound string) {
	e := g.expr(c)
	if e.kind == joinExpr { // fmt.Sprintf
		g.key(e, bound)
		g.reach(e, anyUse)
		return
	}
	names := e.x.dotted()
	if g.types != nil && g.types.Callee != nil {
		if typed := g.types.Callee(c); typed != nil {
			names = typed
		}
	}
	for i := range g.patterns {
		p := &g.patterns[i]
		if p.matches(names) || p.matchesTyped(names) {
			g.toolCall(e, e.arg(p.Name), e.arg(p.Args), discarded)
			break
		}
	}
	g.reach(e, anyUse)
	if !namesFiles(e) {
		return
	}
	for i, a := range e.args {
		g.argument(a, fileUse, 0)
		if i == 0 && keyContext(e) != "" {
			g.key(a, keyContext(e))
		}
	}
}

// matchesTyped reports whether a method of a type in a package, "gateway",
// "Gateway", "Call", is the pattern's, by the name of either.
func (c *CallPattern) matchesTyped(names []string) bool {
	n := len(c.Callee)
	if len(names) != 3 || n < 2 || c.Callee[n-1] != names[2] {
		return false
	}
	return c.Callee[n-2] == names[0] || strings.EqualFold(c.Callee[n-2], names[1])
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
			*out = *x
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
	case isSelector && selector.Sel.Name == "Request": // of the gateway's Do
		out.kind = mapExpr
		for _, elem := range c.Elts {
			if kv, ok := elem.(*ast.KeyValueExpr); ok {
				if field, ok := kv.Key.(*ast.Ident); ok {
					out.keys = append(out.keys, &expr{kind: textExpr, text: strings.ToLower(field.Name)})
					out.args = append(out.args, g.expr(kv.Value))
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
