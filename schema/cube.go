package schema

import "maps"

// cube is a conjunction of literals about values of one kind.
type cube struct {
	kind   Kind
	finite bool
	vals   []*Value // when finite: nothing else is possible
	out    []form   // complements of finite sets
	opaque bool     // some literal has no meaning here

	lo, hi  bound // number
	mult    num   // zero: none
	notMult []num

	min, max count  // string: code points; array: elements; object: members
	texts    []form // string: matching and opaque literals

	places      []form // array: literals about elements
	unique, dup bool

	members  []member       // object: by single name
	place    map[string]int // of a name in members, once there are many
	required count          // members that must be there
	others   []form         // object: literals about sets of names
	closed   bool           // object: there is no member but those of
	names    []string       // these names
}

func newCube(k Kind) *cube {
	c := &cube{kind: k, max: maxCount}
	switch k {
	case Null:
		c.finite, c.vals = true, []*Value{nullValue}
	case Boolean:
		c.finite, c.vals = true, []*Value{falseValue, trueValue}
	}
	return c
}

// clone shares what is only appended to.
func (c *cube) clone() *cube {
	n := *c
	n.out = c.out[:len(c.out):len(c.out)]
	n.notMult = c.notMult[:len(c.notMult):len(c.notMult)]
	n.texts = c.texts[:len(c.texts):len(c.texts)]
	n.places = c.places[:len(c.places):len(c.places)]
	n.others = c.others[:len(c.others):len(c.others)]
	n.members = append([]member(nil), c.members...)
	n.place = maps.Clone(c.place)
	return &n
}

// add takes in a literal; false means that no value is left.
func (c *cube) add(t *table, f form) bool {
	x := t.at(f)
	positive := f&1 == 0
	switch x.op {
	case opIn:
		if positive {
			c.finite, c.vals = true, x.set.list
			return true
		}
		c.out = append(c.out, f)
	case opMin:
		b := bound{set: true, at: x.num, open: x.strict == positive}
		if positive {
			if tighter(b, c.lo, 1) {
				c.lo = b
			}
		} else if tighter(b, c.hi, -1) {
			c.hi = b
		}
		return !c.emptyInterval()
	case opMult:
		if !positive {
			c.notMult = append(c.notMult, x.num)
		} else if c.mult.sign() == 0 {
			c.mult = x.num
		} else {
			c.mult = c.mult.lcm(x.num)
			if c.mult.tooLarge() {
				c.opaque = true
			}
		}
		for _, d := range c.notMult {
			if c.mult.sign() > 0 && c.mult.multipleOf(d) {
				return false
			}
		}
	case opLen, opItems, opSize:
		if positive {
			c.min = max(c.min, x.n)
		} else {
			c.max = min(c.max, x.n-1)
		}
		return c.min <= c.max
	case opMatch, opOpaque:
		c.texts = append(c.texts, f)
		if c.kind != String {
			c.opaque = true
		}
	case opItem, opSome:
		c.places = append(c.places, f)
		if positive {
			c.min = max(c.min, x.n+max(x.m, 1))
			return c.min <= c.max
		}
	case opUnique:
		if positive {
			c.unique = true
		} else {
			c.dup = true
			c.min = max(c.min, 2)
		}
		return !(c.unique && c.dup) && c.min <= c.max
	case opMember:
		name, ok := t.single(x.a)
		if !ok {
			c.others = append(c.others, f)
			if positive {
				c.min = max(c.min, 1)
			} else if x.b == top {
				c.close(t, x.a)
			}
			for i := range c.members {
				m := &c.members[i]
				if c.narrow(t, m, f); m.required && m.f == bottom {
					return false
				}
			}
			return c.min <= c.max
		}
		b := x.b
		m := c.named(t, name)
		if positive {
			if !m.required {
				c.required++
				c.min = max(c.min, c.required)
			}
			m.required = true
			m.f = t.and(m.f, b)
		} else {
			m.f = t.and(m.f, not(b))
		}
		c.setMember(m)
		return c.min <= c.max && !(m.required && m.f == bottom)
	}
	return true
}

// tighter reports whether b cuts more than old; side is 1 for lower ends.
func tighter(b, old bound, side int) bool {
	if !old.set {
		return true
	}
	c := b.at.cmp(old.at) * side
	return c > 0 || c == 0 && b.open
}

func (c *cube) emptyInterval() bool {
	if !c.lo.set || !c.hi.set {
		return false
	}
	d := c.lo.at.cmp(c.hi.at)
	return d > 0 || d == 0 && (c.lo.open || c.hi.open)
}

// status is what the cube says of a literal.
func (c *cube) status(t *table, f form) truth {
	if f&1 == 1 {
		return yes - c.status(t, not(f))
	}
	x := t.at(f)
	switch x.op {
	case opMin:
		// value ≥ num, or > num
		if c.lo.set {
			if d := c.lo.at.cmp(x.num); d > 0 || d == 0 && (c.lo.open || !x.strict) {
				return yes
			}
		}
		if c.hi.set {
			if d := c.hi.at.cmp(x.num); d < 0 || d == 0 && (c.hi.open || x.strict) {
				return no
			}
		}
	case opMult:
		if c.mult.sign() > 0 && c.mult.multipleOf(x.num) {
			return yes
		}
		for _, d := range c.notMult {
			if x.num.multipleOf(d) {
				return no
			}
		}
	case opLen, opItems, opSize:
		if c.min >= x.n {
			return yes
		}
		if c.max < x.n {
			return no
		}
	case opItem:
		if c.max <= x.n {
			return no
		}
	case opSome:
		if c.max < x.n+x.m {
			return no
		}
	case opUnique:
		switch {
		case c.unique || c.max < 2:
			return yes
		case c.dup:
			return no
		}
	case opMember:
		if c.max == 0 {
			return no
		}
		b := x.b
		name, ok := t.single(x.a)
		if !ok {
			if c.closed && !c.takes(t, x.a, b) {
				return no
			}
			return maybe
		}
		m := c.named(t, name)
		if m.f == top && !m.required {
			return maybe
		}
		if t.and(m.f, b) == bottom {
			return no
		}
		if m.required && t.and(m.f, not(b)) == bottom {
			return yes
		}
	}
	return maybe
}
