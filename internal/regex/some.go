package regex

import (
	"container/heap"
	"slices"
)

// maxPlain is how many states, times operands, a search has before it looks for a contradiction among few operands of an intersection.
const maxPlain = 512

// maxOperands is how many operands an intersection has that is searched before that look: more cost much for each state.
const maxOperands = 16

// pairFuel bounds such a look at one operand.
const pairFuel = 2000

// clash says whether an intersection is empty for a reason that lies with few of its operands, however many states the
// product has: one contradicts the complements among the others, or each alternative of the widest union has one that
// contradicts it.
func (t *Table) clash(l Lang) bool {
	x := t.term(l)
	if x.op != termAnd {
		return false
	}
	var nots, rest []Lang
	widest := langNone
	for _, k := range x.kids {
		y := t.term(k)
		if y.op == termNot {
			nots = append(nots, k)
		} else {
			rest = append(rest, k)
		}
		if y.op == termOr && (widest == langNone || len(y.kids) > len(t.term(widest).kids)) {
			widest = k
		}
	}
	if len(nots) > 0 && len(rest) > 1 && t.contradicted(nots, rest, 0) {
		return true
	}
	if widest == langNone || len(rest) < 2 {
		return false
	}
	rest = slices.DeleteFunc(rest, func(k Lang) bool { return k == widest })
	for i, o := range t.term(widest).kids {
		if !t.contradicted([]Lang{o}, rest, i) {
			return false
		}
	}
	return true
}

// contradicted says whether some operand has no member in common with all of these. The first that is asked is the one at a
// place: what was written in the same order is numbered in the same order.
func (t *Table) contradicted(these, operands []Lang, first int) bool {
	for i := range operands {
		k := operands[(first+i)%len(operands)]
		small, found := t.and(append([]Lang{k}, these...)...), true
		if err := t.briefly(func() { found = t.inhabited(small) }); err == nil && !found {
			return true
		}
	}
	return false
}

// briefly asks something of one operand, on a small part of the budget.
func (t *Table) briefly(ask func()) error {
	fuel := Fuel{pairFuel}
	if t.fuel != nil {
		fuel.Steps = min(fuel.Steps, t.fuel.Steps)
	}
	given := fuel.Steps
	err := t.spend(&fuel, ask)
	t.charge(given - fuel.Steps)
	return err
}

// Some returns a member of l, a short one if that is easy, or ok = false when it finds none, which says nothing. The
// error is [ErrFuel]. It is for languages of which Shortest finds no member in time.
func (t *Table) Some(l Lang, f *Fuel) (s string, ok bool, err error) {
	err = t.spend(f, func() {
		if s, ok = t.stitch(l); !ok {
			s, ok = t.dive(l)
		}
	})
	return s, ok && err == nil, err
}

// stitch joins shortest members of the operands of an intersection, one after another, as long as each leaves fewer
// that ask for something: the way to go where most operands leave the others alone.
func (t *Table) stitch(l Lang) (string, bool) {
	var out []rune
	for todo := t.todo(l); todo > 0; {
		left := todo
		for _, k := range t.term(l).kids {
			if t.term(k).nullable {
				continue
			}
			word := t.little(k)
			next := t.after(l, word)
			if left = t.todo(next); word != nil && next != langNone && left < todo {
				l, out = next, append(out, word...)
				break
			}
			left = todo
		}
		if left == todo || len(out) > maxWitness {
			return "", false
		}
		todo = left
	}
	return string(out), true
}

// little is a shortest member of an operand, nil when it is not found at once.
func (t *Table) little(l Lang) []rune {
	var word string
	found := false
	if err := t.briefly(func() { word, found, _ = t.find(l, true) }); err != nil || !found {
		return nil
	}
	return []rune(word)
}

// after is the residual of l after a word.
func (t *Table) after(l Lang, word []rune) Lang {
	x := *t.term(l)
	switch x.op {
	case termAnd, termOr:
		t.charge(1 + len(x.kids)*len(word)/8)
		kids := make([]Lang, len(x.kids))
		for i, k := range x.kids {
			kids[i] = t.after(k, word)
		}
		if x.op == termOr {
			return t.or(kids...)
		}
		return t.and(kids...)
	case termNot:
		return t.not(t.after(x.kids[0], word))
	}
	for _, r := range word {
		for _, a := range t.arcs(l) {
			if t.sets.all[a.set].contains(r) {
				l = a.to
				break
			}
		}
	}
	return l
}

// dive searches best-first: towards fewer operands that still ask for something.
func (t *Table) dive(l Lang) (string, bool) {
	q := &frontier{}
	met := map[Lang]bool{l: true}
	heap.Push(q, way{lang: l, todo: t.todo(l), last: -1})
	for q.Len() > 0 {
		at := heap.Pop(q).(way)
		q.done = append(q.done, at)
		if t.term(at.lang).nullable {
			return q.spell(int32(len(q.done) - 1)), true
		}
		if at.depth == maxWitness {
			continue
		}
		for _, a := range t.arcs(at.lang) {
			t.charge(1)
			if a.to == langNone || met[a.to] {
				continue
			}
			met[a.to] = true
			heap.Push(q, way{a.to, t.todo(a.to), at.depth + 1, int32(len(q.done) - 1), t.sets.first[a.set]})
		}
	}
	return "", false
}

// todo is how many operands of a language, or of its easiest alternative, do not hold of the empty string.
func (t *Table) todo(l Lang) int64 {
	x := t.term(l)
	if x.nullable {
		return 0
	}
	n := int64(0)
	switch x.op {
	case termAnd:
		t.charge(len(x.kids) / 4)
		for _, k := range x.kids {
			n += t.todo(k)
		}
		return n
	case termOr:
		n = unbounded
		for _, k := range x.kids {
			n = min(n, t.todo(k))
		}
		return n
	case termLen:
		return x.lo
	}
	return 1
}

// way is a residual that a dive met, and how.
type way struct {
	lang  Lang
	todo  int64
	depth int32
	last  int32 // index in done of the residual before, -1 at the start
	by    rune
}

// frontier is a heap of residuals, the nearest to the end first.
type frontier struct {
	open []way
	done []way
}

func (q *frontier) Len() int           { return len(q.open) }
func (q *frontier) Swap(i, j int)      { q.open[i], q.open[j] = q.open[j], q.open[i] }
func (q *frontier) Push(x any)         { q.open = append(q.open, x.(way)) }
func (q *frontier) Less(i, j int) bool { return q.open[i].before(q.open[j]) }
func (q *frontier) Pop() any {
	last := q.open[len(q.open)-1]
	q.open = q.open[:len(q.open)-1]
	return last
}

func (w way) before(o way) bool {
	switch {
	case w.todo != o.todo:
		return w.todo < o.todo
	case w.depth != o.depth:
		return w.depth < o.depth
	}
	return w.lang < o.lang
}

func (q *frontier) spell(i int32) string {
	var out []rune
	for ; q.done[i].last >= 0; i = q.done[i].last {
		out = append(out, q.done[i].by)
	}
	slices.Reverse(out)
	return string(out)
}
