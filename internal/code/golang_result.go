package code

import "go/ast"

// overwritten marks the calls of a block whose error is assigned to a variable
// that is given another value before anything asks for it.
func overwritten(block []ast.Stmt, discarded map[ast.Node]bool) {
	pending := map[string]ast.Expr{} // name → the call whose error it holds
	for _, stmt := range block {
		assign, isAssign := stmt.(*ast.AssignStmt)
		if !isAssign {
			forget(pending, stmt)
			continue
		}
		for _, e := range assign.Rhs {
			forget(pending, e)
		}
		for _, target := range assign.Lhs {
			name, isName := target.(*ast.Ident)
			if !isName {
				forget(pending, target)
				continue
			}
			if call := pending[name.Name]; call != nil {
				discarded[call] = true
				delete(pending, name.Name)
			}
		}
		if len(assign.Rhs) != 1 {
			continue
		}
		last, isName := assign.Lhs[len(assign.Lhs)-1].(*ast.Ident)
		if _, isCall := assign.Rhs[0].(*ast.CallExpr); isCall && isName && last.Name != "_" {
			pending[last.Name] = assign.Rhs[0]
		}
	}
}

// forget drops the names that a node mentions, and all of them where it may
// go elsewhere than on.
func forget(pending map[string]ast.Expr, n ast.Node) {
	if len(pending) == 0 {
		return
	}
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			delete(pending, n.Name)
		case *ast.BranchStmt, *ast.ReturnStmt, *ast.LabeledStmt, *ast.FuncLit:
			clear(pending)
		}
		return true
	})
}
