package schema

// propagate drops disjunctions that hold already and alternatives that cannot hold. It asserts what is left alone and
// then asks to be called again; else it names the disjunction to branch on, bottom if there is none.
func (s *state) propagate() (or form, again, ok bool) {
	t := s.e.t
	best, bestScore := bottom, 1<<30
	kept := s.ors[:0:0]
	var units []form
	for _, f := range s.ors {
		x := t.at(f)
		if x.op == opTwo {
			keep, follows, ok := s.count(f)
			if !ok {
				return bottom, false, false
			}
			units = append(units, follows...)
			if keep != bottom {
				kept = append(kept, keep)
				if score := 1<<10 + len(t.at(keep).args); score < bestScore {
					best, bestScore = keep, score
				}
			}
			continue
		}
		live, last, holds, plain, idle := 0, bottom, false, false, true
		for _, na := range x.args {
			if !s.e.spend(1) {
				return bottom, false, false
			}
			a := not(na)
			switch s.status(a) {
			case yes:
				holds = true
			case maybe:
				live++
				last = a
				plain = plain || a&1 == 1 || t.at(a).op != opAnd
				idle = idle && t.idle(a, 3)
			}
			if holds {
				break
			}
		}
		switch {
		case holds:
			continue
		case live == 0:
			return bottom, false, false
		case live == 1:
			units = append(units, last)
			continue
		}
		kept = append(kept, f)
		// Choices between whole schemas settle more than choices between atoms; what asks for no member or element can
		// wait until something does.
		score := live
		switch {
		case idle && s.c.min == 0:
			score += 2 << 20
		case plain:
			score += 1 << 20
		}
		if score < bestScore {
			best, bestScore = f, score
		}
	}
	s.ors = kept
	for _, f := range units {
		if !s.assert(f) {
			return bottom, false, false
		}
		again = true
	}
	if again {
		return bottom, true, true
	}
	if best != bottom && s.c.kind == Object && len(s.ors) <= 256 {
		return s.lookAhead(best)
	}
	return best, false, true
}

// idle formulas forbid members or elements and ask for none.
func (t *table) idle(f form, depth int) bool {
	x := t.at(f)
	switch x.op {
	case opMember, opItem, opSome, opIn:
		return f&1 == 1
	case opAnd:
		for _, a := range x.args {
			if depth == 0 || !t.idle(a^(f&1), depth-1) {
				return false
			}
		}
		return true
	}
	return false
}

// lookAhead drops alternatives that leave a member without a value: a dead one found here saves a subtree.
func (s *state) lookAhead(best form) (or form, again, ok bool) {
	t := s.e.t
	for _, m := range s.c.members {
		if !m.required {
			continue
		}
		if o, _ := s.e.inhabit(m.f); o == empty {
			return bottom, false, false
		}
	}
	for i, f := range s.ors {
		if t.at(f).op == opTwo {
			continue
		}
		var live []form
		for _, na := range t.at(f).args {
			if a := not(na); s.status(a) != no && !s.hopeless(a) {
				live = append(live, a)
			}
		}
		switch {
		case s.e.dead || len(live) == 0:
			return bottom, false, false
		case len(live) == len(t.at(f).args):
			continue
		}
		g := t.or(live...)
		if t.alternatives(g) == nil {
			return bottom, true, s.assert(g)
		}
		s.ors[i] = g
		if f == best {
			best = g
		}
	}
	return best, false, true
}

// status is what the facts so far say of a formula, cheaply.
func (s *state) status(f form) truth {
	if f == top || s.asserted.has(f) {
		return yes
	}
	if f == bottom || s.asserted.has(not(f)) {
		return no
	}
	t := s.e.t
	x := t.at(f)
	switch {
	case x.op == opAnd && f&1 == 0:
		all := yes
		for _, a := range x.args {
			if all = min(all, s.status(a)); all == no {
				return no
			}
		}
		return all
	case x.op == opAnd, x.op == opTwo, x.op == opRef:
		return maybe
	}
	return s.c.status(t, f)
}

// hopeless reports that asserting f leaves a required member without a value.
func (s *state) hopeless(f form) bool {
	t := s.e.t
	x := t.at(f)
	if f&1 == 0 && x.op == opAnd {
		for _, a := range x.args {
			if s.hopeless(a) {
				return true
			}
		}
		return false
	}
	if x.op != opMember {
		return false
	}
	name, ok := t.single(x.a)
	if !ok {
		return false
	}
	value := x.b
	m := s.c.named(t, name)
	g := m.f
	switch {
	case f&1 == 0:
		g = t.and(g, value)
	case !m.required:
		return false
	default:
		g = t.and(g, not(value))
	}
	o, _ := s.e.inhabit(g)
	return o == empty
}
