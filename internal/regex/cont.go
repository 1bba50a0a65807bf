package regex

import (
	"encoding/binary"
	"slices"
	"strings"
)

// contID names an interned continuation: what remains to be matched, as a list of expressions.
type contID int32

const (
	contAccept contID = iota // anything may follow
	contEnd                  // the input must end
	contHere                 // the body of a lookbehind must end
	contDead                 // nothing matches
)

type cont struct {
	node nodeID
	next contID

	start, word, here bool // as for node, over the whole list
	literal           bool // only single characters up to the end of the input
	behinds           []nodeID
}

type contKey struct {
	node nodeID
	next contID
}

type conts struct {
	all   []cont
	index map[contKey]contID
	later map[contID]contID
}

func newConts() conts {
	return conts{
		all:   []cont{{}, {literal: true}, {here: true}, {}},
		index: map[contKey]contID{}, later: map[contID]contID{},
	}
}

// cons puts an expression before a continuation.
func (t *Table) cons(n nodeID, k contID) contID {
	x := &t.nodes.all[n]
	switch {
	case n == nodeNone || k == contDead:
		return contDead
	case n == nodeEmpty:
		return k
	case x.op == opSeq:
		for i := len(x.kids) - 1; i >= 0; i-- {
			k = t.cons(t.nodes.all[n].kids[i], k)
		}
		return k
	case x.op == opEnd && k == contAccept:
		return contEnd
	case x.op == opRep && k == contAccept && x.max > x.min:
		// what follows is free, so the least number of iterations will do
		return t.cons(t.rep(x.kids[0], x.min, x.min), k)
	}
	key := contKey{n, k}
	if id, ok := t.conts.index[key]; ok {
		return id
	}
	t.charge(1)
	next := &t.conts.all[k]
	c := cont{node: n, next: k, start: x.start || next.start, word: x.word || next.word, here: next.here,
		behinds: mergeIDs(x.behinds, next.behinds)}
	if next.literal && x.op == opSet {
		c.literal = t.sets.all[x.set].size() == 1
	}
	id := contID(len(t.conts.all))
	t.conts.all = append(t.conts.all, c)
	t.conts.index[key] = id
	return id
}

// text is the string that a literal continuation stands for.
func (t *Table) text(k contID) string {
	var b strings.Builder
	for ; k != contEnd; k = t.conts.all[k].next {
		b.WriteRune(t.sets.first[t.nodes.all[t.conts.all[k].node].set])
	}
	return b.String()
}

// laterCont is the continuation at any place but the start of the input.
func (t *Table) laterCont(k contID) contID {
	c := t.conts.all[k]
	if !c.start {
		return k
	}
	if id, ok := t.conts.later[k]; ok {
		return id
	}
	id := t.cons(t.later(c.node), t.laterCont(c.next))
	t.conts.later[k] = id
	return id
}

// ctxID names an interned context: for lookbehinds, what of their bodies has been matched by the input so far. Most contexts are empty.
type ctxID int32

type tracker struct {
	behind nodeID
	body   Lang // mentions termHere
}

type contexts struct {
	all   [][]tracker
	index map[string]ctxID
}

func newContexts() contexts {
	return contexts{all: [][]tracker{nil}, index: map[string]ctxID{"": 0}}
}

func (c *contexts) intern(ts []tracker) ctxID {
	var key []byte
	for _, x := range ts {
		key = binary.LittleEndian.AppendUint32(key, uint32(x.behind))
		key = binary.LittleEndian.AppendUint32(key, uint32(x.body))
	}
	if id, ok := c.index[string(key)]; ok {
		return id
	}
	id := ctxID(len(c.all))
	c.all = append(c.all, ts)
	c.index[string(key)] = id
	return id
}

// restrict keeps the trackers of the given lookbehinds.
func (t *Table) restrict(ctx ctxID, behinds []nodeID) ctxID {
	if ctx == 0 || len(behinds) == 0 {
		return 0
	}
	var kept []tracker
	for _, x := range t.contexts.all[ctx] {
		if _, ok := slices.BinarySearch(behinds, x.behind); ok {
			kept = append(kept, x)
		}
	}
	return t.contexts.intern(kept)
}

// firstContext is the context at the start of the input.
func (t *Table) firstContext(behinds []nodeID) ctxID {
	ctx := ctxID(0)
	for _, b := range behinds {
		ctx = t.track(ctx, b, langNone, t.nodes.all[b].kids[0], false)
	}
	return ctx
}

// track adds a lookbehind to a context: the matches of its body that began before, and those that begin here.
func (t *Table) track(ctx ctxID, behind nodeID, before Lang, body nodeID, word bool) ctxID {
	begun := t.at(t.cons(body, contHere), word, ctx)
	ts := append(slices.Clone(t.contexts.all[ctx]), tracker{behind, t.or(before, begun)})
	return t.contexts.intern(ts)
}
