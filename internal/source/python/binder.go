package python

func (b *binder) stmts(list []Stmt) {
	for _, s := range list {
		b.visit(s)
	}
}

// visit binds the names that n binds, and walks into it.
func (b *binder) visit(n Node) {
	switch n := n.(type) {
	case *Assign:
		b.assign(n)
	case *Import:
		for _, a := range n.Names {
			if a.As.Name == "" {
				a.As = a.Name.Parts[0]
			}
			b.imported(a.As)
		}
	case *ImportFrom:
		for _, a := range n.Names {
			switch name := a.Name.Parts[0]; {
			case name.Name == "*":
				b.scope.star = n.Start
			case a.As.Name != "":
				b.imported(a.As)
			default:
				b.imported(name)
			}
		}
	case *Delete:
		for _, t := range n.Targets {
			b.target(t, nil)
		}
		children(n, b.visitNode)
	case *Global:
		if b.scope.foreign == nil {
			b.scope.foreign = map[string]bool{}
		}
		for _, id := range n.Names {
			b.scope.foreign[id.Name] = true
			b.rebound = append(b.rebound, use{b.scope.outer, id.Name})
		}
	case *TypeAlias:
		b.ident(n.Name)
	case *FunctionDef:
		b.ident(n.Name)
		b.function(n)
	case *ClassDef:
		b.ident(n.Name)
		b.class(n)
	case *Lambda:
		params(b.visitNode, n.Params)
		b.in(n.Body.At(), false, func() {
			b.params(n.Params)
			b.visit(n.Body)
		})
	case *Comprehension:
		b.in(n.Span, false, func() {
			for _, c := range n.Clauses {
				b.target(c.Target, nil)
			}
			children(n, b.visitNode)
		})
	case *For:
		b.target(n.Target, nil)
		children(n, b.visitNode)
	case *With:
		for _, item := range n.Items {
			if item.Target != nil {
				b.target(item.Target, nil)
			}
		}
		children(n, b.visitNode)
	case *Try:
		for _, h := range n.Handlers {
			b.ident(h.Name)
		}
		children(n, b.visitNode)
	case *Match:
		for _, c := range n.Cases {
			b.pattern(c.Pattern)
		}
		children(n, b.visitNode)
	case *NamedExpr:
		b.walrus(n)
	case *Call:
		if a, ok := n.Func.(*Attribute); ok && changes(a.Attr.Name) {
			b.change(a.X)
		}
		children(n, b.visitNode)
	default:
		children(n, b.visitNode)
	}
}

func (b *binder) visitNode(n Node) { b.visit(n) }

func (b *binder) assign(a *Assign) {
	for _, t := range a.Targets {
		switch {
		case a.Op != "":
			b.target(t, nil)
		case a.Annotation == nil || a.Value != nil:
			b.target(t, a.Value)
		}
	}
	children(a, b.visitNode)
}

func (b *binder) function(f *FunctionDef) {
	exprs(b.visitNode, f.Decorators...)
	params(b.visitNode, f.Params)
	exprs(b.visitNode, f.Returns)
	b.in(bodySpan(f.Body, f.End), false, func() {
		b.params(f.TypeParams)
		b.params(f.Params)
		b.stmts(f.Body)
	})
}

func (b *binder) class(c *ClassDef) {
	exprs(b.visitNode, c.Decorators...)
	args(b.visitNode, c.Args)
	b.in(bodySpan(c.Body, c.End), true, func() {
		b.params(c.TypeParams)
		b.stmts(c.Body)
	})
}

func bodySpan(body []Stmt, end int) Span {
	if len(body) == 0 {
		return Span{end, end}
	}
	return Span{body[0].At().Start, body[len(body)-1].At().End}
}

func (b *binder) params(list []Param) {
	for _, p := range list {
		b.ident(p.Name)
	}
}

// walrus binds in the scope around the comprehensions that it stands in (PEP 572).
func (b *binder) walrus(n *NamedExpr) {
	b.bind(n.Name.ID, nil, n.Start)
	b.rebound = append(b.rebound, use{b.scope.outer, n.Name.ID})
	b.visit(n.Value)
}

// pattern binds the names that a pattern captures.
func (b *binder) pattern(e Expr) {
	switch e := e.(type) {
	case *Name:
		b.bind(e.ID, nil, e.Start)
	case *AsPattern:
		b.ident(e.Name)
		b.pattern(e.X)
	case *ClassPattern:
		for _, a := range e.Args {
			b.pattern(a.Value)
		}
	case *Dict:
		for _, item := range e.Items {
			b.pattern(item.Value)
		}
	case *Attribute:
	default:
		if e != nil {
			exprChildren(e, func(n Node) { b.pattern(n.(Expr)) })
		}
	}
}

// changes tells whether a method of this name changes a list, dict or set in place.
func changes(method string) bool {
	switch method {
	case "add", "append", "clear", "difference_update", "discard", "extend", "insert", "intersection_update", "pop",
		"popitem", "remove", "reverse", "setdefault", "sort", "symmetric_difference_update", "update":
		return true
	}
	return false
}
