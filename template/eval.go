package template

import (
	"errors"
	"fmt"
)

// Limits bound one evaluation, so that a template cannot exhaust who evaluates it.
type Limits struct {
	// Output is the most bytes that a string may have that a template makes; an item of an array counts for 16.
	Output int
	// Work is the most bytes and values that all filters together may touch.
	Work int
}

// DefaultLimits are 8 MiB for one string and 64 Mi of work.
var DefaultLimits = Limits{Output: 8 << 20, Work: 64 << 20}

// maxJSONDepth is the depth of values that is written; encoding/json reads no deeper.
const maxJSONDepth = 10000

// An EvalError says why a template has no value.
type EvalError struct {
	Pointer string // in the document; "" for a lone template
	Span           // in the decoded string
	Message string
	// Limit is set when the template is too much work, not wrong.
	Limit bool
}

func (e *EvalError) Error() string { return e.Message }

func valueError(format string, args ...any) error {
	return &EvalError{Message: fmt.Sprintf(format, args...)}
}

func limitError(format string, args ...any) error {
	return &EvalError{Message: fmt.Sprintf(format, args...), Limit: true}
}

// at gives an error its place; the innermost place stays.
func at(err error, s Span) error {
	var e *EvalError
	if errors.As(err, &e) && e.Span == (Span{}) {
		e.Span = s
	}
	return err
}

type evaluator struct {
	data   map[string]any
	limits Limits
	work   int
}

func (e *evaluator) spend(n int) error {
	if e.work += n; e.work > e.limits.Work {
		return limitError("the template is too much work: more than %d steps", e.limits.Work)
	}
	return nil
}

func (e *evaluator) tooLong() error {
	return limitError("the template's value is longer than %d", e.limits.Output)
}

// Eval evaluates a template over the values of its roots, as decoded from JSON (numbers
// as json.Number, float64 or int): {"input": …, "steps": {"search": …}}. A whole-string
// template gives its value, which may be Missing; everything else gives a string. Values of data
// are returned as they are, not copied. Errors are *EvalError.
func (t *Template) Eval(data map[string]any, limits Limits) (any, error) {
	e := evaluator{data: data, limits: limits}
	return e.template(t)
}

// Eval evaluates a condition; data and errors are as in Template.Eval.
func (c *Condition) Eval(data map[string]any, limits Limits) (bool, error) {
	if c.Expr == nil {
		return false, syntaxError(c.Problems)
	}
	e := evaluator{data: data, limits: limits}
	v, err := e.expr(c.Expr)
	return truthy(v), err
}

func syntaxError(problems []Problem) error {
	if len(problems) == 0 {
		return valueError("there is no condition")
	}
	return &EvalError{Span: problems[0].Span, Message: problems[0].Message}
}

func (e *evaluator) template(t *Template) (any, error) {
	if len(t.Problems) > 0 {
		return nil, syntaxError(t.Problems)
	}
	if pipe := t.Whole(); pipe != nil {
		return e.pipe(pipe)
	}
	if len(t.Parts) <= 1 {
		return t.Source, nil
	}
	var b []byte
	for i := range t.Parts {
		part := &t.Parts[i]
		if part.Pipe == nil {
			b = append(b, t.Source[part.Start:part.End]...)
			if err := e.spend(part.End - part.Start); err != nil {
				return nil, at(err, part.Span)
			}
			continue
		}
		v, err := e.pipe(part.Pipe)
		if err != nil {
			return nil, err
		}
		if b, err = e.appendText(b, v); err != nil {
			return nil, at(err, part.Span)
		}
	}
	return string(b), nil
}

// appendText writes a value as it stands in text: strings as they are, nothing for
// Missing, everything else as JSON.
func (e *evaluator) appendText(b []byte, v any) ([]byte, error) {
	switch v := v.(type) {
	case missing:
		return b, nil
	case string:
		if len(b)+len(v) > e.limits.Output {
			return b, e.tooLong()
		}
		return append(b, v...), e.spend(len(v) + 1)
	}
	return e.appendJSON(b, v, false, 0)
}

