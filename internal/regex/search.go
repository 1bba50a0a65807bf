package regex

import (
	"math"
	"slices"
)

// piece is one alternative of a language: a core without a length of its own, and bounds on the length.
type piece struct {
	core   Lang
	lo, hi int64
}

// maxPieces bounds how far an intersection of unions is multiplied out: alternatives make the search non-deterministic, which saves
// states, but too many of them cost more than they save.
const maxPieces = 64

// split divides l into pieces whose union it is.
func (t *Table) split(l Lang) []piece {
	if ps, ok := t.pieces[l]; ok {
		return ps
	}
	var ps []piece
	x := *t.term(l)
	switch x.op {
	case termOr:
		for _, k := range x.kids {
			ps = append(ps, t.split(k)...)
		}
	case termAnd:
		for _, l := range t.multiply(x.kids) {
			if t.term(l).op == termAnd {
				core, lo, hi := t.core(l)
				ps = append(ps, piece{core, lo, hi})
			} else {
				ps = append(ps, t.split(l)...)
			}
		}
	default:
		core, lo, hi := t.core(l)
		ps = append(ps, piece{core, lo, hi})
	}
	t.charge(len(ps))
	t.pieces[l] = ps
	return ps
}

// multiply distributes an intersection over the unions among its members, those with lengths first, while the product stays small.
func (t *Table) multiply(kids []Lang) []Lang {
	var unions, rest []Lang
	for _, k := range kids {
		if t.term(k).op == termOr {
			unions = append(unions, k)
		} else {
			rest = append(rest, k)
		}
	}
	slices.SortStableFunc(unions, func(a, b Lang) int {
		x, y := t.term(a), t.term(b)
		if x.counts != y.counts {
			return int(bit(y.counts)) - int(bit(x.counts))
		}
		return len(x.kids) - len(y.kids)
	})
	products := []Lang{t.and(rest...)}
	for _, u := range unions {
		options := t.term(u).kids
		if len(products)*len(options) > maxPieces {
			options = []Lang{u}
		}
		var next []Lang
		for _, p := range products {
			for _, o := range options {
				if q := t.and(p, o); q != langNone {
					next = append(next, q)
				}
			}
		}
		products = next
	}
	slices.Sort(products)
	return slices.Compact(products)
}

// state is a piece met by the search after some number of characters; lo and hi are lengths of the whole string.
type state struct {
	core   Lang
	lo, hi int64
	parent int32 // index of the state before, -1 at the start
	by     rune  // the character between
	word   int32 // number of the string that leads here
}

type search struct {
	t      *Table
	word   bool // a shortest string is wanted, not only whether there is one
	states []state
	words  int32 // distinct strings met
	depth  int64
	layer  []int32         // indexes of the states at this depth, in the order of their strings
	room   map[Lang]int64  // per core met with its minimum reached: the most characters that could follow
	here   map[piece]bool  // states of this layer below their minimum
	ahead  map[piece]bool  // states of all layers below their minimum and without a maximum: core and how much is missing
	past   map[string]seen // layers all below their minimum
	leaps  []jump
	brink  int64 // the least depth at which a tail met before would relate otherwise to the minimum
}

// find searches breadth-first for a member of l. Layers are in the order of the strings that lead to them, so the first member met is the
// shortest and among these the nicest.
func (t *Table) find(l Lang, word bool) (s string, ok bool, err error) {
	operands := len(t.term(l).kids)
	plain := operands <= maxOperands
	if !plain && t.clash(l) {
		return "", false, nil
	}
	q := &search{t: t, word: word, room: map[Lang]int64{}, ahead: map[piece]bool{}, past: map[string]seen{}, brink: math.MaxInt64}
	q.enter()
	q.add(l, -1, 0, 0, unbounded)
	for len(q.layer) > 0 {
		if plain && len(q.states)*operands > maxPlain {
			if plain = false; t.clash(l) {
				return "", false, nil
			}
		}
		if i := q.accepting(); i >= 0 {
			return q.spell(i), true, nil
		}
		if word && (q.depth >= maxWitness || q.far()) {
			if !t.inhabited(l) {
				return "", false, nil
			}
			return "", false, ErrTooLong
		}
		q.leap()
		if word && q.depth >= maxWitness {
			continue
		}
		q.advance()
	}
	return "", false, nil
}

