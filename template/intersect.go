package template

import "slices"

// same reports whether two nodes are one map, not only equal.
func same(x, y any) bool {
	a, ok := x.(map[string]any)
	b, ok2 := y.(map[string]any)
	return ok && ok2 && identity(a) == identity(b)
}

// withExtra says that more is demanded than the type tells.
func (t *Type) withExtra() *Type {
	if t.unknown {
		return t
	}
	x := &Type{optional: t.optional, alts: make([]*alt, len(t.alts))}
	for i, a := range t.alts {
		b := *a
		b.extra, b.node = true, nil
		x.alts[i] = &b
	}
	return x
}

// intersect is the values of both types, or more. A contradiction is unknown: the schema is at
// fault, not who uses it.
func intersect(t, u *Type) *Type {
	switch {
	case t.unknown && u.unknown:
		return unknownType
	case t.unknown:
		return u.withExtra()
	case u.unknown:
		return t.withExtra()
	case len(t.alts)*len(u.alts) > maxAlts*4:
		return unknownType
	}
	x := &Type{}
	for _, a := range t.alts {
		for _, b := range u.alts {
			if c := both(a, b); c != nil {
				x.alts = append(x.alts, c)
			}
		}
	}
	if len(x.alts) == 0 || len(x.alts) > maxAlts {
		return unknownType
	}
	return x
}

// both is the values of two alternatives, or more; nil when there are none.
func both(a, b *alt) *alt {
	if a.kind == Integer && b.kind == Number {
		a, b = b, a
	}
	if a.kind != b.kind && !(a.kind == Number && b.kind == Integer) {
		return nil
	}
	c := &alt{kind: b.kind, values: a.values, extra: a.extra || b.extra, min: max(a.min, b.min)}
	switch {
	case a.values != nil && b.values != nil:
		c.values = slices.DeleteFunc(slices.Clone(a.values), func(v any) bool {
			return !slices.ContainsFunc(b.values, func(w any) bool { return equal(v, w) })
		})
	case b.values != nil:
		c.values = b.values
	case a.values != nil && a.kind != b.kind:
		c.values = slices.DeleteFunc(slices.Clone(a.values), func(v any) bool { return kindOf(v) != Integer })
	}
	if (a.values != nil || b.values != nil) && len(c.values) == 0 {
		return nil
	}
	switch c.kind {
	case Array:
		bothArrays(c, a, b)
	case Object:
		bothObjects(c, a, b)
	}
	return c
}

func bothArrays(c, a, b *alt) {
	if len(a.prefix) > 0 || len(b.prefix) > 0 { // one of them tells more; both together seldom occur
		if len(a.prefix) == 0 {
			a, b = b, a
		}
		c.prefix, c.rest, c.extra = a.prefix, a.rest, true
		return
	}
	switch {
	case a.rest == nil || b.rest == nil:
	default:
		s := bothSlots(*a.rest, *b.rest)
		c.rest = &s
	}
}

func bothObjects(c, a, b *alt) {
	c.members = make(map[string]slot, len(a.members)+len(b.members))
	for name, s := range a.members {
		if t, ok := b.members[name]; ok {
			s = bothSlots(s, t)
		}
		c.members[name] = s
	}
	for name, t := range b.members {
		if _, ok := a.members[name]; !ok {
			c.members[name] = t
		}
	}
	c.closed, c.silent = a.closed || b.closed, a.silent && b.silent
	switch { // who says nothing of members leaves it to the other
	case a.silent || b.others != nil && !b.silent && a.others == nil:
		c.others = b.others
	case b.silent || a.others != nil && b.others == nil:
		c.others = a.others
	case a.others != nil && b.others != nil:
		s := bothSlots(*a.others, *b.others)
		c.others = &s
	}
	if c.others != nil {
		c.closed = false
	}
}

// bothSlots is a slot of what two schemas say; it is read when it is looked at.
func bothSlots(s, t slot) slot {
	required, hasDefault := s.required || t.required, s.hasDefault || t.hasDefault
	switch {
	case same(s.node, t.node) || t.isUnknown():
	case s.isUnknown():
		s = t
	case s.weight+t.weight < maxWeight:
		last := &s
		for last.and != nil {
			next := *last.and
			last.and = &next
			last = &next
		}
		last.and = &t
		s.weight += t.weight + 1
	}
	s.required, s.hasDefault = required, hasDefault
	return s
}
