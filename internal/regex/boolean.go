package regex

import (
	"slices"
	"unicode/utf8"
)

func (t *Table) not(l Lang) Lang {
	if r, ok := t.terms.nots[l]; ok {
		return r
	}
	x := *t.term(l)
	var r Lang
	switch x.op {
	case termLen:
		r = t.or(t.length(0, x.lo-1), t.above(x.hi))
	case termNot:
		r = x.kids[0]
	case termOr, termAnd:
		kids := make([]Lang, len(x.kids))
		for i, k := range x.kids {
			kids[i] = t.not(k)
		}
		if x.op == termOr {
			r = t.and(kids...)
		} else {
			r = t.or(kids...)
		}
	default:
		if r = t.length(1, unbounded); l != langEmpty {
			r = t.terms.intern(term{op: termNot, kids: []Lang{l}, nullable: !x.nullable})
		}
	}
	t.terms.nots[l] = r
	if _, ok := t.terms.nots[r]; !ok {
		t.terms.nots[r] = l
	}
	return r
}

// above is the language of the strings longer than n.
func (t *Table) above(n int64) Lang {
	if n >= unbounded {
		return langNone
	}
	return t.length(n+1, unbounded)
}

// opposed says whether the complement of l is among the sorted ids.
func (t *Table) opposed(l Lang, ids []Lang) bool {
	n, ok := t.terms.nots[l]
	if !ok {
		return false
	}
	_, found := slices.BinarySearch(ids, n)
	return found
}

// flatten collects the operands of an associative operator without duplicates; ok is false when the zero of the operator is among them.
func (t *Table) flatten(ls []Lang, op termOp, zero, one Lang) (flat []Lang, ok bool) {
	flat = make([]Lang, 0, len(ls)+4)
	for _, l := range ls {
		switch x := t.term(l); {
		case l == zero:
			return nil, false
		case l == one:
		case x.op == op:
			flat = append(flat, x.kids...)
		default:
			flat = append(flat, l)
		}
	}
	t.charge(1 + len(flat)/4)
	slices.Sort(flat)
	return slices.Compact(flat), true
}

func (t *Table) and(ls ...Lang) Lang {
	flat, ok := t.flatten(ls, termAnd, langNone, langAll)
	if !ok {
		return langNone
	}
	if len(flat) == 1 {
		return flat[0]
	}
	flat = t.mergeRuns(t.mergeSteps(flat, t.sets.intersect), false)
	lo, hi := int64(0), unbounded
	text, literal := "", false
	nullable, filled := true, false // filled: a member excludes the empty string
	out := flat[:0:0]
	for _, l := range flat {
		x := t.term(l)
		switch {
		case l == langNone || t.opposed(l, flat):
			return langNone
		case x.op == termLen:
			lo, hi = max(lo, x.lo), min(hi, x.hi)
			continue
		case x.op == termLit:
			if literal && text != x.text {
				return langNone
			}
			text, literal = x.text, true
		}
		nullable = nullable && (x.nullable || x.here)
		filled = filled || !x.nullable && !x.here
		out = append(out, l)
	}
	if literal {
		n := int64(utf8.RuneCountInString(text))
		if n < lo || n > hi || text == "" && !nullable {
			return langNone
		}
		lo, hi = 0, unbounded
		out = slices.DeleteFunc(out, func(l Lang) bool {
			x := t.term(l)
			return text == "" && l != langEmpty && !x.here ||
				x.op == termNot && t.term(x.kids[0]).op == termLit
		})
	}
	if lo == 1 && filled {
		lo = 0
	}
	size := t.length(lo, hi)
	switch {
	case size == langNone:
		return langNone
	case size == langEmpty && len(out) > 0:
		return t.and(append(out, langEmpty)...)
	}
	out, again := t.absorb(out, size, termOr)
	if again {
		return t.and(out...)
	}
	if size != langAll {
		out = append(out, size)
		slices.Sort(out)
	}
	switch len(out) {
	case 0:
		return langAll
	case 1:
		return out[0]
	}
	for _, l := range out {
		nullable = nullable && t.term(l).nullable
	}
	return t.terms.intern(term{op: termAnd, kids: out, nullable: nullable})
}

// absorb drops the operands of the dual operator that a sibling implies, and takes out of them what a sibling excludes; again says that an
// operand changed, so that the whole must be normalised once more.
func (t *Table) absorb(ls []Lang, size Lang, dual termOp) (out []Lang, again bool) {
	out = ls[:0:0]
	for _, l := range ls {
		x := t.term(l)
		if x.op != dual {
			out = append(out, l)
			continue
		}
		kids := x.kids
		t.charge(1 + len(kids)/4)
		if slices.ContainsFunc(kids, func(k Lang) bool { _, found := slices.BinarySearch(ls, k); return found || k == size }) {
			continue
		}
		kept := slices.DeleteFunc(slices.Clone(kids), func(k Lang) bool { return t.opposed(k, ls) })
		if len(kept) < len(kids) {
			again = true
			if dual == termOr {
				l = t.or(kept...)
			} else {
				l = t.and(kept...)
			}
		}
		out = append(out, l)
	}
	if again && size != langAll && size != langNone {
		out = append(out, size)
	}
	return out, again
}

func (t *Table) or(ls ...Lang) Lang {
	flat, ok := t.flatten(ls, termOr, langAll, langNone)
	if !ok {
		return langAll
	}
	if len(flat) == 1 {
		return flat[0]
	}
	flat = t.mergeRuns(t.mergeSteps(flat, t.sets.union), true)
	flat = t.mergeLengths(flat)
	if slices.ContainsFunc(flat, func(l Lang) bool { return t.term(l).op == termOr }) {
		return t.or(flat...)
	}
	nullable := false
	for _, l := range flat {
		x := t.term(l)
		if l == langAll || t.opposed(l, flat) {
			return langAll
		}
		nullable = nullable || x.nullable && l != langEmpty && !x.here
	}
	if nullable {
		flat = slices.DeleteFunc(flat, func(l Lang) bool { return l == langEmpty })
		if slices.ContainsFunc(flat, func(l Lang) bool { x := t.term(l); return x.op == termLen && x.lo == 1 && x.hi == unbounded }) {
			return langAll
		}
	}
	reduced, again := t.absorb(flat, langNone, termAnd)
	if again {
		return t.or(reduced...)
	}
	switch len(reduced) {
	case 0:
		return langNone
	case 1:
		return reduced[0]
	}
	nullable = slices.ContainsFunc(reduced, func(l Lang) bool { return t.term(l).nullable })
	return t.terms.intern(term{op: termOr, kids: reduced, nullable: nullable})
}
