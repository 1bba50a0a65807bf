package schema

import "context"

// plainTexts are what people send where any text is accepted.
var plainTexts = []*Value{stringValue("text"), stringValue("a"), stringValue("1"), stringValue("2026-01-31"), stringValue("https://example.com/a")}

// plausible gives a break a witness that somebody would send: the search finds the smallest value, such as "" where any
// text was accepted. An empty text becomes a plain one as long as both validators see the same break.
func plausible(ctx context.Context, a, b *Schema, o Options, r Result) Result {
	if r.Verdict != Not {
		return r
	}
	q := newQuestion(ctx, a, b, o)
	defer q.cancel()
	tries, best := maxShrink, r
	fill(r.Witness, func(w *Value) bool {
		if tries--; tries < 0 || !q.splits(w) {
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

// fill tries plain texts for the empty ones in v, in a fixed order.
func fill(v *Value, ok func(*Value) bool) *Value {
	switch v.kind {
	case Object, Array:
		for i := range v.elems {
			e := fill(v.elems[i], func(e *Value) bool { return ok(with(v, i, e)) })
			v = with(v, i, e)
		}
	case String:
		for _, text := range plainTexts {
			if v.str == "" && ok(text) {
				return text
			}
		}
	}
	return v
}
