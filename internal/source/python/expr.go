package python

// Node is a statement, an expression or the file itself. The span of a node contains the spans of its children.
type Node interface{ At() Span }

// Expr is an expression, an assignment target, or a pattern of a match statement.
// As in CPython, the span of a parenthesised expression leaves out the parentheses, that of a tuple has them.
type Expr interface {
	Node
	expr()
}

// Ident is a word that is no expression: an attribute, a parameter, a name that is bound. Name is "" where there is none.
type Ident struct {
	Span
	Name string
}

// The leaves.
type (
	// Name is an identifier used as an expression or a target.
	Name struct {
		Span
		ID string
	}
	// Number is a numeric literal, as it is written.
	Number struct {
		Span
		Text string
	}
	// Constant is True, False, None or Ellipsis (written ...), told by Value.
	Constant struct {
		Span
		Value string // "True", "False", "None", "..."
	}
	// Bad stands where an expression was expected and none could be read. Its span is empty.
	Bad struct{ Span }
)

// The displays.
type (
	// List is [a, *b].
	List struct {
		Span
		Elems []Expr
	}
	// Tuple is (a, b), a, b or the index of x[a, b].
	Tuple struct {
		Span
		Elems []Expr
	}
	// Set is {a, b}.
	Set struct {
		Span
		Elems []Expr
	}
	// Dict is {k: v, **more}.
	Dict struct {
		Span
		Items []DictItem
	}
	// DictItem is one entry of a Dict. Key is nil for **Value.
	DictItem struct{ Key, Value Expr }
	// Comprehension is [Elem for …], {Elem for …}, (Elem for …), or with a Key {Key: Elem for …}.
	Comprehension struct {
		Span
		Open    byte // '[', '{' or '('
		Key     Expr // nil but for a dict
		Elem    Expr
		Clauses []Clause
	}
	// Clause is one "for Target in Iter if … if …" of a Comprehension.
	Clause struct {
		Async  bool
		Target Expr
		Iter   Expr
		Ifs    []Expr
	}
)

// Operations on values.
type (
	// Attribute is X.Attr.
	Attribute struct {
		Span
		X    Expr
		Attr Ident
	}
	// Subscript is X[Index]; Index is a Slice for x[a:b] and a Tuple for x[a, b].
	Subscript struct {
		Span
		X, Index Expr
	}
	// Slice is Lo:Hi:Step inside a Subscript; each may be nil.
	Slice struct {
		Span
		Lo, Hi, Step Expr
	}
	// Call is Func(Args…).
	Call struct {
		Span
		Func Expr
		Args []Arg
	}
	// Arg is an argument of a Call, a base of a class, or a sub-pattern of a ClassPattern.
	Arg struct {
		Span
		Stars int   // 1 for *Value, 2 for **Value
		Name  Ident // of Name=Value, else empty
		Value Expr
	}
	// BinOp is Left Op Right with an arithmetic or bitwise operator, as it is written.
	BinOp struct {
		Span
		Op          string
		Left, Right Expr
	}
	// UnaryOp is Op X; Op is "-", "+", "~" or "not".
	UnaryOp struct {
		Span
		Op string
		X  Expr
	}
	// BoolOp is X Op X Op X …; Op is "and" or "or", in a pattern "|".
	BoolOp struct {
		Span
		Op       string
		Operands []Expr
	}
	// Compare is Operands[0] Ops[0] Operands[1] Ops[1] …; an Op may be "in", "not in", "is" or "is not".
	Compare struct {
		Span
		Operands []Expr
		Ops      []string
	}
	// Conditional is Then if Test else Else.
	Conditional struct {
		Span
		Then, Test, Else Expr
	}
	// NamedExpr is (Name := Value).
	NamedExpr struct {
		Span
		Name  *Name
		Value Expr
	}
	// Lambda is "lambda Params: Body".
	Lambda struct {
		Span
		Params []Param
		Body   Expr
	}
	// Await is "await X".
	Await struct {
		Span
		X Expr
	}
	// Yield is "yield X" (X may be nil) or "yield from X".
	Yield struct {
		Span
		From bool
		X    Expr
	}
	// Starred is *X in a display, a target or a subscript.
	Starred struct {
		Span
		X Expr
	}
)

// Patterns of match statements are expressions, and these two: a class pattern looks like a call and is none.
type (
	// ClassPattern is Class(Args…) in a pattern.
	ClassPattern struct {
		Span
		Class Expr
		Args  []Arg
	}
	// AsPattern is "X as Name" in a pattern.
	AsPattern struct {
		Span
		X    Expr
		Name Ident
	}
)

func (*Name) expr()          {}
func (*Number) expr()        {}
func (*Constant) expr()      {}
func (*Bad) expr()           {}
func (*String) expr()        {}
func (*List) expr()          {}
func (*Tuple) expr()         {}
func (*Set) expr()           {}
func (*Dict) expr()          {}
func (*Comprehension) expr() {}
func (*Attribute) expr()     {}
func (*Subscript) expr()     {}
func (*Slice) expr()         {}
func (*Call) expr()          {}
func (*BinOp) expr()         {}
func (*UnaryOp) expr()       {}
func (*BoolOp) expr()        {}
func (*Compare) expr()       {}
func (*Conditional) expr()   {}
func (*NamedExpr) expr()     {}
func (*Lambda) expr()        {}
func (*Await) expr()         {}
func (*Yield) expr()         {}
func (*Starred) expr()       {}
func (*ClassPattern) expr()  {}
func (*AsPattern) expr()     {}
