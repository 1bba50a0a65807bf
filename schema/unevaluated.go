package schema

// evaluation is what a schema evaluates in a value that it accepts: under the condition, names or places.
type evaluation struct {
	cond  form
	all   bool
	names form  // of members
	upTo  int64 // elements before this place
	elems form  // and all elements in this set (contains, 2020-12)
}

const maxSplit = 6

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

// split turns evaluations into cases: in each, some conditions hold and rest says what is left over then. The more
// conditions hold, the less is left over, so no case has to say that a condition fails.
func (tr *translator) split(k Kind, evs []evaluation, join func(a, b evaluation) evaluation, rest func(evaluation) form) form {
	t := tr.t
	base := evaluation{cond: top, names: bottom, elems: bottom}
	var conds []evaluation
	for i := range evs {
		if evs[i].cond = t.spec(evs[i].cond, k); evs[i].cond == top {
			base = join(base, evs[i])
		}
	}
	for _, ev := range evs {
		if ev.cond == top || ev.cond == bottom || rest(join(base, ev)) == rest(base) {
			continue
		}
		merged := false
		for i := range conds {
			if conds[i].cond == ev.cond {
				conds[i] = join(conds[i], ev)
				merged = true
			}
		}
		if !merged {
			conds = append(conds, ev)
		}
	}
	exclusive := true
	for j := range conds {
		for i := range j {
			exclusive = exclusive && t.disjoint(conds[i].cond, conds[j].cond)
		}
	}
	if len(conds) > maxSplit && !exclusive {
		return tr.fail(ReasonUneval)
	}
	cases := []form{rest(base)}
	var choose func(i int, ev evaluation)
	choose = func(i int, ev evaluation) {
		for j := i; j < len(conds); j++ {
			next := join(ev, conds[j])
			next.cond = t.and(ev.cond, conds[j].cond)
			if next.cond == bottom {
				continue
			}
			cases = append(cases, t.and(next.cond, rest(next)))
			if !exclusive {
				choose(j+1, next)
			}
		}
	}
	choose(0, base)
	return t.when(k, t.or(cases...))
}

func (tr *translator) unevaluatedProperties(n *node, s *scope, r reading) form {
	t := tr.t
	var evs []evaluation
	for _, ev := range tr.evaluations(n, s, top, true, nil) {
		if ev.upTo < 0 || !ev.all && ev.names != bottom {
			evs = append(evs, ev)
		}
	}
	bad := not(tr.child(n.unevalProps, s, r))
	free := tr.mutedNames(n, "unevaluatedProperties")
	return tr.split(Object, evs, func(a, b evaluation) evaluation {
		a.all, a.names = a.all || b.all, t.or(a.names, b.names)
		return a
	}, func(ev evaluation) form {
		if ev.all {
			return top
		}
		return not(t.member(t.and(t.kinds(kinds(String)), not(ev.names), not(free)), bad))
	})
}

func (tr *translator) unevaluatedItems(n *node, s *scope, r reading) form {
	t := tr.t
	var evs []evaluation
	for _, ev := range tr.evaluations(n, s, top, true, nil) {
		if ev.upTo >= 0 && (ev.all || ev.upTo > 0 || ev.elems != bottom) {
			evs = append(evs, ev)
		}
	}
	bad := not(tr.child(n.uneval, s, r))
	return tr.split(Array, evs, func(a, b evaluation) evaluation {
		a.all, a.upTo, a.elems = a.all || b.all, max(a.upTo, b.upTo), t.or(a.elems, b.elems)
		return a
	}, func(ev evaluation) form {
		if ev.all {
			return top
		}
		return not(t.some(ev.upTo, t.and(bad, not(ev.elems)), 1))
	})
}
