package regex

import "slices"

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
