package regex

import (
	"slices"
	"unicode/utf8"
)

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

// arc leads to the residual of a language after any character of set. The arcs of a language cover all characters once.
type arc struct {
	set setID
	to  Lang
}

// arcs returns the derivatives of l, those with the nicest characters first.
func (t *Table) arcs(l Lang) []arc {
	if a := t.terms.moves[l]; a != nil {
		return a
	}
	t.charge(1)
	x := *t.term(l)
	var out []arc
	switch x.op {
	case termLen:
		hi := x.hi
		if hi < unbounded {
			hi--
		}
		if l == langNone {
			out = []arc{{setAll, langNone}}
		} else {
			out = []arc{{setAll, t.length(x.lo-1, hi)}}
		}
	case termLit:
		if x.text == "" {
			out = []arc{{setAll, langNone}}
			break
		}
		r, n := utf8.DecodeRuneInString(x.text)
		s := t.sets.intern(single(r))
		out = []arc{{s, t.literal(x.text[n:])}, {t.sets.minus(setAll, s), langNone}}
	case termHere:
		out = []arc{{setAll, langNone}}
	case termStep:
		out = t.stepArcs(x)
	case termNot:
		for _, a := range t.arcs(x.kids[0]) {
			out = append(out, arc{a.set, t.not(a.to)})
		}
	default:
		out = t.combine(x)
	}
	out = t.tidy(out)
	t.terms.moves[l] = out
	return out
}

// tidy merges arcs to one target, drops those without characters and sorts.
func (t *Table) tidy(arcs []arc) []arc {
	at := make(map[Lang]int, len(arcs))
	out := arcs[:0:0]
	for _, a := range arcs {
		if a.set == setNone {
			continue
		}
		if i, ok := at[a.to]; ok {
			out[i].set = t.sets.union(out[i].set, a.set)
			continue
		}
		at[a.to] = len(out)
		out = append(out, a)
	}
	slices.SortFunc(out, func(a, b arc) int {
		return t.sets.rank[a.set] - t.sets.rank[b.set]
	})
	return out
}

// stepArcs follows a step: its characters are divided by what they mean for lookbehinds and word boundaries ahead.
func (t *Table) stepArcs(x term) []arc {
	type part struct {
		set      setID
		trackers []tracker
	}
	parts := []part{{set: x.set}}
	for _, tr := range t.contexts.all[x.ctx] {
		var refined []part
		for _, p := range parts {
			for _, a := range t.arcs(tr.body) {
				t.charge(1)
				if s := t.sets.intersect(p.set, a.set); s != setNone {
					refined = append(refined, part{s, append(slices.Clone(p.trackers), tracker{tr.behind, a.to})})
				}
			}
		}
		parts = refined
	}
	out := []arc{{t.sets.minus(setAll, x.set), langNone}}
	follow := func(s setID, before []tracker, word bool) {
		if s == setNone {
			return
		}
		ctx := ctxID(0)
		for _, tr := range before {
			ctx = t.track(ctx, tr.behind, tr.body, t.later(t.nodes.all[tr.behind].kids[0]), word)
		}
		out = append(out, arc{s, t.at(x.cont, word, ctx)})
	}
	for _, p := range parts {
		if !t.conts.all[x.cont].word {
			follow(p.set, p.trackers, false)
			continue
		}
		follow(t.sets.intersect(p.set, t.wordSet), p.trackers, true)
		follow(t.sets.minus(p.set, t.wordSet), p.trackers, false)
	}
	return out
}

// combine derives a union or an intersection: the sets of its members' arcs divide the alphabet, and each class leads to the combination of the
// members' targets.
func (t *Table) combine(x term) []arc {
	zero, one, join := langNone, langAll, t.and
	if x.op == termOr {
		zero, one, join = langAll, langNone, t.or
	}
	type group struct {
		set  setID
		to   []Lang
		ends bool // a member leads to zero
	}
	var groups []group
	at := map[setID]int{}
	for _, k := range x.kids {
		for _, a := range t.arcs(k) {
			i, ok := at[a.set]
			if !ok {
				i = len(groups)
				at[a.set] = i
				groups = append(groups, group{set: a.set})
			}
			switch a.to {
			case zero:
				groups[i].ends = true
			case one:
			default:
				groups[i].to = append(groups[i].to, a.to)
			}
		}
		t.charge(1)
	}
	classes := []setID{setAll}
	ended := setNone
	for _, g := range groups {
		if g.ends {
			ended = t.sets.union(ended, g.set)
		}
	}
	classes[0] = t.sets.minus(setAll, ended)
	for _, g := range groups {
		if g.ends {
			continue
		}
		next := make([]setID, 0, len(classes)+1)
		for _, c := range classes {
			in := t.sets.intersect(c, g.set)
			if in != setNone {
				next = append(next, in)
			}
			if in != c {
				next = append(next, t.sets.minus(c, g.set))
			}
		}
		t.charge(len(classes))
		classes = next
	}
	out := []arc{{ended, zero}}
	for _, c := range classes {
		if c == setNone {
			continue
		}
		first := t.sets.first[c]
		var to []Lang
		for _, g := range groups {
			if len(g.to) > 0 && t.sets.all[g.set].contains(first) {
				to = append(to, g.to...)
			}
		}
		t.charge(1 + len(groups)/8)
		out = append(out, arc{c, join(to...)})
	}
	return out
}