func (e *evaluator) operand(o Operand) any {
	if path, ok := o.(*Path); ok {
		root, ok := e.data[path.Segments[0].Name]
		if !ok {
			return Missing
		}
		return walk(root, path.Segments[1:])
	}
	return o.(*Literal).Value
}

func (e *evaluator) pipe(p *Pipe) (any, error) {
	v := e.operand(p.Head)
	for _, c := range p.Calls {
		var err error
		if v, err = e.call(c, v); err != nil {
			return nil, at(err, c.Span)
		}
	}
	return v, nil
}

// call applies one filter. A missing value goes through every filter but "default".
func (e *evaluator) call(c *Call, v any) (any, error) {
	f := c.filter
	if f == nil {
		return nil, valueError("unknown filter %q", c.Name)
	}
	if err := e.spend(1); err != nil {
		return nil, err
	}
	if n := len(c.Args); n > len(f.Params) || n < f.required() {
		return nil, valueError("%s", f.arity(n))
	}
	if v == Missing && !f.takesMissing {
		return Missing, nil
	}
	if k := kindOf(v); v != Missing && k&f.Takes == 0 {
		return nil, valueError("%q takes %s, not %s", c.Name, f.Takes, k)
	}
	var args [maxParams]any
	for i, a := range c.Args {
		if f.Params[i].Kind == FieldParam {
			field, err := fieldOf(a)
			if err != nil {
				return nil, at(err, a.Range())
			}
			args[i] = field
			continue
		}
		args[i] = e.operand(a)
		if want := f.Params[i].Kind.kinds(); args[i] != Missing && kindOf(args[i])&want == 0 || args[i] == Missing && want != anyKind {
			return nil, at(valueError("%q takes %s as %s, not %s", c.Name, want, f.Params[i].Name, kindName(args[i])), a.Range())
		}
	}
	return f.eval(e, v, args)
}

func kindName(v any) string {
	if v == Missing {
		return "a missing value"
	}
	return kindOf(v).String()
}

// fieldOf reads an argument that names a member of the items.
func fieldOf(o Operand) (*Path, error) {
	switch o := o.(type) {
	case *Path:
		return o, nil
	case *Literal:
		if name, ok := o.Value.(string); ok {
			return &Path{o.Span, []Segment{{Span: o.Span, Name: name}}}, nil
		}
	}
	return nil, valueError("expected the name of a member")
}

func (e *evaluator) expr(x Expr) (any, error) {
	switch x := x.(type) {
	case *Pipe:
		return e.pipe(x)
	case *Not:
		v, err := e.expr(x.X)
		return !truthy(v), err
	case *Logic:
		for _, term := range x.Terms {
			v, err := e.expr(term)
			if err != nil {
				return nil, err
			}
			if truthy(v) == (x.Op == "or") {
				return x.Op == "or", nil
			}
		}
		return x.Op == "and", nil
	case *Comparison:
		return e.comparison(x)
	}
	return nil, valueError("there is no condition")
}

func (e *evaluator) comparison(c *Comparison) (any, error) {
	x, err := e.pipe(c.X)
	if err != nil {
		return nil, err
	}
	y, err := e.pipe(c.Y)
	if err != nil {
		return nil, err
	}
	switch c.Op {
	case "==":
		return equal(x, y), nil
	case "!=":
		return !equal(x, y), nil
	}
	if x == Missing || y == Missing {
		return false, nil
	}
	order, ok := compare(x, y)
	if !ok {
		return nil, at(valueError("%q compares two numbers or two strings, not %s and %s", c.Op, kindName(x), kindName(y)), c.Span)
	}
	switch c.Op {
	case "<":
		return order < 0, nil
	case "<=":
		return order <= 0, nil
	case ">":
		return order > 0, nil
	}
	return order >= 0, nil
}
