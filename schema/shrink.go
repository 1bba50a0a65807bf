package schema

const (
	maxShrink     = 200     // values tried
	maxShrinkWork = 200_000 // values inside the values tried, and schemas applied to them
)

// shrinker tries smaller values, as long as its budget lasts.
type shrinker struct {
	q           *question
	tries, work int
}

// shrink makes a witness smaller while a accepts it and b refuses it.
func (q *question) shrink(v *Value) *Value {
	s := &shrinker{q: q, tries: maxShrink, work: maxShrinkWork}
	return s.in(v, s.ok)
}

// ok reports whether w is a witness, too.
func (s *shrinker) ok(w *Value) bool {
	if s.over() {
		return false
	}
	s.tries--
	s.work -= w.size()
	ok, steps := s.q.splits(w)
	s.work -= steps
	return ok
}

func (s *shrinker) over() bool { return s.tries <= 0 || s.work <= 0 }

// in tries smaller values for v and for its parts, in a fixed order; those that the question leaves out are none.
func (s *shrinker) in(v *Value, accept func(*Value) bool) *Value {
	ok := func(w *Value) bool { return unusualKind(w)&s.q.unusual == 0 && accept(w) }
	switch v.kind {
	case Object, Array:
		for n := len(v.elems) / 2; n > 1 && len(v.elems) > 8; n /= 2 {
			v = s.fewer(v, n, ok)
		}
		v = s.fewer(v, 1, ok)
		for i := range v.elems {
			if s.over() {
				break
			}
			e := s.in(v.elems[i], func(e *Value) bool { return ok(with(v, i, e)) })
			v = with(v, i, e)
		}
	case String:
		for n := len(v.str) / 2; n > 0; n /= 2 {
			for len(v.str) > n {
				r := []rune(v.str)
				if n >= len(r) {
					break
				}
				w := stringValue(string(r[:len(r)-n]))
				if !ok(w) {
					break
				}
				v = w
			}
		}
		if v.str != "" && ok(emptyString) {
			return emptyString
		}
	case Number:
		for _, n := range [...]num{numOne, numZero, numOne.neg()} {
			if v.num.equal(n) {
				break
			}
			if w := numValue(n); ok(w) {
				return w
			}
		}
	}
	return v
}

// fewer leaves out runs of n members or elements, from the end.
func (s *shrinker) fewer(v *Value, n int, ok func(*Value) bool) *Value {
	for i := len(v.elems) - n; i > -n && !s.over(); i -= n {
		if w := without(v, max(i, 0), i+n); ok(w) {
			v = w
		}
	}
	return v
}

// without is v without its members or elements from i to before j.
func without(v *Value, i, j int) *Value {
	w := &Value{kind: v.kind}
	if v.kind == Object {
		w.names = append(append(w.names, v.names[:i]...), v.names[j:]...)
	}
	w.elems = append(append(w.elems, v.elems[:i]...), v.elems[j:]...)
	return w
}

func with(v *Value, i int, e *Value) *Value {
	if v.elems[i] == e {
		return v
	}
	w := &Value{kind: v.kind, names: v.names}
	w.elems = append(w.elems, v.elems...)
	w.elems[i] = e
	return w
}
