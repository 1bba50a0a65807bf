package schema

import (
	"slices"
)

// and is the conjunction: flat, sorted, without repetition; kinds and finite sets are merged.
func (t *table) and(fs ...form) form {
	var few [16]form
	list := few[:0]
	ks := allKinds
	var in []form
	var add func(f form) bool
	add = func(f form) bool {
		x := t.at(f)
		switch {
		case f == top:
		case f == bottom:
			return false
		case f&1 == 0 && x.op == opAnd:
			for _, g := range x.args {
				if !add(g) {
					return false
				}
			}
		case x.op == opKinds:
			ks &= t.kindsOf(f)
		case x.op == opIn:
			in = append(in, f)
		default:
			list = append(list, f)
		}
		return true
	}
	for _, f := range fs {
		if !add(f) {
			return bottom
		}
	}
	if in != nil {
		f, rest := t.mergeSets(in, ks)
		if f == bottom {
			return bottom
		}
		if f != top {
			list = append(list, f)
			ks = allKinds
		}
		list = append(list, rest...)
	}
	bound := ks
	for _, f := range list {
		bound &= t.kindsOf(f)
	}
	if bound == 0 {
		return bottom
	}
	slices.Sort(list)
	list = slices.Compact(list)
	for i := 1; i < len(list); i++ {
		if list[i] == not(list[i-1]) {
			return bottom
		}
	}
	// A kinds literal that the others imply says nothing.
	implied := allKinds
	for _, f := range list {
		implied &= t.kindsOf(f)
	}
	if implied&^ks != 0 {
		list = append(list, t.kinds(ks))
		slices.Sort(list)
	}
	switch len(list) {
	case 0:
		return top
	case 1:
		return list[0]
	}
	t.key(opAnd)
	for _, f := range list {
		t.keyInt(int64(f))
	}
	neg := kindSet(0)
	for _, f := range list {
		neg |= t.kindsOf(not(f))
	}
	if f, ok := t.index[string(t.buf)]; ok {
		return f
	}
	return t.intern(term{op: opAnd, args: slices.Clone(list), pos: bound, neg: neg})
}

// mergeSets joins literals about finite sets: one positive set, or the negative ones as they stand.
func (t *table) mergeSets(in []form, ks kindSet) (form, []form) {
	var base *valueSet
	for _, f := range in {
		if f&1 == 0 && (base == nil || len(t.at(f).set.list) < len(base.list)) {
			base = t.at(f).set
		}
	}
	if base == nil {
		return top, in
	}
	var kept []*Value
	for _, v := range base.list {
		ok := ks&kinds(v.kind) != 0
		for _, f := range in {
			ok = ok && t.at(f).set.has(v) == (f&1 == 0)
		}
		if ok {
			kept = append(kept, v)
		}
	}
	if len(kept) == len(base.list) {
		return t.inSet(base), nil
	}
	return t.in(kept...), nil
}

func (t *table) or(fs ...form) form {
	var few [8]form
	list := few[:0]
	for _, f := range fs {
		list = append(list, not(f))
	}
	return not(t.and(list...))
}

// when says that f holds for values of kind k, and nothing about others.
func (t *table) when(k Kind, f form) form { return t.or(t.kinds(allKinds&^kinds(k)), f) }
