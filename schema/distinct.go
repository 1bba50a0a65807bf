package schema

// distinct picks different values for the formulas: those with fewer members than places by matching, the others
// afterwards from what is free.
func (a *arrayCube) distinct(fs []form) []*Value {
	if len(fs) > maxDistinct {
		a.stuck = true
		a.e.give(ReasonWitness)
		return nil
	}
	members := map[form][]*Value{}
	for _, f := range fs {
		if _, ok := members[f]; ok {
			continue
		}
		vs, ok := a.e.enumerate(f, len(fs))
		if !ok {
			a.stuck = true
			return nil
		}
		members[f] = vs
	}
	out := make([]*Value, len(fs))
	owner := map[string]int{} // a value's text to the place that has it
	var place func(i int, tried map[string]bool) bool
	place = func(i int, tried map[string]bool) bool {
		for _, v := range members[fs[i]] {
			text := v.String()
			if tried[text] {
				continue
			}
			tried[text] = true
			j, taken := owner[text]
			if !taken || place(j, tried) {
				owner[text] = i
				out[i] = v
				return true
			}
		}
		return false
	}
	for i := range fs {
		if !a.e.spend(1) || !place(i, map[string]bool{}) {
			return nil
		}
	}
	return out
}

// enumerate lists up to n distinct values; false when it cannot tell whether there are more.
func (e *engine) enumerate(f form, n int) ([]*Value, bool) {
	var vs []*Value
	for len(vs) < n {
		o, v := e.inhabit(e.t.and(f, not(e.t.in(vs...))))
		switch o {
		case empty:
			return vs, true
		case stuck:
			return vs, false
		}
		vs = append(vs, v)
	}
	return vs, true
}
