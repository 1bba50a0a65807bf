package template

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/wording"
)

// An Env is what templates may refer to, with its types. It is safe for concurrent use once made.
type Env struct {
	// Roots are the names that a path may begin with, such as "input" or "inputs".
	Roots map[string]*Type
	// Validate, when not nil, validates a literal wholly against a schema that Schema made. The
	// pointers of its problems are relative to the value, a class that is not set is Mismatch.
	Validate func(schema, value any) []Problem

	steps []Step
	index map[string]int
	at    int // the step whose templates these are; len(steps) when all have run
}

// A Step is one step of a pipeline: steps.NAME is its output.
type Step struct {
	Name   string
	Output *Type
	// Conditional: the step may be left out, and its output is missing then.
	Conditional bool

	before  stepSet // what has run when it runs; nil: the steps before it
	depends bool    // it says itself what it waits for
}

// NewEnv makes the environment in which all steps have run: that of an outputMapping. Steps are in
// their order; nil means that there is no root "steps". Of two steps of one name the first counts.
func NewEnv(roots map[string]*Type, steps []Step) *Env {
	e := &Env{Roots: roots, steps: steps, at: len(steps), index: make(map[string]int, len(steps))}
	for i, s := range steps {
		if _, ok := e.index[s.Name]; !ok {
			e.index[s.Name] = i
		}
	}
	return e
}

// At is the environment of step number i, counted from 0: the steps that it waits for have run, which are
// those before it but in a Pipeline that says otherwise.
func (e *Env) At(i int) *Env {
	at := *e
	at.at = min(i, len(e.steps))
	return &at
}

// ran reports whether the output of step i can be read.
func (e *Env) ran(i int) bool {
	if e.at == len(e.steps) || e.steps[e.at].before == nil {
		return i < e.at
	}
	return e.steps[e.at].before.has(i)
}

// A checker types one text and collects what is wrong with it.
type checker struct {
	env      *Env
	pointer  string
	problems []Problem
}

func (c *checker) report(class Class, at Span, format string, args ...any) *Problem {
	c.problems = append(c.problems, Problem{Class: class, Pointer: c.pointer, Span: at, Message: fmt.Sprintf(format, args...)})
	return &c.problems[len(c.problems)-1]
}

// mayFail reports that source may have values that target does not accept.
func (c *checker) mayFail(at Span, source, target *Type, format string, args ...any) {
	p := c.report(MayFail, at, format, args...)
	s, exact := source.Schema()
	t, exact2 := target.Schema()
	if exact && exact2 {
		p.Source, p.Target = s, t
	}
}

func (c *checker) operand(o Operand) *Type {
	switch o := o.(type) {
	case *Path:
		return c.path(o)
	case *Literal:
		return LiteralType(o.Value)
	}
	return unknownType
}

// path types a path from its root.
func (c *checker) path(p *Path) *Type {
	root := p.Segments[0]
	if root.Name == "steps" && c.env.steps != nil {
		return c.steps(p)
	}
	if t, ok := c.env.Roots[root.Name]; ok {
		return c.walk(t, p, 1)
	}
	if root.Name == "item" && c.env.steps != nil {
		c.report(Reference, root.Span, "item is an element of foreach: only the input of a step with foreach has it")
		return unknownType
	}
	names := slices.Collect(maps.Keys(c.env.Roots))
	if c.env.steps != nil {
		names = append(names, "steps")
	}
	slices.Sort(names)
	problem := c.report(Reference, root.Span, "%q is not a known name: %s; write text in quotes", shorten(root.Name), wording.Or(names))
	problem.Name, problem.Known = root.Name, names
	return unknownType
}

func (c *checker) steps(p *Path) *Type {
	if len(p.Segments) == 1 {
		return unknownType
	}
	s := p.Segments[1]
	i, ok := c.env.index[s.Name]
	switch {
	case s.IsIndex:
		c.report(Reference, s.Span, "steps have names, not numbers")
		return unknownType
	case ok && !c.env.ran(i) && c.env.steps[c.env.at].depends:
		c.report(Reference, s.Span, "step %q may not have run yet: add it to depends", s.Name)
		return unknownType
	case ok && !c.env.ran(i):
		c.report(Reference, s.Span, "step %q has not run yet: a step reads only the steps before it", s.Name)
		return unknownType
	case !ok:
		var names []string
		for name, i := range c.env.index {
			if c.env.ran(i) {
				names = append(names, name)
			}
		}
		slices.Sort(names)
		problem := c.report(Reference, s.Span, "%q is not a step before this one", shorten(s.Name))
		problem.Name, problem.Known = s.Name, names
		return unknownType
	}
	t := c.env.steps[i].Output
	if c.env.steps[i].Conditional {
		t = t.Optional()
	}
	return c.walk(t, p, 2)
}

// walk goes down from the type of the first segments of a path.
func (c *checker) walk(t *Type, p *Path, from int) *Type {
	for i := from; i < len(p.Segments) && !t.unknown; i++ {
		s := p.Segments[i]
		next := t.member(s.Name)
		if s.IsIndex {
			next = t.item(s.Index)
		}
		if next == nil {
			c.astray(t, p, i)
			return unknownType
		}
		t = next
	}
	return t
}

// astray reports segment i of a path, which type t does not have.
func (c *checker) astray(t *Type, p *Path, i int) {
	s := p.Segments[i]
	before := "an item"
	if i > 0 {
		before = shorten((&Path{Segments: p.Segments[:i]}).String())
	}
	switch kinds := t.Kinds(); {
	case s.IsIndex && kinds&Array == 0:
		c.report(Reference, s.Span, "%s is %s, which has no items", before, t)
	case s.IsIndex:
		c.report(Reference, s.Span, "%s has no item %d", before, s.Index)
	case kinds&Object == 0 && kinds&Array != 0:
		c.report(Reference, s.Span, "%s is %s, which has no fields: take one item with [0], or the field of each with %q", before, t, "map: "+shorten(s.Name))
	case kinds&Object == 0:
		c.report(Reference, s.Span, "%s is %s, which has no fields", before, t)
	default:
		known := t.known()
		said := "it declares none"
		if len(known) > 0 {
			said = "it declares " + strings.Join(known[:min(len(known), 12)], ", ")
		}
		if len(known) > 12 {
			said += ", …"
		}
		problem := c.report(Reference, s.Span, "%q is not a field of %s: %s", shorten(s.Name), before, said)
		problem.Name, problem.Known = s.Name, known
	}
}
