package schema

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Violation says where and why a value is refused.
type Violation struct {
	Instance string // JSON pointer of the part of the value at fault
	Keyword  string // JSON pointer of the keyword in the schema document
	Key      string // the keyword itself, such as "required"; "" for a false schema
	Name     string // the member missing, unknown or misnamed, if that is the fault
	Message  string // a fact about the value
	// Causes of anyOf and oneOf: one for each alternative, whose own causes say why it does not fit. Causes of
	// propertyNames: why the name does not fit.
	Causes []Violation

	node *node
	at   *place
}

// place is a part of a value: a path of steps, leaf first.
type place struct {
	up   *place
	name string
	i    int // index, or -1 for a member
	v    *Value
}

func (p *place) pointer() string {
	if p == nil || p.up == nil {
		return ""
	}
	if p.i >= 0 {
		return p.up.pointer() + "/" + indexToken(p.i)
	}
	return p.up.pointer() + "/" + escapePointer(p.name)
}

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
	var vs []Violation
	e := evaluator{schema: s, report: &vs}
	ok := e.root(v)
	if e.unknown && (ok || len(vs) == 0) {
		vs = append(vs, Violation{Message: "the schema refers in circles, out of the document, or has a pattern that cannot be matched"})
	}
	return vs
}

func (e *evaluator) root(v *Value) bool {
	return e.eval(e.schema.root, v, &place{i: -1, v: v}, nil, nil)
}

// marks are the members or elements that were evaluated at one place (2019-09 and later).
type marks struct {
	all  bool
	upTo int
	some []bool
}

func (m *marks) mark(i, n int) {
	if m.some == nil {
		m.some = make([]bool, n)
	}
	m.some[i] = true
}

func (m *marks) has(i int) bool { return m.all || i < m.upTo || m.some != nil && m.some[i] }

func (m *marks) merge(o *marks, n int) {
	m.all = m.all || o.all
	m.upTo = max(m.upTo, o.upTo)
	for i, b := range o.some {
		if b {
			m.mark(i, n)
		}
	}
}

