package regex

// stepKey is a continuation at a place, as far as what came before matters to it.
type stepKey struct {
	k    contID
	word bool
	ctx  ctxID
}

// at is the language of the continuation k, where word says whether the character before is one of \w, and ctx has the trackers of the
// lookbehinds that k mentions. ^ holds in k: whatever is past the start of the input goes through laterCont first.
func (t *Table) at(k contID, word bool, ctx ctxID) Lang {
	switch k {
	case contAccept:
		return langAll
	case contEnd:
		return langEmpty
	case contHere:
		return langHere
	case contDead:
		return langNone
	}
	c := t.conts.all[k]
	if c.literal {
		return t.literal(t.text(k))
	}
	key := stepKey{k, word && c.word, t.restrict(ctx, c.behinds)}
	if l, ok := t.terms.steps[key]; ok {
		return l
	}
	t.charge(1)
	l := t.unfold(c, key.word, key.ctx)
	t.terms.steps[key] = l
	return l
}

func (t *Table) unfold(c cont, word bool, ctx ctxID) Lang {
	x := t.nodes.all[c.node]
	switch x.op {
	case opSet:
		k := t.laterCont(c.next)
		return t.step(x.set, k, t.restrict(ctx, t.conts.all[k].behinds))
	case opAlt:
		kids := make([]Lang, len(x.kids))
		for i, n := range x.kids {
			kids[i] = t.at(t.cons(n, c.next), word, ctx)
		}
		return t.or(kids...)
	case opRep:
		return t.unfoldRep(x, c, word, ctx)
	case opStart:
		return t.at(c.next, word, ctx)
	case opEnd:
		return t.and(langEmpty, t.at(c.next, word, ctx))
	case opWord:
		return t.and(t.boundary(word, x.negative), t.at(c.next, word, ctx))
	}
	var looked Lang
	if x.behind {
		for _, tr := range t.contexts.all[ctx] {
			if tr.behind == c.node {
				looked = t.now(tr.body)
			}
		}
	} else {
		looked = t.at(t.cons(x.kids[0], contAccept), word, ctx)
	}
	if x.negative {
		looked = t.not(looked)
	}
	return t.and(looked, t.at(c.next, word, ctx))
}

// boundary is the language of what may follow at \b, or at \B.
func (t *Table) boundary(word, negative bool) Lang {
	if word == negative {
		return t.step(t.wordSet, contAccept, 0)
	}
	return t.or(langEmpty, t.step(t.sets.minus(setAll, t.wordSet), contAccept, 0))
}

func (t *Table) unfoldRep(x node, c cont, word bool, ctx ctxID) Lang {
	body := x.kids[0]
	b := t.nodes.all[body]
	if b.op == opSet && (c.next == contEnd || b.set == setAll && c.next == contAccept) {
		// a counted set at the end of the input is a set and a length
		if b.set == setAll {
			if c.next == contAccept {
				return t.length(x.min, unbounded)
			}
			return t.length(x.min, x.max)
		}
		if x.min > 0 || x.max < unbounded {
			return t.and(t.at(t.cons(t.rep(body, 0, unbounded), contEnd), word, ctx), t.length(x.min, x.max))
		}
	}
	switch {
	case x.min > 0 && b.void == maybe:
		// one iteration that consumes nothing stands for all that are still due
		return t.or(
			t.at(t.cons(t.void(body), t.cons(t.rep(body, 0, less(x.max)), c.next)), word, ctx),
			t.at(t.cons(t.consuming(body), t.cons(t.rep(body, x.min-1, less(x.max)), c.next)), word, ctx))
	case x.min > 0:
		return t.at(t.cons(body, t.cons(t.rep(body, x.min-1, less(x.max)), c.next)), word, ctx)
	}
	return t.or(
		t.at(c.next, word, ctx),
		t.at(t.cons(body, t.cons(t.rep(body, 0, less(x.max)), c.next)), word, ctx))
}

// now is the language of what may follow if the body of a lookbehind, matched so far as l says, ends here.
func (t *Table) now(l Lang) Lang {
	x := *t.term(l)
	if !x.here {
		return l
	}
	switch x.op {
	case termHere:
		return langAll
	case termOr, termAnd:
		kids := make([]Lang, len(x.kids))
		for i, k := range x.kids {
			kids[i] = t.now(k)
		}
		if x.op == termOr {
			return t.or(kids...)
		}
		return t.and(kids...)
	}
	return langNone
}
