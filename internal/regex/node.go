package regex

import (
	"encoding/binary"
	"slices"
)

// nodeID names an interned expression of a Table.
type nodeID int32

const (
	nodeNone  nodeID = iota // matches nothing
	nodeEmpty               // matches the empty string
)

// voidness says whether an expression can match without consuming a character.
type voidness uint8

const (
	never voidness = iota
	always
	maybe // if an assertion holds
)

// node is an expression in normal form: sequences and alternations are flat, and the body of an open or optional repetition
// never matches the empty string, so that unfolding a repetition always ends.
type node struct {
	op               op
	set              setID
	kids             []nodeID
	min, max         int64
	negative, behind bool

	void    voidness
	start   bool     // contains ^ outside a lookbehind
	word    bool     // contains \b or \B
	behinds []nodeID // the lookbehinds within, nested ones first
}

type nodes struct {
	all   []node
	index map[string]nodeID
	key   []byte
	// derived expressions, by expression
	consumings, voids, laters, reverses map[nodeID]nodeID
}

func newNodes() nodes {
	n := nodes{index: map[string]nodeID{}, consumings: map[nodeID]nodeID{}, voids: map[nodeID]nodeID{},
		laters: map[nodeID]nodeID{}, reverses: map[nodeID]nodeID{}}
	n.intern(node{op: opAlt})
	n.intern(node{op: opSeq})
	return n
}

func (n *nodes) intern(x node) nodeID {
	key := append(n.key[:0], byte(x.op), bit(x.negative)|bit(x.behind)<<1)
	key = binary.LittleEndian.AppendUint32(key, uint32(x.set))
	key = binary.LittleEndian.AppendUint64(key, uint64(x.min))
	key = binary.LittleEndian.AppendUint64(key, uint64(x.max))
	for _, k := range x.kids {
		key = binary.LittleEndian.AppendUint32(key, uint32(k))
	}
	n.key = key
	if id, ok := n.index[string(key)]; ok {
		return id
	}
	id := nodeID(len(n.all))
	n.index[string(key)] = id
	n.describe(&x, id)
	n.all = append(n.all, x)
	return id
}

