package schema

// evaluator walks a value and a schema together: the own, independent implementation of validation.
type evaluator struct {
	schema  *Schema
	formats bool         // assert format
	report  *[]Violation // nil: only the answer is wanted, stop at the first violation
	unknown bool         // a reference could not be followed, or a pattern not be matched: the answer is worthless
	visit   func(*node, *place)
	depth   int
	steps   int // schemas applied so far
	limit   int // of steps; 0 means maxEvals
}

const (
	maxInPlace = 10_000    // schemas applied on one path; a longer path is a cycle
	maxEvals   = 2_000_000 // schemas applied in all: references that share targets can double at each step
)

// Valid reports whether the schema accepts the value. Formats are annotations.
func (s *Schema) Valid(v *Value) bool {
	e := evaluator{schema: s}
	return e.root(v) && !e.unknown
}

// Validate returns why the schema refuses the value, in the order of the schema's keywords; nil when it accepts.
// A schema with faults refuses what reaches a fault.
func (s *Schema) Validate(v *Value) []Violation {
	vs, _ := s.ValidateWithin(v, maxEvals)
	return vs
}

// ValidateWithin is Validate for whoever judges many values: it applies at most so many schemas in all, and returns
// how many it did. Beyond them the answer is not known, which is a violation too.
func (s *Schema) ValidateWithin(v *Value, most int) ([]Violation, int) {
	var vs []Violation
	e := evaluator{schema: s, report: &vs, limit: max(1, most)}
	ok := e.root(v)
	if e.unknown && (ok || len(vs) == 0) {
		vs = append(vs, Violation{Message: "the schema refers in circles, out of the document, has a pattern that cannot be matched, or takes too many steps"})
	}
	return vs, e.steps
}

func (e *evaluator) root(v *Value) bool {
	return e.eval(e.schema.root, v, &place{i: -1, v: v}, nil, nil)
}

// quiet evaluates without reporting, collecting the reasons apart when wanted.
func (e *evaluator) quiet(n *node, v *Value, p *place, s *scope, m *marks, causes *[]Violation) bool {
	outer, visit := e.report, e.visit
	e.report, e.visit = nil, nil
	if outer != nil && causes != nil {
		e.report = causes
	}
	ok := e.eval(n, v, p, s, m)
	e.report, e.visit = outer, visit
	return ok
}

// eval reports whether n accepts v. A non-nil m collects what was evaluated; it is meaningless after a refusal.
func (e *evaluator) eval(n *node, v *Value, p *place, s *scope, m *marks) bool {
	if e.visit != nil {
		e.visit(n, p)
	}
	if n.always != 0 {
		if n.always < 0 {
			e.fail(n, p, "", "", nil, "nothing is allowed here")
		}
		return n.always > 0
	}
	if n.alias && !e.schema.dynamic {
		if n = n.end(); n == nil || n.alias {
			e.unknown = true
			return false
		}
		return e.eval(n, v, p, s, m)
	}
	e.steps += 1 + (len(n.required)+len(v.elems))/8
	if e.depth++; e.depth > maxInPlace || e.steps > maxEvals || e.limit > 0 && e.steps > e.limit {
		e.unknown = true
		e.depth--
		return false
	}
	defer func() { e.depth-- }()
	if e.schema.dynamic {
		s = s.enter(n.res)
	}
	var own *marks
	if m != nil || n.uneval != nil && v.kind == Array || n.unevalProps != nil && v.kind == Object {
		own = &marks{}
	}
	ok := true
	// step reports whether evaluation may stop.
	stop := func(accepted bool) bool {
		ok = ok && accepted
		return !ok && e.report == nil
	}
	if stop(e.assertions(n, v, p)) {
		return false
	}
	for _, r := range [...]*reference{n.ref, n.dynamicRef} {
		if r == nil {
			continue
		}
		t := r.follow(s)
		if t == nil {
			e.unknown = true
			return false
		}
		if stop(e.eval(t, v, p, s, own)) {
			return false
		}
	}
	for _, a := range n.allOf {
		if stop(e.eval(a, v, p, s, own)) {
			return false
		}
	}
	if n.anyOf != nil && stop(e.anyOf(n, v, p, s, own)) {
		return false
	}
	if n.oneOf != nil && stop(e.oneOf(n, v, p, s, own)) {
		return false
	}
	if n.not != nil && e.quiet(n.not, v, p, s, nil, nil) {
		e.fail(n, p, "not", "", nil, "%s is excluded", brief(v))
		if stop(false) {
			return false
		}
	}
	if n.if_ != nil && stop(e.conditional(n, v, p, s, own)) {
		return false
	}
	switch v.kind {
	case Array:
		if stop(e.array(n, v, p, s, own)) {
			return false
		}
	case Object:
		if stop(e.object(n, v, p, s, own)) {
			return false
		}
	}
	if ok && m != nil {
		m.merge(own, len(v.elems))
	}
	return ok
}

func (e *evaluator) anyOf(n *node, v *Value, p *place, s *scope, m *marks) bool {
	var causes []Violation
	ok := false
	for _, a := range n.anyOf {
		var part *marks
		if m != nil {
			part = &marks{}
		}
		if e.alternative(a, v, p, s, part, &causes) {
			ok = true
			if m == nil {
				return true
			}
			m.merge(part, len(v.elems))
		}
	}
	if !ok {
		e.fail(n, p, "anyOf", "", causes, "%s fits none of %d alternatives", brief(v), len(n.anyOf))
	}
	return ok
}

func (e *evaluator) oneOf(n *node, v *Value, p *place, s *scope, m *marks) bool {
	var causes []Violation
	matched, first := 0, 0
	for i, a := range n.oneOf {
		var part *marks
		if m != nil {
			part = &marks{}
		}
		if e.alternative(a, v, p, s, part, &causes) {
			if matched++; matched > 1 {
				e.fail(n, p, "oneOf", "", nil, "%s fits alternatives %d and %d, where exactly one may fit", brief(v), first+1, i+1)
				return false
			}
			first = i
			if m != nil {
				m.merge(part, len(v.elems))
			}
		}
	}
	if matched == 0 {
		e.fail(n, p, "oneOf", "", causes, "%s fits none of %d alternatives", brief(v), len(n.oneOf))
	}
	return matched == 1
}

// alternative evaluates a branch; why it does not fit becomes one cause.
func (e *evaluator) alternative(a *node, v *Value, p *place, s *scope, m *marks, causes *[]Violation) bool {
	var why []Violation
	ok := e.quiet(a, v, p, s, m, &why)
	if !ok && e.report != nil {
		*causes = append(*causes, Violation{Instance: p.pointer(), Keyword: a.pointer(), Causes: why, node: a, at: p,
			Message: brief(v) + " does not fit this alternative"})
	}
	return ok
}

func (e *evaluator) conditional(n *node, v *Value, p *place, s *scope, m *marks) bool {
	var part *marks
	if m != nil {
		part = &marks{}
	}
	branch := n.else_
	if e.quiet(n.if_, v, p, s, part, nil) {
		branch = n.then
		if m != nil {
			m.merge(part, len(v.elems))
		}
	}
	return branch == nil || e.eval(branch, v, p, s, m)
}
