package regex

import "slices"

// anywhere is an expression that may begin at any place of the input, without the positive lookbehinds that it begins with: where a match may
// begin anywhere, it may as well begin with their bodies.
func (t *Table) anywhere(id nodeID) nodeID {
	x := t.nodes.all[id]
	switch {
	case x.op == opLook && x.behind && !x.negative:
		return t.anywhere(x.kids[0])
	case x.op == opSeq && len(x.kids) > 0:
		return t.seq(t.anywhere(x.kids[0]), t.seq(x.kids[1:]...))
	case x.op == opAlt:
		return t.rebuild(x, t.anywhere, false)
	}
	return id
}

// derived computes f(id) once.
func derived(memo map[nodeID]nodeID, id nodeID, f func() nodeID) nodeID {
	if r, ok := memo[id]; ok {
		return r
	}
	r := f()
	memo[id] = r
	return r
}

// consuming restricts an expression to matches of at least one character.
func (t *Table) consuming(id nodeID) nodeID {
	x := t.nodes.all[id]
	if x.void == never {
		return id
	}
	return derived(t.nodes.consumings, id, func() nodeID {
		switch x.op {
		case opSeq:
			if len(x.kids) == 0 {
				return nodeNone
			}
			head, rest := x.kids[0], t.seq(x.kids[1:]...)
			return t.alt(t.seq(t.consuming(head), rest), t.seq(t.void(head), t.consuming(rest)))
		case opAlt:
			kids := make([]nodeID, len(x.kids))
			for i, k := range x.kids {
				kids[i] = t.consuming(k)
			}
			return t.alt(kids...)
		case opRep:
			if body := x.kids[0]; t.nodes.all[body].void == maybe {
				return t.alt(
					t.seq(t.void(body), t.consuming(t.rep(body, 0, less(x.max)))),
					t.seq(t.consuming(body), t.rep(body, x.min-1, less(x.max))))
			}
			return t.rep(x.kids[0], 1, x.max)
		}
		return nodeNone
	})
}

// less counts one iteration off a maximum.
func less(hi int64) int64 {
	if hi == unbounded {
		return hi
	}
	return hi - 1
}

// void restricts an expression to matches of the empty string: what remains are its assertions.
func (t *Table) void(id nodeID) nodeID {
	x := t.nodes.all[id]
	switch x.void {
	case never:
		return nodeNone
	case always:
		return nodeEmpty
	}
	return derived(t.nodes.voids, id, func() nodeID {
		switch x.op {
		case opSeq, opAlt:
			kids := make([]nodeID, len(x.kids))
			for i, k := range x.kids {
				kids[i] = t.void(k)
			}
			if x.op == opSeq {
				return t.seq(kids...)
			}
			return t.alt(kids...)
		case opRep:
			return t.void(x.kids[0])
		}
		return id
	})
}

// later is the expression at any place but the start of the input: ^ matches nothing there. Lookbehinds still see the start.
func (t *Table) later(id nodeID) nodeID {
	x := t.nodes.all[id]
	if !x.start {
		return id
	}
	return derived(t.nodes.laters, id, func() nodeID {
		if x.op == opStart {
			return nodeNone
		}
		return t.rebuild(x, t.later, false)
	})
}

// reverse is the expression read from right to left, for lookbehinds. Assertions within keep their meaning.
func (t *Table) reverse(id nodeID) nodeID {
	x := t.nodes.all[id]
	if len(x.kids) == 0 || x.op == opLook {
		return id
	}
	return derived(t.nodes.reverses, id, func() nodeID { return t.rebuild(x, t.reverse, true) })
}

func (t *Table) rebuild(x node, f func(nodeID) nodeID, backwards bool) nodeID {
	kids := make([]nodeID, len(x.kids))
	for i, k := range x.kids {
		kids[i] = f(k)
	}
	switch x.op {
	case opSeq:
		if backwards {
			slices.Reverse(kids)
		}
		return t.seq(kids...)
	case opAlt:
		return t.alt(kids...)
	case opRep:
		return t.rep(kids[0], x.min, x.max)
	}
	return t.look(kids[0], x.behind, x.negative)
}
