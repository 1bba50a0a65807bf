package python

import "iter"

// Walk calls visit for n and then, if visit returned true, walks the children of n in source order.
func Walk(n Node, visit func(Node) bool) {
	if visit(n) {
		children(n, func(child Node) { Walk(child, visit) })
	}
}

// Nodes yields each node of the file before its children, with its ancestors from the file down to its parent. The
// slice is valid only until the loop goes on.
func (f *File) Nodes() iter.Seq2[Node, []Node] {
	return func(yield func(Node, []Node) bool) {
		path := []Node{f}
		going := true
		var descend func(Node)
		descend = func(n Node) {
			if going = going && yield(n, path); !going {
				return
			}
			path = append(path, n)
			children(n, descend)
			path = path[:len(path)-1]
		}
		children(f, descend)
	}
}

// children calls f for each child of n in source order.
func children(n Node, f func(Node)) {
	switch n := n.(type) {
	case *File:
		stmts(f, n.Body)
	case Stmt:
		stmtChildren(n, f)
	case Expr:
		exprChildren(n, f)
	}
}

func stmts(f func(Node), list []Stmt) {
	for _, s := range list {
		f(s)
	}
}

func exprs(f func(Node), list ...Expr) {
	for _, e := range list {
		if e != nil {
			f(e)
		}
	}
}

func args(f func(Node), list []Arg) {
	for _, a := range list {
		exprs(f, a.Value)
	}
}

func params(f func(Node), list []Param) {
	for _, p := range list {
		exprs(f, p.Annotation, p.Default)
	}
}

func parts(f func(Node), list []Part) {
	for _, p := range list {
		if p.Field != nil {
			exprs(f, p.Field.Value)
			parts(f, p.Field.Spec)
		}
	}
}

func stmtChildren(s Stmt, f func(Node)) {
	switch s := s.(type) {
	case *ExprStmt:
		exprs(f, s.X)
	case *Assign:
		exprs(f, s.Targets...)
		exprs(f, s.Annotation, s.Value)
	case *Return:
		exprs(f, s.Value)
	case *Delete:
		exprs(f, s.Targets...)
	case *Simple:
		exprs(f, s.Exprs...)
	case *TypeAlias:
		params(f, s.TypeParams)
		exprs(f, s.Value)
	case *FunctionDef:
		exprs(f, s.Decorators...)
		params(f, s.TypeParams)
		params(f, s.Params)
		exprs(f, s.Returns)
		stmts(f, s.Body)
	case *ClassDef:
		exprs(f, s.Decorators...)
		params(f, s.TypeParams)
		args(f, s.Args)
		stmts(f, s.Body)
	case *If:
		for _, b := range s.Branches {
			exprs(f, b.Test)
			stmts(f, b.Body)
		}
		stmts(f, s.Else)
	case *While:
		exprs(f, s.Test)
		stmts(f, s.Body)
		stmts(f, s.Else)
	case *For:
		exprs(f, s.Target, s.Iter)
		stmts(f, s.Body)
		stmts(f, s.Else)
	case *With:
		for _, item := range s.Items {
			exprs(f, item.Context, item.Target)
		}
		stmts(f, s.Body)
	case *Try:
		stmts(f, s.Body)
		for _, h := range s.Handlers {
			exprs(f, h.Type)
			stmts(f, h.Body)
		}
		stmts(f, s.Else)
		stmts(f, s.Finally)
	case *Match:
		exprs(f, s.Subject)
		for _, c := range s.Cases {
			exprs(f, c.Pattern, c.Guard)
			stmts(f, c.Body)
		}
	}
}

func exprChildren(e Expr, f func(Node)) {
	switch e := e.(type) {
	case *String:
		parts(f, e.Parts)
	case *List:
		exprs(f, e.Elems...)
	case *Tuple:
		exprs(f, e.Elems...)
	case *Set:
		exprs(f, e.Elems...)
	case *Dict:
		for _, item := range e.Items {
			exprs(f, item.Key, item.Value)
		}
	case *Comprehension:
		exprs(f, e.Key, e.Elem)
		for _, c := range e.Clauses {
			exprs(f, c.Target, c.Iter)
			exprs(f, c.Ifs...)
		}
	case *Attribute:
		exprs(f, e.X)
	case *Subscript:
		exprs(f, e.X, e.Index)
	case *Slice:
		exprs(f, e.Lo, e.Hi, e.Step)
	case *Call:
		exprs(f, e.Func)
		args(f, e.Args)
	case *BinOp:
		exprs(f, e.Left, e.Right)
	case *UnaryOp:
		exprs(f, e.X)
	case *BoolOp:
		exprs(f, e.Operands...)
	case *Compare:
		exprs(f, e.Operands...)
	case *Conditional:
		exprs(f, e.Then, e.Test, e.Else)
	case *NamedExpr:
		exprs(f, e.Name, e.Value)
	case *Lambda:
		params(f, e.Params)
		exprs(f, e.Body)
	case *Await:
		exprs(f, e.X)
	case *Yield:
		exprs(f, e.X)
	case *Starred:
		exprs(f, e.X)
	case *ClassPattern:
		exprs(f, e.Class)
		args(f, e.Args)
	case *AsPattern:
		exprs(f, e.X)
	}
}
