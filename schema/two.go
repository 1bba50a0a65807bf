package schema

import "slices"

// two says that at least two of the formulas hold.
func (t *table) two(fs []form) form {
	args := make([]form, 0, len(fs))
	sure := 0
	for _, f := range fs {
		switch f {
		case top:
			sure++
		case bottom:
		default:
			args = append(args, f)
		}
	}
	switch {
	case sure >= 2:
		return top
	case sure == 1:
		return t.or(args...)
	case len(args) < 2:
		return bottom
	case len(args) == 2:
		return t.and(args...)
	}
	slices.Sort(args)
	var once, twice kindSet
	t.key(opTwo)
	for _, f := range args {
		t.keyInt(int64(f))
		twice |= once & t.kindsOf(f)
		once |= t.kindsOf(f)
	}
	if twice == 0 {
		return bottom
	}
	return t.intern(term{op: opTwo, args: args, pos: twice, neg: allKinds})
}

const maxPairs = 1_200_000 // pairs of branches looked at: beyond, they count as overlapping

// overlaps says that at least two of the formulas hold, by groups of those that are not plainly disjoint: tagged
// objects need no word.
func (t *table) overlaps(fs []form) form {
	group := make([]int, len(fs)) // the first of those that f meets, by way of others
	looked := 0
	for j := range fs {
		group[j] = j
		for i := range j {
			if group[i] == group[j] {
				continue
			}
			if looked++; looked <= maxPairs && t.disjoint(fs[i], fs[j]) {
				continue
			}
			from, to := max(group[i], group[j]), min(group[i], group[j])
			for k := range group[:j+1] {
				if group[k] == from {
					group[k] = to
				}
			}
		}
	}
	var some []form
	for g := range fs {
		var members []form
		for i, f := range fs {
			if group[i] == g {
				members = append(members, f)
			}
		}
		if len(members) > 1 {
			some = append(some, t.two(members))
		}
	}
	return t.or(some...)
}

// count looks at how many arguments of a count can hold yet: it asserts what follows, or keeps the rest of the question.
// ok is false at a contradiction; keep is bottom when nothing is left to ask.
func (s *state) count(f form) (keep form, units []form, ok bool) {
	sure, few := 0, f&1 == 1
	var live []form
	for _, a := range s.e.t.at(f).args {
		if !s.e.spend(1) {
			return bottom, nil, false
		}
		switch s.status(a) {
		case yes:
			sure++
		case maybe:
			live = append(live, a)
		}
	}
	switch {
	case few && sure >= 2, !few && sure+len(live) < 2:
		return bottom, nil, false
	case few && sure+len(live) < 2, !few && sure >= 2:
		return bottom, nil, true
	case few && sure == 1:
		for i, a := range live {
			live[i] = not(a)
		}
		return bottom, live, true
	case sure+len(live) == 2: // all of them, or not both
		return bottom, []form{s.e.t.and(live...) ^ f&1}, true
	case sure == 1:
		return bottom, []form{s.e.t.or(live...)}, true
	}
	if keep = s.e.t.two(live) ^ f&1; s.e.t.at(keep).op != opTwo {
		return bottom, []form{keep}, true
	}
	return keep, nil, true
}