// advance makes the next layer. States that share a string go on together, so that the new layer is in the order of its strings again.
func (q *search) advance() {
	layer := q.layer
	q.depth++
	q.enter()
	type move struct {
		from int32
		arc
	}
	var moves []move
	for len(layer) > 0 {
		moves = moves[:0]
		word := q.states[layer[0]].word
		for len(layer) > 0 && q.states[layer[0]].word == word {
			for _, a := range q.t.arcs(q.states[layer[0]].core) {
				if a.to != langNone {
					moves = append(moves, move{layer[0], a})
				}
			}
			layer = layer[1:]
		}
		slices.SortStableFunc(moves, func(a, b move) int {
			return q.t.sets.rank[a.set] - q.t.sets.rank[b.set]
		})
		last := rune(-1)
		for _, m := range moves {
			if by := q.t.sets.first[m.set]; by != last {
				last = by
				q.words++
			}
			q.add(m.to, m.from, last, q.states[m.from].lo, q.states[m.from].hi)
		}
	}
}

func (q *search) enter() {
	q.layer = nil
	q.here = map[piece]bool{}
}

// add enters the pieces of a residual into the current layer unless an earlier state can do all that they can.
func (q *search) add(l Lang, parent int32, by rune, lo, hi int64) {
	for _, p := range q.t.split(l) {
		q.t.charge(1)
		if p.lo > 0 && p.lo+q.depth <= lo {
			q.brink = min(q.brink, lo-p.lo+1)
		}
		p.lo = max(lo, p.lo+q.depth)
		if p.hi < unbounded && p.hi+q.depth < p.lo {
			q.brink = min(q.brink, p.lo-p.hi)
		}
		p.hi = min(hi, p.hi+q.depth)
		if p.core == langNone || p.hi < p.lo || p.hi < q.depth {
			continue
		}
		if p.lo <= q.depth {
			p.lo = 0
			room := int64(math.MaxInt64)
			if p.hi < unbounded {
				room = p.hi - q.depth
			}
			if before, ok := q.room[p.core]; ok && before >= room {
				continue
			}
			q.room[p.core] = room
		} else if q.here[p] {
			continue
		} else {
			q.here[p] = true
			if p.hi >= unbounded {
				// A minimum that moves along is not reached by going round: an earlier state can do the same in fewer characters.
				lack := piece{p.core, p.lo - q.depth, p.hi}
				if q.ahead[lack] {
					continue
				}
				q.ahead[lack] = true
			}
		}
		q.layer = append(q.layer, int32(len(q.states)))
		q.states = append(q.states, state{p.core, p.lo, p.hi, parent, by, q.words})
	}
}

// accepting returns the first state of the layer that shows the answer, or -1.
func (q *search) accepting() int32 {
	for _, i := range q.layer {
		s := q.states[i]
		if s.lo == 0 && q.t.term(s.core).nullable || !q.word && s.core == langAll {
			return i
		}
	}
	return -1
}

// far says whether all strings that the layer leads to are too long to write.
func (q *search) far() bool {
	return !slices.ContainsFunc(q.layer, func(i int32) bool { return q.states[i].lo <= maxWitness })
}

// IsEmpty says whether l has no members. The error is [ErrFuel].
func (t *Table) IsEmpty(l Lang, f *Fuel) (empty bool, err error) {
	err = t.spend(f, func() { empty = !t.inhabited(l) })
	return empty && err == nil, err
}

func (t *Table) inhabited(l Lang) bool {
	if t.term(l).nullable {
		return true
	}
	if r, ok := t.inhabits[l]; ok {
		return r
	}
	_, found, _ := t.find(l, false)
	t.inhabits[l] = found
	return found
}

// Shortest returns a shortest member of l, among these the one with the nicest characters (letters, digits, other printable ASCII,
// the rest), or ok = false when l is empty. The error is [ErrFuel], or [ErrTooLong] when l has members but none of writable length.
func (t *Table) Shortest(l Lang, f *Fuel) (s string, ok bool, err error) {
	spent := t.spend(f, func() { s, ok, err = t.find(l, true) })
	if spent != nil {
		return "", false, spent
	}
	return s, ok, err
}

// Included says whether every member of a is one of b. If not, witness is a shortest string of a outside b. With [ErrTooLong] there is such a
// string, but none of writable length; with [ErrFuel] nothing is known.
func (t *Table) Included(a, b Lang, f *Fuel) (ok bool, witness string, err error) {
	if a == b {
		return true, "", nil
	}
	spent := t.spend(f, func() {
		var found bool
		witness, found, err = t.find(t.and(a, t.not(b)), true)
		ok = !found && err == nil
	})
	if spent != nil {
		return false, "", spent
	}
	return ok, witness, err
}