func (e *evaluator) fail(n *node, p *place, key, name string, causes []Violation, format string, args ...any) {
	if e.report == nil {
		return
	}
	v := Violation{Instance: p.pointer(), Keyword: n.pointer(), Key: key, Name: name, Causes: causes, node: n, at: p}
	if key != "" {
		v.Keyword += "/" + escapePointer(key)
	}
	v.Message = fmt.Sprintf(format, args...)
	*e.report = append(*e.report, v)
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
	e.steps++
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

func (e *evaluator) assertions(n *node, v *Value, p *place) bool {
	ok := true
	bad := func(key, format string, args ...any) {
		ok = false
		e.fail(n, p, key, "", nil, format, args...)
	}
	if n.kinds != 0 && (n.kinds&kinds(v.kind) == 0 || v.kind == Number && n.integer && !v.num.isInt()) {
		bad("type", "%s is not %s", brief(v), n.typeText())
		if e.report == nil {
			return false
		}
	}
	if n.enum != nil && !n.enum.has(v) {
		bad("enum", "%s is not one of %s", brief(v), briefList(n.enum.list))
	}
	if n.constant != nil && !equal(n.constant, v) {
		bad("const", "%s is not %s", brief(v), brief(n.constant))
	}
	switch v.kind {
	case Number:
		e.number(n, v, bad)
	case String:
		if n.minLength > 0 || n.maxLength != noCount {
			l := count(utf8.RuneCountInString(v.str))
			if l < n.minLength {
				bad("minLength", "%s is shorter than %d", brief(v), n.minLength)
			}
			if n.maxLength != noCount && l > n.maxLength {
				bad("maxLength", "%s is longer than %d", brief(v), n.maxLength)
			}
		}
		if n.pattern != nil {
			match, known := n.pattern.match(v.str)
			if !known {
				e.unknown = true
			} else if !match {
				bad("pattern", "%s does not match %q", brief(v), n.pattern.src)
			}
		}
		if e.formats && n.format != "" && !formatAccepts(n.format, v.str) {
			bad("format", "%s is not of format %q", brief(v), n.format)
		}
	case Array:
		l := count(len(v.elems))
		if l < n.minItems {
			bad("minItems", "%d elements, fewer than %d", l, n.minItems)
		}
		if n.maxItems != noCount && l > n.maxItems {
			bad("maxItems", "%d elements, more than %d", l, n.maxItems)
		}
		if n.unique {
			if i, j, dup := duplicate(v.elems); dup {
				bad("uniqueItems", "elements %d and %d are equal", i, j)
			}
		}
	case Object:
		l := count(len(v.elems))
		if l < n.minProperties {
			bad("minProperties", "%d members, fewer than %d", l, n.minProperties)
		}
		if n.maxProperties != noCount && l > n.maxProperties {
			bad("maxProperties", "%d members, more than %d", l, n.maxProperties)
		}
		for _, name := range n.required {
			if _, has := v.find(name); !has {
				ok = false
				e.fail(n, p, "required", name, nil, "missing %q", name)
			}
		}
		for _, d := range n.depRequired {
			if _, has := v.find(d.name); !has {
				continue
			}
			for _, name := range d.req {
				if _, has := v.find(name); !has {
					ok = false
					key := n.depKey
					if key == "" {
						key = "dependentRequired"
					}
					e.fail(n, p, key, name, nil, "missing %q, which %q asks for", name, d.name)
				}
			}
		}
	}
	return ok
}

func (e *evaluator) number(n *node, v *Value, bad func(string, string, ...any)) {
	if n.multipleOf.sign() > 0 && !v.num.multipleOf(n.multipleOf) {
		bad("multipleOf", "%s is no multiple of %s", v.num, n.multipleOf)
	}
	for _, b := range [...]struct {
		key  string
		side int
		b    *bound
	}{{"minimum", -1, &n.min}, {"exclusiveMinimum", -1, &n.exMin}, {"maximum", 1, &n.max}, {"exclusiveMaximum", 1, &n.exMax}} {
		if !b.b.set {
			continue
		}
		c := v.num.cmp(b.b.at) * b.side
		word := map[int]string{-1: "less", 1: "greater"}[b.side]
		if c > 0 {
			bad(b.key, "%s is %s than %s", v.num, word, b.b.at)
		} else if c == 0 && b.b.open {
			bad(b.key, "%s is not %s than %s", v.num, map[int]string{-1: "greater", 1: "less"}[b.side], b.b.at)
		}
	}
}

func (e *evaluator) array(n *node, v *Value, p *place, s *scope, m *marks) bool {
	ok := true
	for i, elem := range v.elems {
		t := n.items
		if i < len(n.prefix) {
			t = n.prefix[i]
		}
		if t == nil {
			break
		}
		if !e.eval(t, elem, &place{up: p, i: i, v: elem}, s, nil) {
			if ok = false; e.report == nil {
				return false
			}
		}
	}
	if m != nil {
		m.upTo = max(m.upTo, min(len(n.prefix), len(v.elems)))
		m.all = m.all || n.items != nil
	}
	if n.contains != nil {
		found := count(0)
		for i, elem := range v.elems {
			if e.quiet(n.contains, elem, &place{up: p, i: i, v: elem}, s, nil, nil) {
				found++
				if m != nil && n.dialect >= Draft2020 {
					m.mark(i, len(v.elems))
				}
			}
		}
		if found < n.minContainsOr1() {
			key := "contains"
			if n.minContains != noCount {
				key = "minContains"
			}
			e.fail(n, p, key, "", nil, "%d fitting elements, fewer than %d", found, n.minContainsOr1())
			ok = false
		}
		if n.maxContains != noCount && found > n.maxContains {
			e.fail(n, p, "maxContains", "", nil, "%d fitting elements, more than %d", found, n.maxContains)
			ok = false
		}
	}
	if n.uneval != nil && (ok || e.report != nil) {
		for i, elem := range v.elems {
			if !m.has(i) && !e.leftover(n, n.uneval, "unevaluatedItems", indexToken(i), elem, &place{up: p, i: i, v: elem}, p, s) {
				if ok = false; e.report == nil {
					return false
				}
			}
		}
		m.all = true
	}
	return ok
}

// leftover evaluates a member or element that only additionalProperties or an unevaluated keyword speaks of.
func (e *evaluator) leftover(n, t *node, key, name string, v *Value, child, p *place, s *scope) bool {
	if t.always < 0 {
		what := "unknown property %q"
		if p.v.kind == Array {
			what = "element %s is one too many"
		}
		e.fail(n, p, key, name, nil, what, name)
		return false
	}
	return e.eval(t, v, child, s, nil)
}

func (e *evaluator) object(n *node, v *Value, p *place, s *scope, m *marks) bool {
	ok := true
	for i, name := range v.names {
		elem := v.elems[i]
		var child *place
		known := false
		step := func(t *node) bool {
			known = true
			if child == nil {
				child = &place{up: p, name: name, i: -1, v: elem}
			}
			if !e.eval(t, elem, child, s, nil) {
				ok = false
			}
			return ok || e.report != nil
		}
		if t := n.property(name); t != nil && !step(t) {
			return false
		}
		for _, pt := range n.patterns {
			match, sure := pt.pattern.match(name)
			if !sure {
				e.unknown = true
			}
			if match && !step(pt.node) {
				return false
			}
		}
		if !known && n.additional != nil {
			known = true
			if !e.leftover(n, n.additional, "additionalProperties", name, elem, &place{up: p, name: name, i: -1, v: elem}, p, s) {
				if ok = false; e.report == nil {
					return false
				}
			}
		}
		if known && m != nil {
			m.mark(i, len(v.elems))
		}
		if n.names != nil {
			var causes []Violation
			nv := stringValue(name)
			if !e.quiet(n.names, nv, &place{i: -1, v: nv}, s, nil, &causes) {
				e.fail(n, p, "propertyNames", name, causes, "%q is not allowed as a property's name", name)
				if ok = false; e.report == nil {
					return false
				}
			}
		}
	}
	for _, d := range n.depSchemas {
		if _, has := v.find(d.name); has && !e.eval(d.node, v, p, s, m) {
			if ok = false; e.report == nil {
				return false
			}
		}
	}
	if n.unevalProps != nil && (ok || e.report != nil) {
		for i, name := range v.names {
			if !m.has(i) && !e.leftover(n, n.unevalProps, "unevaluatedProperties", name, v.elems[i], &place{up: p, name: name, i: -1, v: v.elems[i]}, p, s) {
				if ok = false; e.report == nil {
					return false
				}
			}
		}
		m.all = true
	}
	return ok
}

// duplicate finds two equal elements, in expected linear time.
func duplicate(elems []*Value) (int, int, bool) {
	if len(elems) <= smallSet {
		for j := range elems {
			for i := range j {
				if equal(elems[i], elems[j]) {
					return i, j, true
				}
			}
		}
		return 0, 0, false
	}
	seen := make(map[string]int, len(elems))
	for j, v := range elems {
		k := v.String()
		if i, ok := seen[k]; ok {
			return i, j, true
		}
		seen[k] = j
	}
	return 0, 0, false
}

func (n *node) typeText() string {
	var names []string
	for k := Null; k < numKinds; k++ {
		if n.kinds&kinds(k) == 0 {
			continue
		}
		name := k.String()
		if k == Number && n.integer {
			name = "integer"
		}
		switch name {
		case "integer", "array", "object":
			name = "an " + name
		case "null":
		default:
			name = "a " + name
		}
		names = append(names, name)
	}
	return strings.Join(names, " or ")
}

// brief is a value's text, cut after some 60 bytes.
func brief(v *Value) string {
	if v.size() > 200 {
		return article(v.kind)
	}
	s := v.String()
	if len(s) <= 60 {
		return s
	}
	i := 57
	for i > 0 && !utf8.RuneStart(s[i]) {
		i--
	}
	return s[:i] + "…"
}

func briefList(vs []*Value) string {
	var parts []string
	for i, v := range vs {
		if i == 6 {
			parts = append(parts, fmt.Sprintf("… (%d in all)", len(vs)))
			break
		}
		parts = append(parts, brief(v))
	}
	return strings.Join(parts, ", ")
}
