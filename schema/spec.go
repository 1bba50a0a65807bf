package schema

type specKey struct {
	f form
	k Kind
}

// spec is f among the values of kind k: equal to f there, and free to differ elsewhere.
func (t *table) spec(f form, k Kind) form {
	if f&1 == 1 {
		return not(t.spec(not(f), k))
	}
	x := t.at(f)
	switch x.op {
	case opTop, opRef:
		return f
	case opKinds, opMin, opMult, opLen, opMatch, opItems, opItem, opSome, opUnique, opSize, opMember, opOpaque:
		switch {
		case x.pos&kinds(k) == 0:
			return bottom
		case x.op == opKinds:
			return top
		}
		return f
	}
	key := specKey{f, k}
	if g, ok := t.specs[key]; ok {
		return g
	}
	var g form
	switch x.op {
	case opIn:
		var kept []*Value
		for _, v := range x.set.list {
			if v.kind == k {
				kept = append(kept, v)
			}
		}
		g = f
		if len(kept) < len(x.set.list) {
			g = t.in(kept...)
		}
	default:
		args := make([]form, 0, len(x.args))
		for _, a := range x.args {
			args = append(args, t.spec(a, k))
		}
		if x.op == opTwo {
			g = t.two(args)
		} else {
			g = t.and(args...)
		}
	}
	t.specs[key] = g
	return g
}

// alternatives are the branches of a disjunction, or nil: for a count, that its first argument holds, and that it does not.
func (t *table) alternatives(f form) []form {
	x := t.at(f)
	if x.op == opTwo {
		first, rest := x.args[0], x.args[1:]
		some, two := t.or(rest...), t.two(rest)
		if f&1 == 1 {
			some, two = not(some), not(two)
		}
		return []form{t.and(first, some), t.and(not(first), two)}
	}
	if f&1 == 1 && x.op == opAnd {
		out := make([]form, len(x.args))
		for i, a := range x.args {
			out[i] = not(a)
		}
		return out
	}
	return nil
}
