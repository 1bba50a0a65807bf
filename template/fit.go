package template

import (
	"maps"
	"slices"
)

// A Verdict says whether the values of one type are accepted by another.
type Verdict uint8

const (
	// Fits: every value is accepted.
	Fits Verdict = iota
	// Silent: unknown takes part, or the types are too large to say.
	Silent
	// MayFit: some values are accepted, others may not be.
	MayFit
	// Unfit: no value is accepted.
	Unfit
)

// A fitting compares types with a hook for what types do not tell, and bounded work.
type fitting struct {
	validate func(schema, value any) []Problem
	work     int
}

const maxFitWork = 4096

// Fit tells whether values of source are accepted by target: Unfit when no kind, or member of
// a union, that the source may have is accepted, and for a number into an integer.
// Kinds descend into items and required members. Whether the source may be missing is
// not asked.
func (e *Env) Fit(source, target *Type) Verdict {
	f := fitting{validate: e.Validate}
	return f.fit(source, target, 0)
}

func (f *fitting) fit(s, t *Type, depth int) Verdict {
	if f.work++; s.unknown || t.unknown || depth > maxDepth || f.work > maxFitWork {
		return Silent
	}
	if s.origin != nil && t.origin != nil && same(s.origin.node, t.origin.node) {
		return Fits
	}
	return some(len(s.alts), func(i int) Verdict { return f.alt(s.alts[i], t, depth) })
}

// some is the verdict on a union of n sources: all or none, or something between.
func some(n int, verdict func(i int) Verdict) Verdict {
	var count [Unfit + 1]int
	for i := range n {
		count[verdict(i)]++
	}
	switch {
	case count[Unfit] == n && n > 0:
		return Unfit
	case count[Silent] > 0 && count[MayFit] == 0:
		return Silent // of an unknown part nobody can say that it fails
	case count[MayFit] > 0 || count[Unfit] > 0:
		return MayFit
	}
	return Fits
}

// alt is the verdict on one alternative: the best that any of the target's gives.
func (f *fitting) alt(a *alt, t *Type, depth int) Verdict {
	if a.values != nil {
		return some(len(a.values), func(i int) Verdict { return f.value(a.values[i], t, depth) })
	}
	best := Unfit
	for _, b := range t.alts {
		best = min(best, f.alts(a, b, depth))
	}
	return best
}

func (f *fitting) alts(a, b *alt, depth int) Verdict {
	if a.kind != b.kind && !(a.kind == Integer && b.kind == Number) {
		return Unfit
	}
	v := Fits
	switch a.kind {
	case Array:
		v = f.arrays(a, b, depth)
	case Object:
		v = f.objects(a, b, depth)
	}
	if v == Fits && (b.values != nil || b.extra && !(a.node != nil && same(a.node, b.node))) {
		return MayFit
	}
	return v
}

// at is the slot of an array's alternative at an index.
func (a *alt) at(i int) (slot, bool) {
	switch {
	case i < len(a.prefix):
		return a.prefix[i], true
	case a.rest != nil:
		return *a.rest, true
	}
	return slot{}, false
}

func (f *fitting) arrays(a, b *alt, depth int) Verdict {
	verdict := Fits
	if a.min < b.min {
		if verdict = MayFit; a.rest == nil && len(a.prefix) < b.min {
			return Unfit
		}
	}
	n := max(len(a.prefix), len(b.prefix))
	if a.rest != nil {
		n++
	}
	for i := range n {
		s, ok := a.at(i)
		if !ok {
			break
		}
		t, ok := b.at(i)
		v := Unfit
		if ok {
			v = f.fit(s.Type(), t.Type(), depth+1)
		}
		if v == Unfit && i > 0 && i >= a.min {
			v = MayFit // the array may be shorter; that it may be empty is no excuse
		}
		verdict = worst(verdict, v)
	}
	return verdict
}

// worst is the verdict on a whole of which two parts must fit.
func worst(v, w Verdict) Verdict { return max(v, w) }

func (f *fitting) objects(a, b *alt, depth int) Verdict {
	verdict := Fits
	names := make([]string, 0, len(a.members)+len(b.members))
	for name := range a.members {
		names = append(names, name)
	}
	for name := range b.members {
		if _, ok := a.members[name]; !ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		verdict = worst(verdict, f.memberFit(a, b, name, depth))
	}
	if a.others != nil && !a.others.isUnknown() {
		switch {
		case b.others != nil:
			if v := f.fit(a.others.Type(), b.others.Type(), depth+1); v != Fits {
				verdict = worst(verdict, min(v, MayFit))
			}
		case b.closed:
			verdict = worst(verdict, MayFit)
		}
	}
	return verdict
}

func (f *fitting) memberFit(a, b *alt, name string, depth int) Verdict {
	s, has := a.members[name]
	t, wants := b.members[name]
	switch {
	case has && !wants && b.others != nil:
		t = *b.others
	case has && !wants && b.closed:
		if s.given() {
			return Unfit
		}
		return MayFit
	case has && !wants:
		return Fits
	case !has && a.others == nil:
		if t.required && !t.hasDefault {
			return Unfit
		}
		return Fits
	case !has:
		s = *a.others
		s.required, s.hasDefault = false, false
	}
	v := f.fit(s.Type(), t.Type(), depth+1)
	if s.given() {
		return v
	}
	if s.isUnknown() {
		return Silent
	}
	if v == Unfit && t.required && has {
		return Unfit // given it does not fit, not given it is missing
	}
	if v == Unfit || t.required && !t.hasDefault {
		return MayFit
	}
	return v
}

// value is the verdict on one value; with a hook it is validated wholly.
func (f *fitting) value(v any, t *Type, depth int) Verdict {
	if f.work++; t.unknown || depth > maxDepth || f.work > maxFitWork {
		return Silent
	}
	best := Unfit
	for _, b := range t.alts {
		best = min(best, f.valueAlt(v, b, depth))
	}
	if best == MayFit && f.validate != nil {
		if schema, exact := t.Schema(); exact {
			if len(f.validate(schema, v)) == 0 {
				return Fits
			}
			return Unfit
		}
	}
	return best
}

func (f *fitting) valueAlt(v any, b *alt, depth int) Verdict {
	kind := kindOf(v)
	if kind != b.kind && !(kind == Integer && b.kind == Number) {
		return Unfit
	}
	if b.values != nil && !slices.ContainsFunc(b.values, func(w any) bool { return equal(v, w) }) {
		return Unfit
	}
	verdict := Fits
	switch v := v.(type) {
	case []any:
		if b.values == nil && len(v) < b.min {
			return Unfit
		}
		for i, item := range v {
			s, ok := b.at(i)
			if !ok {
				return Unfit
			}
			verdict = worst(verdict, f.value(item, s.Type(), depth+1))
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			s, ok := b.member(name)
			switch {
			case ok:
				verdict = worst(verdict, f.value(v[name], s.Type(), depth+1))
			case b.closed:
				return Unfit
			}
		}
		for name, s := range b.members {
			if _, ok := v[name]; !ok && s.required && !s.hasDefault {
				return Unfit
			}
		}
	}
	if verdict == Fits && b.extra {
		return MayFit
	}
	return verdict
}
