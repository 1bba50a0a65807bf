package regex

import "encoding/binary"

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
