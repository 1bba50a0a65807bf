package schema

import (
	"maps"
	"slices"
	"strings"
)

// maxSafe is the greatest integer that a double holds exactly, with all below it.
var maxSafe = numOf(1<<53 - 1)

// beyond reports a number inside v that many programs cannot hold.
func (v *Value) beyond() bool {
	if v.kind == Number {
		return v.num.cmp(maxSafe) > 0 || v.num.cmp(maxSafe.neg()) < 0
	}
	for _, e := range v.elems {
		if e.beyond() {
			return true
		}
	}
	return false
}

// plainTexts are what people send where any text is accepted, plainValues where anything is.
var (
	plainTexts  = []*Value{stringValue("text"), stringValue("a"), stringValue("1"), stringValue("2026-01-31"), stringValue("https://example.com/a")}
	plainValues = append(slices.Clip(plainTexts), numValue(numOne), trueValue)
)

// plausible gives a break a witness that somebody would send: the search finds the smallest value, such as "" where any
// text was accepted. What is empty becomes a plain text as long as both validators see the same break.
func (q *question) plausible(r Result) Result {
	s := &shrinker{q: q, tries: maxShrink, work: maxShrinkWork}
	best := r
	s.fill(r.Witness, r.Key == "enum" || r.Key == "const", func(w *Value) bool {
		if !s.ok(w) {
			return false
		}
		again := q.explain(w, r.Steps)
		if again.Verdict != Not || again.fault != r.fault || again.Path != r.Path || q.confirm(again) != "" {
			return false
		}
		best = again
		return true
	})
	return best
}

// fill tries plain values for null and for texts of a letter or none in v, in a fixed order; where one of some values
// is expected, for 0 and its like, too.
func (s *shrinker) fill(v *Value, listed bool, ok func(*Value) bool) *Value {
	switch {
	case v.kind == Object || v.kind == Array:
		for i := range v.elems {
			if s.over() {
				break
			}
			e := s.fill(v.elems[i], listed, func(e *Value) bool { return ok(with(v, i, e)) })
			v = with(v, i, e)
		}
	case v.kind == Null, v.kind == String && len(v.str) <= 1, listed && (v.kind == Number || equal(v, falseValue)):
		for _, plain := range plainValues {
			if ok(plain) {
				return plain
			}
		}
	}
	return v
}

// unusual is a set of kinds of values that hardly anybody sends.
type unusual uint8

const (
	tooLarge unusual = 1 << iota // a number that many programs cannot hold
	fraction
	belowOne
	emptyText
	emptyList
)

// unusualNames are the kinds in words, in the order of their bits.
var unusualNames = [...]string{"numbers beyond ±(2^53-1)", "fractions", "numbers below 1", "empty texts", "empty lists"}

func (u unusual) String() string {
	var names []string
	for i, name := range unusualNames {
		if u&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, " and ")
}

// unusualKind is what hardly anybody sends of a value, its parts not looked at.
func unusualKind(v *Value) unusual {
	switch v.kind {
	case Number:
		switch {
		case v.beyond():
			return tooLarge
		case !v.num.isInt():
			return fraction
		case v.num.cmp(numOne) < 0:
			return belowOne
		}
	case String:
		if v.str == "" {
			return emptyText
		}
	case Array:
		if len(v.elems) == 0 {
			return emptyList
		}
	}
	return 0
}

// unusual is what is odd about the witness: a number in it that is too large, or the part at fault.
func (r *Result) unusual() unusual {
	if r.Witness.beyond() {
		return tooLarge
	}
	return unusualKind(at(r.Witness, r.Path))
}

// usual leaves the unusual values out of what a schema accepts. Values that it lists are meant.
func (tr *translator) usual(n *node) []form {
	t := tr.t
	var parts []form
	leave := func(u unusual, k Kind, f func() form) {
		if tr.unusual&u != 0 && (u == tooLarge || n.enum == nil && n.constant == nil) {
			parts = append(parts, t.when(k, f()))
		}
	}
	leave(tooLarge, Number, func() form { return t.and(t.atLeast(maxSafe.neg(), false), not(t.atLeast(maxSafe, true))) })
	leave(fraction, Number, func() form { return t.multiple(numOne) })
	leave(belowOne, Number, func() form { return t.atLeast(numOne, false) })
	leave(emptyText, String, func() form { return t.length(1) })
	leave(emptyList, Array, func() form { return t.items(1) })
	return parts
}

// maxUsual is how often a question is asked again for the sake of its witness.
const maxUsual = 4

// ask answers the question, the muted keywords of b left out. An unusual witness is only taken where there is no other:
// the question is asked again without its kind, and other breaks with unusual witnesses are left for later.
func (q *question) ask() Result {
	first := q.once()
	r, steps, muted := first, first.Steps, q.muted
	defer func() { q.muted, q.unusual = muted, 0 }()
	for range maxUsual {
		if r.Verdict != Not {
			break
		}
		u := r.unusual()
		if u == 0 {
			first = r
			break
		}
		if r.fault == first.fault {
			if q.unusual&u != 0 {
				break // the old schema says nothing about that part
			}
			q.unusual |= u
		} else {
			q.muted = maps.Clone(q.muted)
			if q.muted == nil {
				q.muted = map[fault]bool{}
			}
			q.muted[r.fault] = true
		}
		r = q.once()
		steps += r.Steps
	}
	if first.Verdict == Not && r.Verdict == Subschema {
		first.Only = q.unusual.String()
		first.Detail += "; only " + first.Only + " show it"
	}
	first.Steps = steps
	return first
}
