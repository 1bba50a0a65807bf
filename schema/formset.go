package schema

// formSet is a set of formulas in order of arrival; most are small.
type formSet struct {
	list  []form
	index map[form]bool // nil while the list is short
}

const shortSet = 32

func (s *formSet) has(f form) bool {
	if s.index != nil {
		return s.index[f]
	}
	for _, g := range s.list {
		if g == f {
			return true
		}
	}
	return false
}

// add takes in a formula that is not in the set.
func (s *formSet) add(f form) {
	s.list = append(s.list, f)
	switch {
	case s.index != nil:
		s.index[f] = true
	case len(s.list) > shortSet:
		s.index = make(map[form]bool, 2*len(s.list))
		for _, g := range s.list {
			s.index[g] = true
		}
	}
}

func (s *formSet) clone() formSet {
	c := formSet{list: append(make([]form, 0, len(s.list)+8), s.list...)}
	if s.index != nil {
		c.index = make(map[form]bool, len(s.list)+8)
		for _, g := range s.list {
			c.index[g] = true
		}
	}
	return c
}
