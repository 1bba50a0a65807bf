package schema

import (
	"encoding/binary"
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
	opTwo       // at least two of args, each as often as it is listed
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
	terms   []term // the term of form f is terms[f>>1]
	index   map[string]form
	buf     []byte
	scratch []form // see conjunction
	specs   map[specKey]form
	sets    map[uint64][]form        // opIn, by the sum of the set
	known   map[form]map[string]form // see tags
	names   map[string]form          // see name
}

var tables = sync.Pool{New: func() any {
	return &table{index: map[string]form{}, specs: map[specKey]form{}, sets: map[uint64][]form{}, names: map[string]form{}, known: map[form]map[string]form{}, scratch: make([]form, 0, 1<<10)}
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
	clear(t.names)
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

// name is the set of one string.
func (t *table) name(s string) form {
	f, ok := t.names[s]
	if !ok {
		f = t.in(stringValue(s))
		t.names[s] = f
	}
	return f
}
