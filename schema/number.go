package schema

import "math/big"

const maxScan = 10_000 // multiples tried in a bounded range

// cubeValue asks for a value of a cube without open disjunctions.
func (e *engine) cubeValue(c *cube) (outcome, *Value) {
	switch c.kind {
	case Number:
		return e.number(c)
	case String:
		return e.string(c)
	case Array:
		return e.array(c)
	}
	return e.object(c)
}

// inOut reports whether an excluded set of the cube has the value.
func (e *engine) inOut(c *cube, v *Value) bool {
	for _, f := range c.out {
		if e.t.at(f).set.has(v) {
			return true
		}
	}
	return false
}

// number: without a divisor, an interval minus points and multiples is empty only if it is a point or nothing. With a
// divisor the candidates are its multiples, nearest to zero first.
func (e *engine) number(c *cube) (outcome, *Value) {
	fits := func(n num) bool {
		if c.lo.set {
			if d := n.cmp(c.lo.at); d < 0 || d == 0 && c.lo.open {
				return false
			}
		}
		if c.hi.set {
			if d := n.cmp(c.hi.at); d > 0 || d == 0 && c.hi.open {
				return false
			}
		}
		for _, d := range c.notMult {
			if n.multipleOf(d) {
				return false
			}
		}
		return (c.mult.sign() == 0 || n.multipleOf(c.mult)) && !e.inOut(c, numValue(n))
	}
	if c.mult.sign() > 0 {
		return e.multiples(c, fits)
	}
	for _, n := range e.reals(c) {
		if !e.spend(1) {
			return stuck, nil
		}
		if fits(n) {
			return found, numValue(n)
		}
	}
	if c.lo.set && c.hi.set && c.lo.at.equal(c.hi.at) {
		return empty, nil
	}
	return e.give(ReasonFuel)
}

// reals lists enough numbers of an interval of positive length that some of them escape every finite exclusion.
func (e *engine) reals(c *cube) []num {
	step, base := numOne, numZero
	switch {
	case c.lo.set && c.hi.set:
		if c.lo.at.equal(c.hi.at) {
			return []num{c.lo.at}
		}
		base = c.lo.at
		if c.lo.at.sign() <= 0 && c.hi.at.sign() >= 0 {
			base = numZero
		}
	case c.lo.set && c.lo.at.sign() > 0:
		base = c.lo.at
	case c.hi.set && c.hi.at.sign() < 0:
		base = c.hi.at
	}
	excluded := 4
	for _, f := range c.out {
		excluded += len(e.t.at(f).set.list)
	}
	list := []num{numZero, numOne, numOne.neg()}
	for _, b := range [...]bound{c.lo, c.hi} {
		if b.set {
			list = append(list, b.at, b.at.add(numOne), b.at.add(numOne.neg()))
		}
	}
	for k := range min(excluded, maxScan) {
		list = append(list, base.add(numOf(int64(k))), base.add(numOf(-int64(k))))
	}
	// Fractions that no excluded divisor reaches: a step finer than all of them, at places k·step with odd k.
	for _, d := range c.notMult {
		for d.e < step.e {
			step.e = d.e
		}
	}
	if c.lo.set && c.hi.set {
		for width := c.hi.at.add(c.lo.at.neg()); num.cmp(num{c: 1, e: step.e}, width) >= 0 && step.e > -900; {
			step.e--
		}
	}
	for step.e > base.e && step.e > -900 {
		step.e = base.e
	}
	half := num{c: 5, e: step.e - 1}
	for k := range min(excluded, maxScan) {
		// (base + half·10^-j·odd): one more digit each time keeps them inside a narrow interval.
		fine := num{c: int64(2*k + 1), e: half.e - int32(len(indexToken(2*k+1)))}
		list = append(list, base.add(half), base.add(half.neg()), base.add(fine), base.add(fine.neg()))
	}
	return list
}

func (e *engine) multiples(c *cube, fits func(num) bool) (outcome, *Value) {
	m := c.mult
	// Excluded divisors repeat with the period of their least common multiple: if k = 1 survives them, some k does.
	var from, to *big.Int
	if c.lo.set {
		from = c.lo.at.neg().quoFloor(m)
		from.Neg(from) // ⌈lo/m⌉
	}
	if c.hi.set {
		to = c.hi.at.quoFloor(m)
	}
	if from != nil && to != nil && from.Cmp(to) > 0 {
		return empty, nil
	}
	// Walk outward from the multiple nearest to zero.
	k := new(big.Int)
	if from != nil && from.Sign() > 0 {
		k.Set(from)
	} else if to != nil && to.Sign() < 0 {
		k.Set(to)
	}
	up, down := new(big.Int).Set(k), new(big.Int).Sub(k, big.NewInt(1))
	one := big.NewInt(1)
	limit := maxScan
	for _, f := range c.out {
		limit += len(e.t.at(f).set.list)
	}
	for i := range limit {
		moved := i == 0 // 0, 1, -1, 2, -2, …
		if to == nil || up.Cmp(to) <= 0 {
			moved = true
			if n := m.mulInt(up); fits(n) {
				return found, numValue(n)
			}
			up.Add(up, one)
		}
		if i > 0 && (from == nil || down.Cmp(from) >= 0) {
			moved = true
			if n := m.mulInt(down); fits(n) {
				return found, numValue(n)
			}
			down.Sub(down, one)
		}
		if !moved {
			return empty, nil
		}
		if !e.spend(1) {
			return stuck, nil
		}
	}
	return e.give(ReasonFuel)
}
