package schema

import "strings"

// truth is what is known of a statement about a given value.
type truth int8

const (
	no truth = iota
	maybe
	yes
)

func truthOf(b bool) truth {
	if b {
		return yes
	}
	return no
}

// holds evaluates a formula on a value: maybe where an opaque part decides.
func (t *table) holds(f form, v *Value) truth {
	if f&1 == 1 {
		return yes - t.holds(not(f), v)
	}
	x := t.at(f)
	if x.pos&kinds(v.kind) == 0 {
		return no
	}
	switch x.op {
	case opTop:
		return yes
	case opAnd:
		all := yes
		for _, a := range x.args {
			if all = min(all, t.holds(a, v)); all == no {
				return no
			}
		}
		return all
	case opTwo:
		sure, open := 0, 0
		for _, a := range x.args {
			switch t.holds(a, v) {
			case yes:
				sure++
			case maybe:
				open++
			}
		}
		return atLeast(2, sure, open)
	case opKinds:
		return yes
	case opIn:
		return truthOf(x.set.has(v))
	case opMin:
		c := v.num.cmp(x.num)
		return truthOf(c > 0 || c == 0 && !x.strict)
	case opMult:
		return truthOf(v.num.multipleOf(x.num))
	case opLen:
		return truthOf(longer(v.str, x.n))
	case opMatch:
		match, known := x.pattern.match(v.str)
		if !known {
			return maybe
		}
		return truthOf(match)
	case opOpaque:
		if name, ok := strings.CutPrefix(x.text, "format "); ok {
			return truthOf(formatAccepts(name, v.str))
		}
		return maybe
	case opItems:
		return truthOf(int64(len(v.elems)) >= x.n)
	case opItem:
		if x.n >= int64(len(v.elems)) {
			return no
		}
		return t.holds(x.a, v.elems[x.n])
	case opSome:
		sure, open := 0, 0
		for i := x.n; i < int64(len(v.elems)); i++ {
			switch t.holds(x.a, v.elems[i]) {
			case yes:
				sure++
			case maybe:
				open++
			}
		}
		return atLeast(x.m, sure, open)
	case opUnique:
		_, _, dup := duplicate(v.elems)
		return truthOf(!dup)
	case opSize:
		return truthOf(int64(len(v.elems)) >= x.n)
	case opMember:
		if name, ok := t.single(x.a); ok {
			if m := v.get(name); m != nil {
				return t.holds(x.b, m)
			}
			return no
		}
		a, b, any := x.a, x.b, no
		for i, name := range v.names {
			if any = max(any, min(t.holds(a, stringValue(name)), t.holds(b, v.elems[i]))); any == yes {
				break
			}
		}
		return any
	case opRef:
		if x.isBound {
			return t.holds(x.bound, v)
		}
	}
	return maybe
}

// atLeast reports whether n of some statements hold, of which sure ones do and open ones may.
func atLeast(n int64, sure, open int) truth {
	switch {
	case int64(sure) >= n:
		return yes
	case int64(sure+open) >= n:
		return maybe
	}
	return no
}

// longer reports whether s has at least n code points.
func longer(s string, n int64) bool {
	if int64(len(s)) < n {
		return false
	}
	for range s {
		n--
	}
	return n <= 0
}

// single is the one string in a finite set of names.
func (t *table) single(names form) (string, bool) {
	if x := t.at(names); names&1 == 0 && x.op == opIn && len(x.set.list) == 1 && x.set.list[0].kind == String {
		return x.set.list[0].str, true
	}
	return "", false
}

// disjoint reports whether no value satisfies both, as far as that is plain to see.
func (t *table) disjoint(f, g form) bool {
	ks := t.kindsOf(f) & t.kindsOf(g)
	for k := Null; k < numKinds; k++ {
		if ks&kinds(k) == 0 {
			continue
		}
		fk, gk := t.spec(f, k), t.spec(g, k)
		if k == Object && t.tagsClash(fk, gk) {
			continue
		}
		if t.and(fk, gk) != bottom {
			return false
		}
	}
	return true
}

// tagsClash reports whether some member that both objects must have cannot be shared.
func (t *table) tagsClash(f, g form) bool {
	a, b := t.tags(f), t.tags(g)
	for name, x := range a {
		if y, ok := b[name]; ok && t.and(x, y) == bottom {
			return true
		}
	}
	return false
}

// tags are the required members of an object formula, with what is known of their values (joinMembers has gathered it).
func (t *table) tags(f form) map[string]form {
	if out, ok := t.known[f]; ok {
		return out
	}
	out := t.findTags(f)
	t.known[f] = out
	return out
}

func (t *table) findTags(f form) map[string]form {
	args := []form{f}
	if x := t.at(f); f&1 == 0 && x.op == opAnd {
		args = x.args
	}
	out := map[string]form{}
	for _, a := range args {
		if x := t.at(a); a&1 == 0 && x.op == opMember {
			if name, ok := t.single(x.a); ok {
				out[name] = x.b
			}
		}
	}
	return out
}
