package regex

import (
	"slices"
	"unicode/utf8"
)

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
