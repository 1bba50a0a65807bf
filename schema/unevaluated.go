package schema

// evaluation is what a schema evaluates in a value that it accepts: under the condition, names or places.
type evaluation struct {
	cond  form
	all   bool
	names form  // of members
	upTo  int64 // elements before this place
	elems form  // and all elements in this set (contains, 2020-12)
}

const maxCells = 1000 // sets of names, or of elements, that conditions tell apart

// evaluations lists what the schemas applied in place at n evaluate, when n holds. The unevaluated keyword of n itself
// is left out when own is set.
func (tr *translator) evaluations(n *node, s *scope, cond form, own bool, out []evaluation) []evaluation {
	if n.always != 0 || tr.failed != "" {
		return out
	}
	t := tr.t
	if tr.s.dynamic {
		s = s.enter(n.res)
	}
	ev := evaluation{cond: cond, names: tr.ownNames(n), upTo: int64(len(n.prefix)), elems: bottom}
	if n.contains != nil && n.dialect >= Draft2020 {
		ev.elems = tr.child(n.contains, s, strict)
	}
	if ev.names != bottom || ev.upTo > 0 || ev.elems != bottom {
		out = append(out, ev)
	}
	every := evaluation{cond: cond, all: true, elems: bottom, names: bottom}
	// Members and elements are told apart by upTo: a rule for members has upTo -1, one for elements names bottom.
	if n.additional != nil || !own && n.unevalProps != nil {
		e := every
		e.upTo = -1
		out = append(out, e)
	}
	if n.items != nil || !own && n.uneval != nil {
		out = append(out, every)
	}
	for _, r := range [...]*reference{n.ref, n.dynamicRef} {
		if r != nil {
			if m := r.follow(s); m != nil {
				out = tr.evaluations(m, s, cond, false, out)
			} else {
				tr.fail(ReasonRemote)
			}
		}
	}
	for _, m := range n.allOf {
		out = tr.evaluations(m, s, cond, false, out)
	}
	for _, list := range [...][]*node{n.anyOf, n.oneOf} {
		for _, m := range list {
			out = tr.evaluations(m, s, t.and(cond, tr.node(m, s, strict)), false, out)
		}
	}
	if n.if_ != nil {
		c := tr.node(n.if_, s, strict)
		out = tr.evaluations(n.if_, s, t.and(cond, c), false, out)
		if n.then != nil {
			out = tr.evaluations(n.then, s, t.and(cond, c), false, out)
		}
		if n.else_ != nil {
			out = tr.evaluations(n.else_, s, t.and(cond, not(c)), false, out)
		}
	}
	for _, d := range n.depSchemas {
		out = tr.evaluations(d.node, s, t.and(cond, t.member(t.name(d.name), top)), false, out)
	}
	return out
}

// cell is a set of names or of elements, and the conditions under which it is evaluated.
type cell struct {
	in    form
	conds []form
}

// cells divides a set by which of the conditional sets its members are in.
func (tr *translator) cells(set form, evs []evaluation, of func(evaluation) form) []cell {
	t := tr.t
	list := []cell{{in: set}}
	for _, ev := range evs {
		sub := of(ev)
		if ev.cond == bottom || sub == bottom {
			continue
		}
		next := make([]cell, 0, len(list)+1)
		for _, c := range list {
			if in := t.meet(c.in, sub); in != bottom {
				next = append(next, cell{in, append(c.conds[:len(c.conds):len(c.conds)], ev.cond)})
			}
			if out := t.meet(c.in, not(sub)); out != bottom {
				next = append(next, cell{out, c.conds})
			}
		}
		if list = next; len(list) > maxCells {
			tr.fail(ReasonUneval)
			return nil
		}
	}
	return list
}

// meet is the conjunction; members of a finite set that fail the other part are left out of it.
func (t *table) meet(set, f form) form {
	x := t.at(set)
	if set&1 == 1 || x.op != opIn {
		return t.and(set, f)
	}
	var kept []*Value
	for _, v := range x.set.list {
		switch t.holds(f, v) {
		case yes:
			kept = append(kept, v)
		case maybe:
			return t.and(set, f)
		}
	}
	return t.in(kept...)
}

// always is the union of what is evaluated whatever the value is.
func always(t *table, evs []evaluation, of func(evaluation) form) form {
	out := bottom
	for _, ev := range evs {
		if ev.cond == top {
			out = t.or(out, of(ev))
		}
	}
	return out
}

// unevaluatedProperties: no member is bad, unless a condition holds under which its name is evaluated.
func (tr *translator) unevaluatedProperties(n *node, s *scope, r reading) form {
	t := tr.t
	var evs []evaluation
	var all []form // the conditions under which every member is evaluated
	for _, ev := range tr.evaluations(n, s, top, true, nil) {
		ev.cond = t.spec(ev.cond, Object)
		if ev.upTo < 0 {
			all = append(all, ev.cond)
		} else if !ev.all && ev.names != bottom {
			evs = append(evs, ev)
		}
	}
	bad := not(tr.child(n.unevalProps, s, r))
	names := func(ev evaluation) form { return ev.names }
	free := t.or(tr.mutedNames(n, "unevaluatedProperties"), always(t, evs, names))
	var parts []form
	for _, c := range tr.cells(t.and(t.kinds(kinds(String)), not(free)), evs, names) {
		parts = append(parts, t.or(not(t.member(c.in, bad)), t.or(c.conds...), t.or(all...)))
	}
	return t.when(Object, t.and(parts...))
}

// unevaluatedItems: no element is bad, unless a condition holds under which its place, or an element like it, is
// evaluated.
func (tr *translator) unevaluatedItems(n *node, s *scope, r reading) form {
	t := tr.t
	var evs []evaluation
	end := int64(0) // from here on places are alike
	for _, ev := range tr.evaluations(n, s, top, true, nil) {
		if ev.upTo >= 0 && (ev.all || ev.upTo > 0 || ev.elems != bottom) {
			ev.cond = t.spec(ev.cond, Array)
			evs = append(evs, ev)
			end = max(end, ev.upTo)
		}
	}
	elems := func(ev evaluation) form { return ev.elems }
	bad := t.and(not(tr.child(n.uneval, s, r)), not(always(t, evs, elems)))
	cells := tr.cells(bad, evs, elems)
	var parts []form
	for i := int64(0); i <= end; i++ {
		var conds []form
		for _, ev := range evs {
			if ev.all || ev.upTo > i {
				conds = append(conds, ev.cond)
			}
		}
		for _, c := range cells {
			wrong := t.item(i, c.in)
			if i == end {
				wrong = t.some(i, c.in, 1)
			}
			parts = append(parts, t.or(not(wrong), t.or(conds...), t.or(c.conds...)))
		}
	}
	return t.when(Array, t.and(parts...))
}
