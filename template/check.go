package template

// Check types a template and finds what is wrong with it: its syntax errors, unknown
// names, and kinds that a filter does not take. The type is unknown where there is a fault.
func (e *Env) Check(t *Template) (*Type, []Problem) {
	c := checker{env: e}
	return c.template(t), c.problems
}

// CheckCondition finds what is wrong with a condition. Comparing with == what can never be equal is a fault.
func (e *Env) CheckCondition(cond *Condition) []Problem {
	c := checker{env: e}
	c.problems = append(c.problems, cond.Problems...)
	if cond.Expr != nil {
		c.expr(cond.Expr)
	}
	return c.problems
}

func (c *checker) template(t *Template) *Type {
	for _, p := range t.Problems {
		p.Pointer = c.pointer
		c.problems = append(c.problems, p)
	}
	whole := t.Whole()
	if whole != nil {
		return c.pipe(whole)
	}
	for i := range t.Parts {
		if p := t.Parts[i].Pipe; p != nil {
			c.pipe(p)
		}
	}
	switch {
	case len(t.Problems) > 0:
		return unknownType
	case t.Static():
		return LiteralType(t.Source)
	}
	return kindType(String)
}

func (c *checker) pipe(p *Pipe) *Type {
	t := c.operand(p.Head)
	for i, call := range p.Calls {
		t = c.call(call, t, &Pipe{Head: p.Head, Calls: p.Calls[:i]})
	}
	return t
}

// call types one filter; before is what its input is called in messages.
func (c *checker) call(call *Call, in *Type, before *Pipe) *Type {
	f := call.filter
	if f == nil {
		p := c.report(Reference, call.NameSpan, "%q is not a filter", shorten(call.Name))
		p.Name, p.Known = call.Name, filterNames
		return unknownType
	}
	if n := len(call.Args); n > len(f.Params) || n < f.required() {
		at := call.NameSpan
		if n > len(f.Params) {
			at = call.Args[len(f.Params)].Range()
		}
		c.report(Mismatch, at, "%s", f.arity(n))
		return unknownType
	}
	args, ok := c.arguments(call)
	if !ok {
		return f.typeOf(c, call, unknownType, args)
	}
	if !in.unknown {
		allowed := in.restrict(f.Takes)
		switch {
		case len(in.alts) > 0 && len(allowed.alts) == 0:
			c.report(Mismatch, call.NameSpan, "%q takes %s, and %s is %s", call.Name, f.Takes, c.words(before), in)
			return unknownType
		case len(allowed.alts) < len(in.alts):
			c.mayFail(call.NameSpan, in.present(), kindsType(f.Takes), "%q takes %s, and %s may be %s", call.Name, f.Takes, c.words(before), in)
		}
		in = allowed
	}
	if t := c.fold(call, in, args); t != nil {
		return t
	}
	t := f.typeOf(c, call, in, args)
	if in.optional && !f.takesMissing {
		return t.Optional()
	}
	return t
}

// words is a pipe as messages quote it.
func (c *checker) words(p *Pipe) string {
	const most = 4
	if len(p.Calls) > most {
		return "its input"
	}
	return shorten(p.String())
}

func kindsType(kinds Kind) *Type {
	if kinds&Number != 0 {
		kinds &^= Integer
	}
	t := &Type{}
	for _, k := range kindNames {
		if kinds&k.kind != 0 {
			t.alts = append(t.alts, &alt{kind: k.kind, rest: &slot{typ: unknownType}, others: &slot{typ: unknownType}})
		}
	}
	return t
}

// arguments types the arguments; nil stands for one that names a member.
func (c *checker) arguments(call *Call) (args [maxParams]*Type, ok bool) {
	ok = true
	for i, a := range call.Args {
		p := call.filter.Params[i]
		if p.Kind == FieldParam {
			if _, err := fieldOf(a); err != nil {
				c.report(Mismatch, a.Range(), "%q takes the name of a member as %s", call.Name, p.Name)
				ok = false
			}
			continue
		}
		t := c.operand(a)
		args[i] = t
		want := p.Kind.kinds()
		if t.unknown || want == anyKind {
			continue
		}
		accepted := t.restrict(want)
		switch {
		case len(accepted.alts) == 0:
			c.report(Mismatch, a.Range(), "%q takes %s as %s, and this is %s", call.Name, want, p.Name, t)
			ok = false
		case len(accepted.alts) < len(t.alts) || t.optional:
			c.mayFail(a.Range(), t, kindsType(want), "%q takes %s as %s, and this may be %s", call.Name, want, p.Name, missingToo(t))
		}
	}
	return args, ok
}

