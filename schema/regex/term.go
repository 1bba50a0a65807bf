package regex

import (
	"encoding/binary"
	"slices"
	"unicode/utf8"
)

type termOp uint8

const (
	termLen  termOp = iota // lo to hi characters; hi < lo: nothing
	termLit                // the string text and no other
	termStep               // a character of set, then what cont accepts
	termHere               // within a lookbehind: its body ends here
	termNot                // complement of kids[0], which is a literal or a step
	termOr
	termAnd
)

// term is a language in normal form. Complement is pushed down to literals and steps; unions and intersections are flat, sorted
// and without members that others make superfluous.
type term struct {
	op     termOp
	lo, hi int64
	text   string
	set    setID
	cont   contID
	ctx    ctxID
	kids   []Lang

	nullable bool // contains the empty string
	here     bool // mentions termHere, so that it is no language by itself
	counts   bool // contains a length
}

const (
	langNone Lang = iota
	langAll
	langEmpty // the empty string
	langHere
)

type terms struct {
	all   []term
	index map[string]Lang
	key   []byte
	// literals have an index of their own, since its keys can share the text of the longest
	literals map[string]Lang
	nots     map[Lang]Lang
	moves    [][]arc // by language; nil: not yet known
	steps    map[stepKey]Lang
}

func newTerms() terms {
	s := terms{index: map[string]Lang{}, literals: map[string]Lang{}, nots: map[Lang]Lang{}, steps: map[stepKey]Lang{}}
	s.intern(term{op: termLen, lo: 0, hi: -1})
	s.intern(term{op: termLen, lo: 0, hi: unbounded, nullable: true})
	s.literals[""] = s.add(term{op: termLit, nullable: true})
	s.intern(term{op: termHere, here: true})
	s.nots[langNone], s.nots[langAll] = langAll, langNone
	return s
}

func (s *terms) intern(x term) Lang {
	key := append(s.key[:0], byte(x.op))
	switch x.op {
	case termLen:
		key = binary.LittleEndian.AppendUint64(key, uint64(x.lo))
		key = binary.LittleEndian.AppendUint64(key, uint64(x.hi))
	case termStep:
		key = binary.LittleEndian.AppendUint32(key, uint32(x.set))
		key = binary.LittleEndian.AppendUint32(key, uint32(x.cont))
		key = binary.LittleEndian.AppendUint32(key, uint32(x.ctx))
	}
	for _, k := range x.kids {
		key = binary.LittleEndian.AppendUint32(key, uint32(k))
	}
	s.key = key
	if id, ok := s.index[string(key)]; ok {
		return id
	}
	id := s.add(x)
	s.index[string(key)] = id
	return id
}

func (s *terms) add(x term) Lang {
	id := Lang(len(s.all))
	x.counts = x.op == termLen && id != langNone && id != langAll
	for _, k := range x.kids {
		x.here = x.here || s.all[k].here
		x.counts = x.counts || s.all[k].counts
	}
	s.all = append(s.all, x)
	s.moves = append(s.moves, nil)
	return id
}

func (t *Table) term(l Lang) *term { return &t.terms.all[l] }

func (t *Table) literal(s string) Lang {
	t.charge(len(s) / 1024)
	if l, ok := t.terms.literals[s]; ok {
		return l
	}
	l := t.terms.add(term{op: termLit, text: s, nullable: s == ""})
	t.terms.literals[s] = l
	return l
}

func (t *Table) length(lo, hi int64) Lang {
	lo = max(lo, 0)
	switch {
	case hi < lo || lo >= unbounded:
		return langNone
	case hi == 0:
		return langEmpty
	}
	return t.terms.intern(term{op: termLen, lo: lo, hi: min(hi, unbounded), nullable: lo == 0})
}

// step is a character of s followed by what k accepts. The context is that before the character.
func (t *Table) step(s setID, k contID, ctx ctxID) Lang {
	switch {
	case s == setNone || k == contDead:
		return langNone
	case s == setAll && k == contAccept:
		return t.length(1, unbounded)
	case s == setAll && k == contEnd:
		return t.length(1, 1)
	}
	c := &t.conts.all[k]
	if c.literal && t.sets.all[s].size() == 1 {
		return t.literal(string(t.sets.first[s]) + t.text(k))
	}
	return t.terms.intern(term{op: termStep, set: s, cont: k, ctx: ctx, here: c.here})
}

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

