package template

// A Template is a parsed string: literal text and {{…}} in turn.
type Template struct {
	Source string
	Parts  []Part
	// Problems are the syntax errors, in order of place; the parts around them are intact.
	Problems []Problem
}

// A Part is literal text (Pipe is nil) or a template with its braces in the span. The
// text of a template with a syntax error is a Part without a Pipe too.
type Part struct {
	Span
	Pipe *Pipe
}

// A Condition is a parsed condition of a pipeline's step; Expr is nil after a syntax error.
type Condition struct {
	Source   string
	Expr     Expr
	Problems []Problem
}

// An Expr is a node of a condition: *Pipe, *Comparison, *Logic or *Not.
type Expr interface {
	Range() Span
	print(b []byte, within int) []byte
}

// A Comparison compares two values: Op is one of == != < <= > >=.
type Comparison struct {
	Span
	Op   string
	X, Y *Pipe
}

// Logic joins two or more conditions: Op is "and" or "or".
type Logic struct {
	Span
	Op    string
	Terms []Expr
}

// Not negates a condition.
type Not struct {
	Span
	X Expr
}

// A Pipe is a value and the filters that it goes through; its span excludes the braces.
type Pipe struct {
	Span
	Head  Operand
	Calls []*Call
}

// An Operand is a *Path or a *Literal.
type Operand interface {
	Range() Span
	print(b []byte) []byte
}

// A Path is a root and the way down from it; the first segment is always a name.
type Path struct {
	Span
	Segments []Segment
}

// A Segment is a name, or an index into an array.
type Segment struct {
	Span
	Name    string // "" for an index
	Index   int
	IsIndex bool
}

// A Literal is a string, json.Number, bool or nil that is written in the template.
type Literal struct {
	Span
	Value any
}

// A Call is one filter with its arguments; the span begins at the name.
type Call struct {
	Span
	Name     string
	NameSpan Span
	Args     []Operand
	filter   *Filter // nil when no filter has this name
}

// Whole returns the pipe of a template that is exactly one {{…}}, else nil.
func (t *Template) Whole() *Pipe {
	if len(t.Parts) == 1 {
		return t.Parts[0].Pipe
	}
	return nil
}

// Static reports whether the string holds no template at all, not even a broken one.
func (t *Template) Static() bool {
	if len(t.Problems) > 0 {
		return false
	}
	for i := range t.Parts {
		if t.Parts[i].Pipe != nil {
			return false
		}
	}
	return true
}

// Paths returns every path that the template reads from its environment, arguments
// too, in order of place; the member names that filters such as map take are no such paths.
func (t *Template) Paths() []*Path {
	var paths []*Path
	for i := range t.Parts {
		if p := t.Parts[i].Pipe; p != nil {
			paths = p.paths(paths)
		}
	}
	return paths
}

// Paths returns every path that the condition reads from its environment, in order of place.
func (c *Condition) Paths() []*Path {
	if c.Expr == nil {
		return nil
	}
	return exprPaths(nil, c.Expr)
}

func exprPaths(paths []*Path, x Expr) []*Path {
	switch x := x.(type) {
	case *Pipe:
		return x.paths(paths)
	case *Comparison:
		return x.Y.paths(x.X.paths(paths))
	case *Not:
		return exprPaths(paths, x.X)
	case *Logic:
		for _, term := range x.Terms {
			paths = exprPaths(paths, term)
		}
	}
	return paths
}

func (p *Pipe) paths(paths []*Path) []*Path {
	if path, ok := p.Head.(*Path); ok {
		paths = append(paths, path)
	}
	for _, c := range p.Calls {
		for i, a := range c.Args {
			if path, ok := a.(*Path); ok && !c.takesField(i) {
				paths = append(paths, path)
			}
		}
	}
	return paths
}

// takesField reports whether argument i names a member of the items instead of a value.
func (c *Call) takesField(i int) bool {
	return c.filter != nil && i < len(c.filter.Params) && c.filter.Params[i].Kind == FieldParam
}
