package schema

const (
	maxShrink     = 200    // values tried
	maxShrinkWork = 60_000 // values inside the values tried
)

// shrink makes a witness smaller while a accepts it and b refuses it.
func (q *question) shrink(v *Value) *Value {
	tries, work := maxShrink, maxShrinkWork
	ok := func(w *Value) bool {
		if tries--; tries < 0 || work < 0 {
			return false
		}
		work -= w.size()
		return q.splits(w)
	}
	return shrinkIn(v, ok)
}

// shrinkIn tries smaller values for v and for its parts, in a fixed order.
func shrinkIn(v *Value, ok func(*Value) bool) *Value {
	switch v.kind {
	case Object:
		for i := len(v.names) - 1; i >= 0; i-- {
			w := without(v, i)
			if ok(w) {
				v = w
			}
		}
		for i := range v.elems {
			e := shrinkIn(v.elems[i], func(e *Value) bool { return ok(with(v, i, e)) })
			v = with(v, i, e)
		}
	case Array:
		for n := len(v.elems) / 2; n > 0; n /= 2 {
			for len(v.elems) > n {
				w := arrayValue(v.elems[:len(v.elems)-n])
				if !ok(w) {
					break
				}
				v = w
			}
		}
		for i := len(v.elems) - 1; i >= 0; i-- {
			if w := without(v, i); ok(w) {
				v = w
			}
		}
		for i := range v.elems {
			e := shrinkIn(v.elems[i], func(e *Value) bool { return ok(with(v, i, e)) })
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
		for _, n := range [...]num{numZero, numOne, numOne.neg()} {
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

func without(v *Value, i int) *Value {
	w := &Value{kind: v.kind}
	if v.kind == Object {
		w.names = append(append(w.names, v.names[:i]...), v.names[i+1:]...)
	}
	w.elems = append(append(w.elems, v.elems[:i]...), v.elems[i+1:]...)
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
