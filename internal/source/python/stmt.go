package python

// Stmt is a statement. Its span ends with its last token: no line end, no semicolon, no comment.
// That of a decorated function or class starts at its first decorator.
type Stmt interface {
	Node
	stmt()
}

// Simple statements.
type (
	// ExprStmt is an expression on its own: a call, a docstring.
	ExprStmt struct {
		Span
		X Expr
	}
	// Assign is an assignment in each of its forms: a = b = Value; a: Annotation = Value, where Value may be nil; a += Value.
	Assign struct {
		Span
		Targets    []Expr // several only for a = b = Value
		Annotation Expr   // nil but for an annotated assignment
		Op         string // "+=" and so on, "" but for an augmented assignment
		Value      Expr
	}
	// Import is "import a.b as c, d".
	Import struct {
		Span
		Names []Alias
	}
	// ImportFrom is "from ..a.b import c as d, e" or "from a import *", whose one name is "*".
	ImportFrom struct {
		Span
		Dots   int    // leading dots: 0 is absolute, 1 the own package
		Module Dotted // empty for "from . import x"
		Names  []Alias
	}
	// Alias is one "Name as As" of an import; As is empty where there is none.
	Alias struct {
		Name Dotted // of one part in an ImportFrom
		As   Ident
	}
	// Dotted is a dotted name: a.b.c.
	Dotted struct {
		Span
		Parts []Ident
	}
	// Return is "return Value"; Value may be nil.
	Return struct {
		Span
		Value Expr
	}
	// Delete is "del a, b[c]".
	Delete struct {
		Span
		Targets []Expr
	}
	// Global is "global a, b" or "nonlocal a, b".
	Global struct {
		Span
		Nonlocal bool
		Names    []Ident
	}
	// Simple is what is left: pass, break, continue, raise, assert, with its expressions in order.
	// Decorators that nothing follows are a Simple with the keyword "@".
	Simple struct {
		Span
		Keyword string
		Exprs   []Expr
	}
	// TypeAlias is "type Name[TypeParams] = Value".
	TypeAlias struct {
		Span
		Name       Ident
		TypeParams []Param
		Value      Expr
	}
)

// Compound statements.
type (
	// FunctionDef is "def" or "async def".
	FunctionDef struct {
		Span
		Decorators []Expr
		Async      bool
		Name       Ident
		TypeParams []Param
		Params     []Param
		Returns    Expr // nil where there is none
		Body       []Stmt
	}
	// Param is a parameter of a function or lambda, or a type parameter (its bound is the Annotation).
	Param struct {
		Span
		Stars      int   // 1 for *args, 2 for **kwargs
		Name       Ident // empty for the separators * and /
		Annotation Expr  // or nil
		Default    Expr  // or nil
	}
	// ClassDef is "class Name(Args): Body"; Args are bases and keywords such as metaclass.
	ClassDef struct {
		Span
		Decorators []Expr
		Name       Ident
		TypeParams []Param
		Args       []Arg
		Body       []Stmt
	}
	// If is if … elif … else; the first branch is the if.
	If struct {
		Span
		Branches []Branch
		Else     []Stmt
	}
	// Branch is the test and body of an if or elif.
	Branch struct {
		Test Expr
		Body []Stmt
	}
	// While is "while Test: Body else: Else".
	While struct {
		Span
		Test       Expr
		Body, Else []Stmt
	}
	// For is "for Target in Iter: Body else: Else".
	For struct {
		Span
		Async        bool
		Target, Iter Expr
		Body, Else   []Stmt
	}
	// With is "with Items: Body".
	With struct {
		Span
		Async bool
		Items []WithItem
		Body  []Stmt
	}
	// WithItem is "Context as Target"; Target may be nil.
	WithItem struct{ Context, Target Expr }
	// Try is try … except … else … finally.
	Try struct {
		Span
		Body          []Stmt
		Handlers      []Handler
		Else, Finally []Stmt
	}
	// Handler is "except Type as Name: Body"; Type is nil for a bare except.
	Handler struct {
		Star bool // except*
		Type Expr
		Name Ident
		Body []Stmt
	}
	// Match is "match Subject: Cases".
	Match struct {
		Span
		Subject Expr
		Cases   []Case
	}
	// Case is "case Pattern if Guard: Body"; Guard may be nil.
	Case struct {
		Pattern, Guard Expr
		Body           []Stmt
	}
)

func (*ExprStmt) stmt()    {}
func (*Assign) stmt()      {}
func (*Import) stmt()      {}
func (*ImportFrom) stmt()  {}
func (*Return) stmt()      {}
func (*Delete) stmt()      {}
func (*Global) stmt()      {}
func (*Simple) stmt()      {}
func (*TypeAlias) stmt()   {}
func (*FunctionDef) stmt() {}
func (*ClassDef) stmt()    {}
func (*If) stmt()          {}
func (*While) stmt()       {}
func (*For) stmt()         {}
func (*With) stmt()        {}
func (*Try) stmt()         {}
func (*Match) stmt()       {}

// String returns the name as it is written without white space: "a.b.c".
func (d Dotted) String() string {
	if len(d.Parts) == 1 {
		return d.Parts[0].Name
	}
	var b []byte
	for i, part := range d.Parts {
		if i > 0 {
			b = append(b, '.')
		}
		b = append(b, part.Name...)
	}
	return string(b)
}
