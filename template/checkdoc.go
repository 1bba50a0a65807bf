package template

import (
	"slices"

	"github.com/skilllint/skilllint/internal/wording"
)

// CheckDocument types a document and finds what is wrong with it, and with giving it to target:
// templates of which no value fits and literals that are not accepted (Mismatch), required members that
// nothing gives (Absent), members that target does not declare (Undeclared), and what may not fit
// (MayFail). An object that is written out is read as declared: members that target does not speak of are
// undeclared. Pass Unknown to check the templates alone.
func (e *Env) CheckDocument(d *Document, target *Type) (*Type, []Problem) {
	c := checker{env: e}
	if d.depth {
		c.report(Syntax, Span{}, "the value is nested deeper than %d", maxDepth*4)
		return unknownType, c.problems
	}
	t := c.document(d.root, target)
	return t, c.problems
}

func (c *checker) document(n *docNode, target *Type) *Type {
	c.pointer = n.pointer
	switch {
	case n.template != nil:
		before := len(c.problems)
		t := c.template(n.template)
		if !slices.ContainsFunc(c.problems[before:], func(p Problem) bool { return p.Class != MayFail }) {
			c.fits(n, t, target)
		}
		return t
	case n.kind == Object:
		return c.object(n, target)
	case n.kind == Array:
		return c.array(n, target)
	}
	t := LiteralType(n.value)
	c.fits(n, t, target)
	return t
}

// fits reports a template or a scalar whose value the target does not accept.
func (c *checker) fits(n *docNode, t, target *Type) {
	c.pointer = n.pointer
	at, word := Span{}, shorten(textOf(n.value))
	if n.template != nil {
		at = Span{0, len(n.template.Source)}
		if word = "the text"; n.template.Whole() != nil {
			word = c.words(n.template.Whole())
		}
	}
	if len(t.alts) == 1 && t.alts[0].values != nil && !t.optional && (n.template == nil || n.template.Static()) {
		c.literal(n, t, target, at)
		return
	}
	switch f := (fitting{validate: c.env.Validate}); f.fit(t.present(), target, 0) {
	case Unfit:
		where, found, want := f.why(t.present(), target, 0)
		if where != "" {
			c.report(Mismatch, at, "%s: %s is %s, and %s is expected", word, where, found, want)
		} else {
			c.report(Mismatch, at, "%s is %s, and %s is expected", word, found, want)
		}
	case MayFit:
		c.mayFail(at, t.present(), target, "%s is %s, %s", word, t, mayNotFit(t, target))
	}
}

// literal reports a written scalar that is not accepted; the hook says why, when it knows.
func (c *checker) literal(n *docNode, t, target *Type, at Span) {
	f := fitting{}
	switch verdict := f.fit(t, target, 0); verdict {
	case Fits, Silent:
	case MayFit:
		if c.env.Validate == nil {
			c.mayFail(at, t, target, "%s may not be accepted: it says more than %s", t, target)
		} else {
			c.validate(n, target, at)
		}
	case Unfit:
		p := c.report(Mismatch, at, "%s is not accepted: expected %s", t, target)
		if s, ok := n.value.(string); ok {
			for _, a := range target.alts {
				for _, v := range a.values {
					if v, ok := v.(string); ok {
						p.Name, p.Known = s, append(p.Known, v)
					}
				}
			}
		}
	}
}

// validate asks the hook for all that the types do not tell.
func (c *checker) validate(n *docNode, target *Type, at Span) {
	schema, exact := target.Schema()
	if c.env.Validate == nil || !exact {
		return
	}
	for _, p := range c.env.Validate(schema, n.value) {
		p.Pointer = n.pointer + p.Pointer
		if p.Class == 0 {
			p.Class = Mismatch
		}
		if p.Span == (Span{}) {
			p.Span = at
		}
		c.problems = append(c.problems, p)
	}
}

