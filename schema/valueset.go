package schema

// valueSet is a finite set of values, in order of first appearance.
type valueSet struct {
	list  []*Value
	strs  map[string]bool // the strings; nil while the list is short
	other map[string]bool // canonical texts of the rest
	sum   uint64          // of the members' hashes, whatever their order
}

const smallSet = 8

func newValueSet(vs []*Value) *valueSet {
	s := &valueSet{list: make([]*Value, 0, len(vs))}
	if len(vs) > smallSet {
		s.strs, s.other = make(map[string]bool, len(vs)), map[string]bool{}
	}
	for _, v := range vs {
		if !s.has(v) {
			s.list = append(s.list, v)
			s.sum += v.hash()
			if s.strs != nil {
				s.index(v)
			}
		}
	}
	return s
}

func (s *valueSet) index(v *Value) {
	if v.kind == String {
		s.strs[v.str] = true
	} else {
		s.other[v.String()] = true
	}
}

func (s *valueSet) has(v *Value) bool {
	switch {
	case s.strs == nil:
		for _, w := range s.list {
			if equal(v, w) {
				return true
			}
		}
		return false
	case v.kind == String:
		return s.strs[v.str]
	}
	return len(s.other) > 0 && s.other[v.String()]
}

// same reports whether both sets have the same members.
func (s *valueSet) same(o *valueSet) bool {
	if s == o {
		return true
	}
	if s.sum != o.sum || len(s.list) != len(o.list) {
		return false
	}
	for _, v := range s.list {
		if !o.has(v) {
			return false
		}
	}
	return true
}

// hash is equal for equal values (FNV-1a over the kind and the contents).
func (v *Value) hash() uint64 {
	h := uint64(14695981039346656037) ^ uint64(v.kind)
	mix := func(x uint64) { h = (h ^ x) * 1099511628211 }
	text := func(s string) {
		for i := 0; i < len(s); i++ {
			mix(uint64(s[i]))
		}
		mix(0x1ff)
	}
	switch v.kind {
	case Boolean:
		if v.b {
			mix(1)
		}
	case Number:
		if v.num.big != nil {
			text(v.num.big.String())
		} else {
			mix(uint64(v.num.c))
		}
		mix(uint64(v.num.e))
	case String:
		text(v.str)
	case Array, Object:
		for i, e := range v.elems {
			if v.names != nil {
				text(v.names[i])
			}
			mix(e.hash())
		}
	}
	return h ^ h>>29
}
