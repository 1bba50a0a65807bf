package ecmascript

// A Span is a half-open range of byte offsets into the source.
type Span struct{ Start, End int }

// Range returns the span itself; through it every expression has its range.
func (s Span) Range() Span { return s }

// Contains says whether offset lies in the span.
func (s Span) Contains(offset int) bool { return s.Start <= offset && offset < s.End }

// An Expr is one of *Ident, *String, *Template, *Number, *Literal, *Object,
// *Array, *Member, *Call, *Concat, *Assign, *Spread, *Function and *Opaque.
// Parentheses, `as T`, `satisfies T`, `<T>x` and `x!` leave no trace.
type Expr interface{ Range() Span }

// An Ident is a name, `this` and `super` included.
type Ident struct {
	Span
	Name string
}

// A String is a string literal, or a template literal without substitutions.
// Value is decoded; a lone surrogate is U+FFFD. File.Offset maps a position in
// Value back to the source.
type String struct {
	Span
	Value string
}

// A Template is a template literal with substitutions, or a tagged one.
// len(Texts) == len(Exprs)+1: the texts stand around and between the
// expressions.
type Template struct {
	Span
	Tag   Expr // nil without a tag
	Texts []Text
	Exprs []Expr
}

// A Text is a decoded literal part of a template, and where it stands. Of a
// tagged template the tag may want the source instead: File.Source.
type Text struct {
	Span
	Value string
}

// A Number is a numeric literal, with its sign if it has one. Text is as
// written. Value is rounded to a float64 as ECMAScript does; a BigInt too.
type Number struct {
	Span
	Text  string
	Value float64
}

// A Literal is `true`, `false`, `null` or `undefined`.
type Literal struct {
	Span
	Name string
}

// An Object is an object literal, or an object pattern.
type Object struct {
	Span
	Props []Prop
}

// A PropKind says how a property of an object literal is written.
type PropKind uint8

const (
	Pair      PropKind = iota // key: value
	Shorthand                 // key, or key = value in a pattern
	Computed                  // [expr]: value
	Rest                      // ...value
	Method                    // key() {…}, get key() {…}, set key(v) {…}
)

// A Prop is one property of an object literal. Key is decoded, and empty for
// Computed (unless the expression is a string) and Rest.
type Prop struct {
	Span
	Kind    PropKind
	Key     string
	KeySpan Span
	Value   Expr
}

// An Array is an array literal or pattern; a hole is nil.
type Array struct {
	Span
	Elems []Expr
}

// A Member is `X.Name`, `X?.Name`, `X["name"]` or `X[Index]`. Name is empty if
// Index is no string literal. NameSpan covers the name, or the index without
// its brackets.
type Member struct {
	Span
	X        Expr
	Name     string
	NameSpan Span
	Index    Expr // nil for a dotted access
	Optional bool
}

// A Call is `Fun(Args)`, `new Fun(Args)`, `require(…)` or `import(…)` (whose
// Fun is an Ident of that name). Parens covers the parentheses, and is empty
// for `new Fun` without arguments.
type Call struct {
	Span
	Fun      Expr
	Args     []Expr
	Parens   Span
	New      bool
	Optional bool // Fun?.(…)
	Await    bool // await Fun(…)
	Try      bool // inside a try block
	Stmt     bool // a statement by itself: the result is thrown away
}

// A Concat is a chain of `+`, flat, of at least two operands.
type Concat struct {
	Span
	Operands []Expr
}

// An Assign is `Target = Value`, `Target op= Value`, or a declaration with an
// initialiser, whose Decl is "const", "let", "var", "using". Target is a name,
// a member, or a pattern (*Object, *Array).
type Assign struct {
	Span
	Decl   string
	Op     string // "=", "+=", …
	Target Expr
	Value  Expr
}

// A Spread is `...X`.
type Spread struct {
	Span
	X Expr
}

// A Function is a function expression or declaration, an arrow, or a method.
// Its inside is not here: what it calls is in File.Calls. Body is the body
// with its braces, or the expression of an arrow; empty for an overload.
type Function struct {
	Span
	Name    string
	Params  []Expr // names and patterns without their defaults; a *Spread for the rest
	Returns []Expr // the values of its return statements, or the expression of an arrow
	Body    Span
}

// An Opaque is any other expression. What is called and accessed inside of it
// is in the lists of File nevertheless.
type Opaque struct{ Span }

// maxChain bounds how deep Member.X and Call.Fun nest: what stands before is
// an Opaque, so that nobody walks a chain of 100,000 calls for each of them.
const maxChain = 64

// Path returns the dotted form of a name or a chain of members with literal
// names, such as ["ToolRegistry", "execute"]. ok is false when something else
// is inside, as in `f().x` or `a[i]`.
func Path(e Expr) (names []string, ok bool) {
	for {
		switch x := e.(type) {
		case *Ident:
			names = append(names, x.Name)
			for i, j := 0, len(names)-1; i < j; i, j = i+1, j-1 {
				names[i], names[j] = names[j], names[i]
			}
			return names, true
		case *Member:
			if x.Name == "" && x.Index != nil {
				if s, isString := x.Index.(*String); !isString || s.Value != "" {
					return nil, false
				}
			}
			names = append(names, x.Name)
			e = x.X
		default:
			return nil, false
		}
	}
}