// mergeSteps makes one step of those that continue alike.
func (t *Table) mergeSteps(ls []Lang, merge func(a, b setID) setID) []Lang {
	steps := 0
	for _, l := range ls {
		if t.term(l).op == termStep {
			steps++
		}
	}
	if steps < 2 {
		return ls
	}
	type tail struct {
		k   contID
		ctx ctxID
	}
	var order []tail
	merged := make(map[tail]setID, steps)
	out := ls[:0]
	for _, l := range ls {
		x := t.term(l)
		if x.op != termStep {
			out = append(out, l)
			continue
		}
		key := tail{x.cont, x.ctx}
		if s, ok := merged[key]; ok {
			merged[key] = merge(s, x.set)
		} else {
			merged[key] = x.set
			order = append(order, key)
		}
	}
	for _, key := range order {
		out = append(out, t.step(merged[key], key.k, key.ctx))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// run is the language of the strings that begin with characters of one set, or its complement.
type run struct {
	set     setID
	negated bool
}

// run recognises a run and its number of characters.
func (t *Table) run(l Lang) (r run, n int64, ok bool) {
	x := t.term(l)
	if x.op == termNot {
		r.negated = true
		x = t.term(x.kids[0])
	}
	if x.op != termStep {
		return r, 0, false
	}
	r.set = x.set
	if x.cont == contAccept {
		return r, 1, true
	}
	c := &t.conts.all[x.cont]
	body, lo, hi := t.counted(c.node)
	b := &t.nodes.all[body]
	return r, 1 + lo, c.next == contAccept && lo == hi && b.op == opSet && b.set == x.set
}

// mergeRuns keeps one of the runs of each set, since the shorter contain the longer. With complements it is the other way round.
func (t *Table) mergeRuns(ls []Lang, shortest bool) []Lang {
	type found struct {
		l Lang
		n int64
	}
	var best map[run]found
	for _, l := range ls {
		r, n, ok := t.run(l)
		if !ok {
			continue
		}
		if best == nil {
			best = map[run]found{}
		}
		if b, ok := best[r]; !ok || (n < b.n) == (shortest != r.negated) {
			best[r] = found{l, n}
		}
	}
	return slices.DeleteFunc(ls, func(l Lang) bool {
		r, _, ok := t.run(l)
		return ok && best[r].l != l
	})
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
	size := langAll
	if lo > 0 || hi < unbounded {
		if size = t.length(lo, hi); size == langNone || size == langEmpty && len(out) > 0 {
			if size == langNone {
				return langNone
			}
			return t.and(append(out, langEmpty)...)
		}
	}
	if reduced, again := t.absorb(out, size, termOr); again {
		return t.and(reduced...)
	} else {
		out = reduced
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

// core splits a term into a part without a top-level length and the bounds of that length.
func (t *Table) core(l Lang) (core Lang, lo, hi int64) {
	x := t.term(l)
	switch x.op {
	case termLen:
		return langAll, x.lo, x.hi
	case termAnd:
		for i, k := range x.kids {
			if y := t.term(k); y.op == termLen {
				lo, hi = y.lo, y.hi
				rest := append(slices.Clone(x.kids[:i]), x.kids[i+1:]...)
				return t.and(rest...), lo, hi
			}
		}
	}
	return l, 0, unbounded
}

// mergeLengths unites members that differ only in their length when the lengths touch.
func (t *Table) mergeLengths(ls []Lang) []Lang {
	if !slices.ContainsFunc(ls, func(l Lang) bool { return t.term(l).counts && t.term(l).op != termOr }) {
		return ls
	}
	type bounds struct{ lo, hi int64 }
	var order []Lang
	lengths := map[Lang][]bounds{}
	for _, l := range ls {
		core, lo, hi := l, int64(0), unbounded
		if l == langEmpty {
			core, hi = langAll, 0
		} else {
			core, lo, hi = t.core(l)
		}
		if _, ok := lengths[core]; !ok {
			order = append(order, core)
		}
		lengths[core] = append(lengths[core], bounds{lo, hi})
	}
	t.charge(len(ls))
	var out []Lang
	for _, core := range order {
		all := lengths[core]
		slices.SortFunc(all, func(a, b bounds) int { return int(a.lo - b.lo) })
		cur := all[0]
		flush := func() { out = append(out, t.and(core, t.length(cur.lo, cur.hi))) }
		for _, b := range all[1:] {
			if b.lo > cur.hi+1 {
				flush()
				cur = b
			}
			cur.hi = max(cur.hi, b.hi)
		}
		flush()
	}
	slices.Sort(out)
	return slices.Compact(out)
}