func bit(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// describe fills in what is derived from the node's parts.
func (n *nodes) describe(x *node, id nodeID) {
	x.start = x.op == opStart
	x.word = x.op == opWord
	for _, k := range x.kids {
		kid := &n.all[k]
		x.start = x.start || kid.start
		x.word = x.word || kid.word
		x.behinds = mergeIDs(x.behinds, kid.behinds)
	}
	switch x.op {
	case opSet:
		x.void = never
	case opSeq:
		x.void = always
		for _, k := range x.kids {
			if v := n.all[k].void; v == never || v == maybe && x.void == always {
				x.void = v
			}
		}
	case opAlt:
		for _, k := range x.kids {
			if v := n.all[k].void; v == always || v == maybe && x.void == never {
				x.void = v
			}
		}
	case opRep:
		x.void = n.all[x.kids[0]].void
		if x.min == 0 {
			x.void = always
		}
	default:
		x.void = maybe
	}
	if x.op == opLook && x.behind {
		x.start = false
		x.behinds = mergeIDs(x.behinds, []nodeID{id})
	}
}

// mergeIDs returns the sorted union of two sorted lists.
func mergeIDs(a, b []nodeID) []nodeID {
	if len(b) == 0 {
		return a
	}
	if len(a) == 0 {
		return b
	}
	all := append(slices.Clone(a), b...)
	slices.Sort(all)
	return slices.Compact(all)
}

// lower turns a syntax tree into a node.
func (t *Table) lower(s *tree) nodeID {
	kids := make([]nodeID, len(s.subs))
	for i, sub := range s.subs {
		kids[i] = t.lower(sub)
	}
	switch s.op {
	case opSet:
		return t.setNode(t.sets.intern(s.set))
	case opSeq:
		return t.seq(kids...)
	case opAlt:
		return t.alt(kids...)
	case opRep:
		return t.rep(kids[0], s.min, s.max)
	case opLook:
		return t.look(kids[0], s.behind, s.negative)
	}
	return t.nodes.intern(node{op: s.op, negative: s.negative})
}

func (t *Table) setNode(s setID) nodeID {
	if s == setNone {
		return nodeNone
	}
	return t.nodes.intern(node{op: opSet, set: s})
}

func (t *Table) seq(kids ...nodeID) nodeID {
	flat := make([]nodeID, 0, len(kids))
	for _, k := range kids {
		if k == nodeNone {
			return nodeNone
		}
		if x := &t.nodes.all[k]; x.op == opSeq {
			flat = append(flat, x.kids...)
		} else {
			flat = append(flat, k)
		}
	}
	t.charge(1 + len(flat)/8)
	out := flat[:0]
	for _, k := range flat {
		if len(out) > 0 {
			if joined, ok := t.join(out[len(out)-1], k); ok {
				out[len(out)-1] = joined
				continue
			}
		}
		out = append(out, k)
	}
	if len(out) == 1 {
		return out[0]
	}
	return t.nodes.intern(node{op: opSeq, kids: out})
}

// join makes one repetition of two neighbours over the same set, as in `a?a*`. Two single sets stay as they are.
func (t *Table) join(a, b nodeID) (nodeID, bool) {
	x, aLo, aHi := t.counted(a)
	y, bLo, bHi := t.counted(b)
	if x != y || t.nodes.all[x].op != opSet || a == x && b == x {
		return 0, false
	}
	return t.rep(x, min(aLo+bLo, unbounded), min(aHi+bHi, unbounded)), true
}

// counted returns the node as a repetition.
func (t *Table) counted(n nodeID) (body nodeID, lo, hi int64) {
	if x := &t.nodes.all[n]; x.op == opRep {
		return x.kids[0], x.min, x.max
	}
	return n, 1, 1
}

func (t *Table) alt(kids ...nodeID) nodeID {
	flat := make([]nodeID, 0, len(kids))
	s := setNone
	for _, k := range kids {
		switch x := &t.nodes.all[k]; x.op {
		case opAlt:
			flat = append(flat, x.kids...)
		case opSet:
			s = t.sets.union(s, x.set)
		default:
			flat = append(flat, k)
		}
	}
	t.charge(1 + len(flat)/8)
	out := flat[:0]
	for _, k := range flat {
		if x := &t.nodes.all[k]; x.op == opSet {
			s = t.sets.union(s, x.set)
		} else {
			out = append(out, k)
		}
	}
	if s != setNone {
		out = append(out, t.setNode(s))
	}
	slices.Sort(out)
	out = slices.Compact(out)
	if len(out) == 1 {
		return out[0]
	}
	return t.nodes.intern(node{op: opAlt, kids: out})
}

func (t *Table) rep(body nodeID, lo, hi int64) nodeID {
	x := t.nodes.all[body]
	switch {
	case hi == 0 || body == nodeEmpty:
		return nodeEmpty
	case body == nodeNone && lo == 0:
		return nodeEmpty
	case body == nodeNone || lo == 1 && hi == 1:
		return body
	case x.void == always || x.void == maybe && lo == 0:
		// an iteration that consumes nothing adds nothing
		return t.rep(t.consuming(body), 0, hi)
	}
	if x.op == opRep {
		switch {
		case x.min <= 1 && x.max == unbounded:
			return t.rep(x.kids[0], min(x.min, lo), unbounded)
		case x.min == x.max && lo == hi && lo < 1<<20 && x.min < 1<<20:
			return t.rep(x.kids[0], lo*x.min, lo*x.min)
		}
	}
	return t.nodes.intern(node{op: opRep, kids: []nodeID{body}, min: lo, max: hi})
}

func (t *Table) look(body nodeID, behind, negative bool) nodeID {
	switch v := t.nodes.all[body].void; {
	case v == always && negative || body == nodeNone && !negative:
		return nodeNone
	case v == always || body == nodeNone:
		return nodeEmpty
	}
	return t.nodes.intern(node{op: opLook, kids: []nodeID{body}, behind: behind, negative: negative})
}
