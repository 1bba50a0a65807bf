package schema

import (
	"encoding/binary"
	"slices"
	"sync"
)

// form is a formula over JSON values in a table. The complement of f is f^1, so that complements meet for nothing and
// negation is free: "or" is the complement of an "and" of complements.
type form int32

const (
	top    form = 0
	bottom form = 1
)

func not(f form) form { return f ^ 1 }

type op uint8

// Atoms say "the value is of that kind, and …"; every one of them is an "at least", its complement covers the rest:
// maxItems n is the complement of items(n+1), {"items": S} the complement of some(0, not S, 1).
const (
	opTop    op = iota
	opAnd       // args
	opKinds     // the kind is in kinds
	opIn        // equal to a member of set
	opMin       // number ≥ num, or > num when strict
	opMult      // number, a multiple of num
	opLen       // string of at least n code points
	opMatch     // string, pattern matches
	opOpaque    // of a kind in kinds, and in a set that has only a name: text
	opItems     // array of at least n elements
	opItem      // array with an element n, which is in a
	opSome      // array with at least m elements in a at places ≥ n
	opUnique    // array of distinct elements
	opSize      // object with at least n members
	opMember    // object with a member whose name is in a and whose value is in b
	opRef       // the schema that text stands for; bound when its translation ends
)

type term struct {
	op      op
	strict  bool
	kinds   kindSet
	a, b    form
	n, m    int64
	num     num
	args    []form
	set     *valueSet
	text    string
	pattern *pattern

	pos, neg kindSet // kinds that a value of the term, of its complement, can have (an upper bound)
	bound    form    // of opRef
	isBound  bool
}

// table interns terms: equal formulas have equal forms. Not safe for concurrent use.
type table struct {
	terms []term // the term of form f is terms[f>>1]
	index map[string]form
	buf   []byte
	specs map[specKey]form
	sets  map[uint64][]form        // opIn, by the sum of the set
	known map[form]map[string]form // see tags
}

type specKey struct {
	f form
	k Kind
}

var tables = sync.Pool{New: func() any {
	return &table{index: map[string]form{}, specs: map[specKey]form{}, sets: map[uint64][]form{}, known: map[form]map[string]form{}}
}}

// newTable returns an empty table, with the memory of an old one.
func newTable() *table {
	t := tables.Get().(*table)
	t.terms = append(t.terms, term{op: opTop, pos: allKinds})
	return t
}

// free gives the table back; it must not be used again.
func (t *table) free() {
	if len(t.terms) > 1<<12 {
		return
	}
	clear(t.terms)
	t.terms = t.terms[:0]
	clear(t.index)
	clear(t.specs)
	clear(t.sets)
	clear(t.known)
	tables.Put(t)
}

func (t *table) at(f form) *term { return &t.terms[f>>1] }

func (t *table) key(o op) { t.buf = append(t.buf[:0], byte(o)) }

func (t *table) keyInt(n int64) { t.buf = binary.AppendVarint(t.buf, n) }

// intern returns the form of the key in t.buf, made by x when it is new.
func (t *table) intern(x term) form {
	if f, ok := t.index[string(t.buf)]; ok {
		return f
	}
	f := form(len(t.terms) << 1)
	t.terms = append(t.terms, x)
	t.index[string(t.buf)] = f
	return f
}

// kindsOf bounds the kinds of f's values.
func (t *table) kindsOf(f form) kindSet {
	if x := t.at(f); f&1 == 0 {
		return x.pos
	} else {
		return x.neg
	}
}

func (t *table) kinds(s kindSet) form {
	switch {
	case s == allKinds:
		return top
	case s == 0:
		return bottom
	case s&1 == 0: // canonical: null on the positive side
		return not(t.kinds(allKinds &^ s))
	}
	t.key(opKinds)
	t.keyInt(int64(s))
	return t.intern(term{op: opKinds, kinds: s, pos: s, neg: allKinds &^ s})
}

// atom interns an atom of one kind from the fields that make its key.
func (t *table) atom(k Kind, x term) form {
	t.key(x.op)
	t.keyInt(int64(x.a))
	t.keyInt(int64(x.b))
	t.keyInt(x.n)
	t.keyInt(x.m)
	if x.strict {
		t.buf = append(t.buf, 1)
	}
	switch x.op {
	case opMin, opMult:
		t.buf = append(t.buf, x.num.String()...)
	case opMatch, opOpaque:
		t.buf = append(t.buf, x.text...)
	}
	x.pos, x.neg = kinds(k), allKinds
	return t.intern(x)
}

