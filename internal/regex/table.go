package regex

import "errors"

// ErrFuel says that an operation ended because its budget was used up, not because it has an answer.
var ErrFuel = errors.New("regex: out of fuel")

// ErrTooLong says that a language is known to have members, but the shortest has more than 65,536 code points.
var ErrTooLong = errors.New("regex: the shortest member is too long")

// maxWitness is the greatest length of a string that an operation returns, in code points.
const maxWitness = 1 << 16

// buildFuel bounds what one pattern may cost before any question is asked.
const buildFuel = 1 << 18

// Fuel is a deterministic budget: each operation takes Steps for the states, transitions and terms it visits. The same calls on a
// new Table take the same steps on every machine; a Table remembers, so that repeating a call is cheaper.
type Fuel struct{ Steps int }

// Lang is a language in its Table. Equal values denote equal languages; different values may, too.
type Lang int32

// Table holds languages. It grows with the questions asked and is meant to live as long as one comparison; it is not safe for
// concurrent use.
type Table struct {
	sets     sets
	nodes    nodes
	conts    conts
	contexts contexts
	terms    terms
	fuel     *Fuel // of the operation at work; nil: not counted

	wordSet  setID
	inhabits map[Lang]bool // answers of IsEmpty, negated
	pieces   map[Lang][]piece
	programs map[contID]*program
}

// NewTable returns an empty table.
func NewTable() *Table {
	t := &Table{
		sets: newSets(), nodes: newNodes(), conts: newConts(), contexts: newContexts(), terms: newTerms(),
		inhabits: map[Lang]bool{}, pieces: map[Lang][]piece{}, programs: map[contID]*program{},
	}
	t.wordSet = t.sets.intern(words)
	return t
}

type outOfFuel struct{}

// charge takes n steps. When none are left it unwinds to the operation at work: no partial result is ever remembered.
func (t *Table) charge(n int) {
	if t.fuel == nil {
		return
	}
	if t.fuel.Steps -= n; t.fuel.Steps < 0 {
		t.fuel.Steps = 0
		panic(outOfFuel{})
	}
}

// spend runs an operation on a budget.
func (t *Table) spend(f *Fuel, operation func()) (err error) {
	outer := t.fuel
	t.fuel = f
	defer func() {
		t.fuel = outer
		switch r := recover().(type) {
		case nil:
		case outOfFuel:
			err = ErrFuel
		default:
			panic(r)
		}
	}()
	operation()
	return nil
}

// Pattern returns the strings in which src matches somewhere, as JSON Schema's `pattern` and `patternProperties` want it. The
// error is a *[SyntaxError] or an *[UnsupportedError].
func (t *Table) Pattern(src string) (Lang, error) {
	tree, err := parse(src)
	if err != nil {
		return langNone, err
	}
	var l Lang
	err = t.spend(&Fuel{buildFuel}, func() {
		k := t.cons(t.seq(t.rep(t.setNode(setAll), 0, unbounded), t.anywhere(t.lower(tree))), contAccept)
		l = t.at(k, false, t.firstContext(t.conts.all[k].behinds))
	})
	if err != nil {
		return langNone, &UnsupportedError{"the pattern is too large"}
	}
	return l, nil
}

// Any returns the language of all strings of Unicode scalar values.
func (t *Table) Any() Lang { return langAll }

// Empty returns the language without members.
func (t *Table) Empty() Lang { return langNone }

// Literal returns the language whose only member is s. Bytes that are not UTF-8 count as U+FFFD.
func (t *Table) Literal(s string) Lang { return t.literal(string([]rune(s))) }

// Length returns the strings of lo to hi code points; a negative hi means no limit.
func (t *Table) Length(lo, hi int) Lang {
	if hi < 0 {
		return t.length(int64(lo), unbounded)
	}
	return t.length(int64(lo), int64(hi))
}

// Union returns the strings in any of the languages.
func (t *Table) Union(ls ...Lang) Lang { return t.or(ls...) }

// Intersect returns the strings in all of the languages.
func (t *Table) Intersect(ls ...Lang) Lang { return t.and(ls...) }

// Complement returns the strings that are not in l.
func (t *Table) Complement(l Lang) Lang { return t.not(l) }
