package schema

// state is one branch of the search for a value of one kind: literals gathered in a cube, disjunctions still open.
type state struct {
	e        *engine
	c        *cube
	asserted formSet
	ors      []form
}

func (s *state) clone() *state {
	return &state{e: s.e, c: s.c.clone(), asserted: s.asserted.clone(), ors: s.ors[:len(s.ors):len(s.ors)]}
}

// assert adds a formula and all that follows at once; false means a contradiction.
func (s *state) assert(f form) bool {
	t := s.e.t
	todo := []form{f}
	for len(todo) > 0 {
		f := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if f == top || s.asserted.has(f) {
			continue
		}
		if f == bottom || s.asserted.has(not(f)) || !s.e.spend(1) {
			return false
		}
		s.asserted.add(f)
		x := t.at(f)
		switch {
		case x.op == opAnd && f&1 == 0:
			for i := len(x.args) - 1; i >= 0; i-- {
				todo = append(todo, x.args[i])
			}
		case x.op == opAnd, x.op == opTwo:
			s.ors = append(s.ors, f)
		case x.op == opRef:
			if !x.isBound {
				s.c.opaque = true
				continue
			}
			todo = append(todo, t.spec(x.bound^(f&1), s.c.kind))
		case !s.c.add(t, f):
			return false
		}
	}
	return true
}

// solve looks for a value of f together with everything asserted so far. It owns s.
func (s *state) solve(f form) (outcome, *Value) {
	if !s.assert(f) {
		return s.closed()
	}
	for {
		if s.c.finite {
			return s.members()
		}
		or, again, ok := s.propagate()
		if !ok {
			return s.closed()
		}
		if again {
			continue
		}
		if or == bottom {
			return s.finish()
		}
		return s.branch(or)
	}
}

// closed is the outcome of a contradiction: none if the budget ran out meanwhile.
func (s *state) closed() (outcome, *Value) {
	if s.e.dead {
		return stuck, nil
	}
	return empty, nil
}

func (s *state) branch(or form) (outcome, *Value) {
	kept := make([]form, 0, len(s.ors))
	for _, f := range s.ors {
		if f != or {
			kept = append(kept, f)
		}
	}
	s.ors = kept
	result := empty
	for _, a := range s.e.t.alternatives(or) {
		if !s.e.spend(1) {
			return stuck, nil
		}
		if s.status(a) == no {
			continue
		}
		switch o, v := s.clone().solve(a); o {
		case found:
			return found, v
		case stuck:
			result = stuck
		}
	}
	if s.e.dead {
		return stuck, nil
	}
	return result, nil
}

// members decides a finite set by evaluating everything on each member.
func (s *state) members() (outcome, *Value) {
	result := empty
	for _, v := range s.c.vals {
		all := yes
		for _, f := range s.asserted.list {
			if x := s.e.t.at(f); x.op == opAnd && f&1 == 0 {
				continue // its parts are asserted too
			}
			if all = min(all, s.e.t.holds(f, v)); all == no {
				break
			}
		}
		if !s.e.spend(1 + len(s.asserted.list)/8) {
			return stuck, nil
		}
		switch all {
		case yes:
			return found, v
		case maybe:
			result = stuck
		}
	}
	if result == stuck {
		return s.e.give(s.e.opaqueReason(s.asserted.list))
	}
	return empty, nil
}

// finish asks for a value of the cube. Values that an excluded set forbids are told apart by a further disjunction.
func (s *state) finish() (outcome, *Value) {
	if s.c.opaque {
		return s.e.give(ReasonRemote)
	}
	o, v := s.e.cubeValue(s.c)
	if o != found {
		return o, v
	}
	for _, f := range s.c.out {
		if s.e.t.at(f).set.has(v) {
			if s.c.kind != Array && s.c.kind != Object {
				return s.e.give(ReasonFuel)
			}
			return s.clone().solve(s.e.t.differs(v))
		}
	}
	return found, v
}

// differs holds for the arrays (objects) that are not v.
func (t *table) differs(v *Value) form {
	n := int64(len(v.elems))
	if v.kind == Array {
		fs := []form{not(t.items(n)), t.items(n + 1)}
		for i, e := range v.elems {
			fs = append(fs, t.item(int64(i), not(t.in(e))))
		}
		return t.spec(t.or(fs...), Array)
	}
	names := make([]*Value, len(v.names))
	fs := []form{}
	for i, name := range v.names {
		names[i] = stringValue(name)
		fs = append(fs, not(t.member(t.in(names[i]), top)), t.member(t.in(names[i]), not(t.in(v.elems[i]))))
	}
	fs = append(fs, t.member(t.and(t.kinds(kinds(String)), not(t.in(names...))), top))
	return t.spec(t.or(fs...), Object)
}

// opaqueReason names what keeps a formula from being evaluated.
func (e *engine) opaqueReason(fs []form) Reason {
	r := ReasonRegex
	for _, f := range fs {
		if x := e.t.at(f); x.op == opOpaque && len(x.text) > 3 && x.text[:3] == "ref" {
			r = ReasonRemote
		}
	}
	return r
}