func (t *table) atLeast(n num, strict bool) form {
	return t.atom(Number, term{op: opMin, num: n, strict: strict})
}
func (t *table) multiple(n num) form { return t.atom(Number, term{op: opMult, num: n}) }

func (t *table) length(n count) form {
	if n <= 0 {
		return t.kinds(kinds(String))
	}
	return t.atom(String, term{op: opLen, n: n})
}

func (t *table) match(p *pattern) form {
	return t.atom(String, term{op: opMatch, text: p.src, pattern: p})
}

func (t *table) opaque(ks kindSet, text string) form {
	t.key(opOpaque)
	t.buf = append(t.buf, text...)
	return t.intern(term{op: opOpaque, text: text, kinds: ks, pos: ks, neg: allKinds})
}

func (t *table) items(n count) form {
	if n <= 0 {
		return t.kinds(kinds(Array))
	}
	return t.atom(Array, term{op: opItems, n: n})
}

func (t *table) item(i int64, f form) form {
	switch f {
	case bottom:
		return bottom
	case top:
		return t.items(i + 1)
	}
	return t.atom(Array, term{op: opItem, n: i, a: f})
}

func (t *table) some(from int64, f form, n count) form {
	switch {
	case n <= 0:
		return t.kinds(kinds(Array))
	case f == bottom:
		return bottom
	case f == top:
		return t.items(min(from+n, maxCount))
	}
	return t.atom(Array, term{op: opSome, n: from, m: n, a: f})
}

func (t *table) unique() form { return t.atom(Array, term{op: opUnique}) }

func (t *table) size(n count) form {
	if n <= 0 {
		return t.kinds(kinds(Object))
	}
	return t.atom(Object, term{op: opSize, n: n})
}

func (t *table) member(names, f form) form {
	switch {
	case names == bottom || f == bottom:
		return bottom
	case names == t.kinds(kinds(String)) && f == top:
		return t.size(1)
	}
	return t.atom(Object, term{op: opMember, a: names, b: f})
}

func (t *table) ref(key string) form {
	t.key(opRef)
	t.buf = append(t.buf, key...)
	return t.intern(term{op: opRef, text: key, pos: allKinds, neg: allKinds})
}

// in is the finite set of the values.
func (t *table) in(vs ...*Value) form { return t.inSet(newValueSet(vs)) }

func (t *table) inSet(s *valueSet) form {
	if len(s.list) == 0 {
		return bottom
	}
	for _, f := range t.sets[s.sum] {
		if t.at(f).set.same(s) {
			return f
		}
	}
	var ks kindSet
	for _, v := range s.list {
		ks |= kinds(v.kind)
	}
	f := form(len(t.terms) << 1)
	t.terms = append(t.terms, term{op: opIn, set: s, pos: ks, neg: allKinds})
	t.sets[s.sum] = append(t.sets[s.sum], f)
	return f
}

func (t *table) name(s string) form { return t.in(stringValue(s)) }

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

// spec is f among the values of kind k: equal to f there, and free to differ elsewhere.
func (t *table) spec(f form, k Kind) form {
	if f&1 == 1 {
		return not(t.spec(not(f), k))
	}
	x := t.at(f)
	switch x.op {
	case opTop, opRef:
		return f
	case opKinds, opMin, opMult, opLen, opMatch, opItems, opItem, opSome, opUnique, opSize, opMember, opOpaque:
		switch {
		case x.pos&kinds(k) == 0:
			return bottom
		case x.op == opKinds:
			return top
		}
		return f
	}
	key := specKey{f, k}
	if g, ok := t.specs[key]; ok {
		return g
	}
	var g form
	if x.op == opIn {
		var kept []*Value
		for _, v := range x.set.list {
			if v.kind == k {
				kept = append(kept, v)
			}
		}
		g = f
		if len(kept) < len(x.set.list) {
			g = t.in(kept...)
		}
	} else {
		args := make([]form, 0, len(x.args))
		for _, a := range x.args {
			args = append(args, t.spec(a, k))
		}
		g = t.and(args...)
	}
	t.specs[key] = g
	return g
}

// alternatives are the branches of a disjunction, or nil.
func (t *table) alternatives(f form) []form {
	if x := t.at(f); f&1 == 1 && x.op == opAnd {
		out := make([]form, len(x.args))
		for i, a := range x.args {
			out[i] = not(a)
		}
		return out
	}
	return nil
}
