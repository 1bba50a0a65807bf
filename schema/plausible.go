package schema

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

// plainTexts are what people send where any text is accepted.
var plainTexts = []*Value{stringValue("text"), stringValue("a"), stringValue("1"), stringValue("2026-01-31"), stringValue("https://example.com/a")}

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
		if again.Verdict != Not || again.fault != r.fault || again.Path != r.Path || q.confirm(w) != "" {
			return false
		}
		best = again
		return true
	})
	return best
}

// fill tries plain texts for the empty ones in v, in a fixed order; where one of some values is expected, for 0 and its
// like, too.
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
	case equal(v, emptyString), listed && (v.kind == Null || equal(v, numValue(numZero)) || equal(v, falseValue)):
		for _, text := range plainTexts {
			if ok(text) {
				return text
			}
		}
	}
	return v
}
