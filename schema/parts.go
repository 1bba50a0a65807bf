package schema

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