func missingToo(t *Type) string {
	if t.optional {
		return "missing"
	}
	return t.String()
}

// foldLimits bound the evaluation of filters on values that are known.
var foldLimits = Limits{Output: 1 << 12, Work: 1 << 14}

// fold evaluates a filter whose input and arguments are known values; nil when they are not.
func (c *checker) fold(call *Call, in *Type, args [maxParams]*Type) *Type {
	if in.unknown || len(in.alts) == 0 || call.filter.takesMissing {
		return nil
	}
	for i, a := range call.Args {
		if _, ok := a.(*Literal); !ok && args[i] != nil {
			return nil
		}
	}
	var results []*Type
	var failed []any
	var reason error
	for _, a := range in.alts {
		if a.values == nil || a.kind&(Array|Object) != 0 || len(a.values) > maxAlts {
			return nil
		}
		for _, v := range a.values {
			e := evaluator{limits: foldLimits}
			result, err := e.call(call, v)
			switch {
			case err != nil && err.(*EvalError).Limit:
				return nil
			case err != nil:
				failed, reason = append(failed, v), err
			default:
				results = append(results, LiteralType(result))
			}
		}
	}
	switch {
	case len(results) == 0:
		c.report(Mismatch, call.NameSpan, "%s", reason)
		return unknownType
	case len(failed) > 0:
		c.report(MayFail, call.NameSpan, "%s", reason)
	}
	t := union(results...)
	if in.optional {
		return t.Optional()
	}
	return t
}

func (c *checker) expr(x Expr) {
	switch x := x.(type) {
	case *Pipe:
		c.pipe(x)
	case *Not:
		c.expr(x.X)
	case *Logic:
		for _, term := range x.Terms {
			c.expr(term)
		}
	case *Comparison:
		c.comparison(x)
	}
}

func (c *checker) comparison(x *Comparison) {
	s, t := c.pipe(x.X), c.pipe(x.Y)
	if s.unknown || t.unknown {
		return
	}
	if x.Op == "==" || x.Op == "!=" {
		if !mayEqual(s, t) {
			c.never(x.Range(), c.words(x.X), s, t)
		}
		return
	}
	a, b := s.Kinds(), t.Kinds()
	numbers, strings := a&numeric != 0 && b&numeric != 0, a&String != 0 && b&String != 0
	switch {
	case !numbers && !strings:
		c.report(Mismatch, x.Range(), "%q compares two numbers or two strings, and these are %s and %s", x.Op, s, t)
	case numbers && strings || (a|b)&^numeric != 0 && (a|b)&^String != 0:
		c.report(MayFail, x.Range(), "%q compares two numbers or two strings, and these may be %s and %s", x.Op, s, t)
	}
}

// never reports a comparison that has always the same result, with the values that would do.
func (c *checker) never(at Span, what string, s, t *Type) {
	p := c.report(Mismatch, at, "%s is never equal to %s: it is %s", what, t, s)
	if len(t.alts) != 1 || len(t.alts[0].values) != 1 {
		return
	}
	name, ok := t.alts[0].values[0].(string)
	if !ok {
		return
	}
	for _, a := range s.alts {
		for _, v := range a.values {
			if v, ok := v.(string); ok {
				p.Name, p.Known = name, append(p.Known, v)
			}
		}
	}
}

// mayEqual reports whether two types may have a value in common; everything may be compared with null.
func mayEqual(s, t *Type) bool {
	if (s.Kinds()|t.Kinds())&Null != 0 || len(s.alts) == 0 || len(t.alts) == 0 {
		return true
	}
	for _, a := range s.alts {
		for _, b := range t.alts {
			if a.kind&(Array|Object) != 0 && a.kind == b.kind || both(a, b) != nil {
				return true
			}
		}
	}
	return s.optional && t.optional
}