// object checks an object that is written out, member by member.
func (c *checker) object(n *docNode, target *Type) *Type {
	kinds := target.Kinds()
	into := target.restrict(Object)
	if kinds&Object == 0 && len(target.alts) > 0 {
		c.report(Mismatch, Span{}, "an object is written, and %s is expected", target)
		into = unknownType
	}
	before := len(c.problems)
	members := make(map[string]*Type, len(n.keys))
	for i, key := range n.keys {
		declared := into.member(key)
		if declared == nil {
			c.pointer = n.children[i].pointer
			known := into.known()
			p := c.report(Undeclared, Span{}, "%q is not declared: %s", shorten(key), declares(known))
			p.Key, p.Name, p.Known = true, key, known
			declared = unknownType
		}
		members[key] = c.document(n.children[i], declared.present())
	}
	t := ObjectType(members)
	c.pointer = n.pointer
	if into.unknown {
		return t
	}
	c.absent(n, members, into)
	if len(c.problems) == before {
		c.leftover(n, t, into)
	}
	return t
}

func declares(known []string) string {
	if len(known) == 0 {
		return "there are no members"
	}
	return "expected " + wording.Or(known[:min(len(known), 12)])
}

// absent reports required members that are not given, or may be missing. With several alternatives it is
// left to leftover, which judges them together.
func (c *checker) absent(n *docNode, members map[string]*Type, into *Type) {
	if len(into.alts) != 1 {
		return
	}
	a := into.alts[0]
	for _, name := range into.known() {
		s := a.members[name]
		if !s.required || s.hasDefault {
			continue
		}
		t, given := members[name]
		switch {
		case !given:
			p := c.report(Absent, Span{}, "%q is required, and nothing gives it", name)
			p.Name = name
		case t.optional:
			at := n.children[slices.Index(n.keys, name)]
			c.pointer = at.pointer
			p := c.report(MayFail, Span{0, len(at.template.Source)}, "%q is required, and %s may be missing", name, c.words(at.template.Whole()))
			p.Name = name
			c.pointer = n.pointer
		}
	}
}

// leftover judges an object or array as a whole, after its parts were found in order.
func (c *checker) leftover(n *docNode, t, into *Type) {
	f := fitting{validate: c.env.Validate}
	if len(into.alts) == 1 && !into.alts[0].extra && into.alts[0].values == nil {
		return
	}
	switch f.fit(t, into, 0) {
	case Unfit:
		_, found, want := f.why(t, into, 0)
		c.report(Mismatch, Span{}, "%s is written, and no form of %s that is expected accepts it", found, want)
	case MayFit:
		if n.static() {
			c.validate(n, into, Span{})
		} else {
			c.mayFail(Span{}, t, into, "%s may not fit: more than its kind is expected", t)
		}
	}
}

// static reports whether there is no template in the node.
func (n *docNode) static() bool {
	if n.template != nil {
		return n.template.Static()
	}
	return !slices.ContainsFunc(n.children, func(child *docNode) bool { return !child.static() })
}

func (c *checker) array(n *docNode, target *Type) *Type {
	into := target.restrict(Array)
	if target.Kinds()&Array == 0 && len(target.alts) > 0 {
		c.report(Mismatch, Span{}, "an array is written, and %s is expected", target)
		into = unknownType
	}
	before := len(c.problems)
	a := &alt{kind: Array, min: len(n.children)}
	for i, child := range n.children {
		expected := into.item(i)
		if expected == nil {
			c.pointer = child.pointer
			c.report(Mismatch, Span{}, "item %d is one too many: the array has no more than %d", i, i)
			expected = unknownType
		}
		t := c.document(child, expected.present())
		if t.optional { // left out: what follows moves up
			a.min, a.prefix, a.rest = 0, nil, &slot{typ: unknownType}
		}
		if a.rest == nil {
			a.prefix = append(a.prefix, slot{typ: t})
		}
	}
	t := &Type{alts: []*alt{a}}
	c.pointer = n.pointer
	if len(into.alts) == 1 && len(n.children) < into.alts[0].min {
		c.report(Mismatch, Span{}, "%d items are written, and at least %d are expected", len(n.children), into.alts[0].min)
	}
	if !into.unknown && len(c.problems) == before {
		c.leftover(n, t, into)
	}
	return t
}
