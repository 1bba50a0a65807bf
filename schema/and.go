package schema

import (
	"slices"
)

// and is the conjunction: flat, sorted, without repetition; kinds, finite sets and what is said of one member are merged.
func (t *table) and(fs ...form) form {
	mark := len(t.scratch)
	f := t.conjunction(fs, mark)
	t.scratch = t.scratch[:mark]
	return f
}

// conjunction gathers its literals in the scratch memory behind mark.
func (t *table) conjunction(fs []form, mark int) form {
	list := t.scratch[mark:]
	ks := allKinds
	var in []form
	ok := true
	for _, f := range fs {
		if list, ok = t.flatten(list, f, &ks, &in); !ok {
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
	if n := mark + len(list); n <= cap(t.scratch) {
		t.scratch = t.scratch[:n]
	}
	if list, ok = t.joinMembers(list); !ok {
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

// flatten adds the literals of f to list, its kinds to ks and its finite sets to in; false means that f is bottom.
func (t *table) flatten(list []form, f form, ks *kindSet, in *[]form) ([]form, bool) {
	x := t.at(f)
	switch {
	case f == top:
	case f == bottom:
		return list, false
	case f&1 == 0 && x.op == opAnd:
		ok := true
		for _, g := range x.args {
			if list, ok = t.flatten(list, g, ks, in); !ok {
				return list, false
			}
		}
	case x.op == opKinds:
		*ks &= t.kindsOf(f)
	case x.op == opIn:
		*in = append(*in, f)
	default:
		list = append(list, f)
	}
	return list, true
}

// needed is what a conjunction says of a member that must be there.
type needed struct {
	name, value form
	literal     form // that it must be there
	parts       int  // literals about it
}

// joinMembers joins, in place, what a conjunction says of the value of a member that must be there: "has k" and "no k
// outside S" are "has k in S", whose complement is one literal too. It is false when such a member has no value left.
func (t *table) joinMembers(list []form) ([]form, bool) {
	var few [8]needed
	must := few[:0]
	var place map[form]int // of names in must, once there are many
	find := func(name form) int {
		if place != nil {
			if i, ok := place[name]; ok {
				return i
			}
			return -1
		}
		return slices.IndexFunc(must, func(d needed) bool { return d.name == name })
	}
	for _, f := range list {
		x := t.at(f)
		if f&1 == 1 || x.op != opMember || find(x.a) >= 0 {
			continue
		}
		if _, ok := t.single(x.a); !ok {
			continue
		}
		if must = append(must, needed{name: x.a, value: top, literal: f}); len(must) == len(few) {
			place = map[form]int{}
			for i, d := range must {
				place[d.name] = i
			}
		} else if place != nil {
			place[x.a] = len(must) - 1
		}
	}
	if len(must) == 0 {
		return list, true
	}
	rest := list[:0]
	for _, f := range list {
		x := t.at(f)
		if x.op != opMember {
			rest = append(rest, f)
			continue
		}
		i := find(x.a)
		if i < 0 {
			rest = append(rest, f)
			continue
		}
		d := &must[i]
		d.parts++
		if d.value = t.and(d.value, x.b^(f&1)); d.value == bottom {
			return nil, false
		}
	}
	for _, d := range must {
		if d.parts > 1 {
			d.literal = t.member(d.name, d.value)
		}
		rest = append(rest, d.literal)
	}
	return rest, true
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
