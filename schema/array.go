package schema

const maxPlaces = 4096 // elements of a witness

// demand asks for at least min and at most max elements in f at places ≥ from.
type demand struct {
	from     int64
	f        form
	min, max count
}

// arrayCube is an array cube with its literals sorted out.
type arrayCube struct {
	e       *engine
	c       *cube
	at      map[int64]form // what single places ask for
	tails   []demand       // f for all places ≥ from
	demands []demand
	uniform int64 // from here on all places are alike
	pos     []form
	rivals  []int // demands of which no element can serve two
	failed  map[string]bool
	limit   int // steps of the engine after which an attempt is put off; 0 means none
	off     bool
	stuck   bool
}

func (e *engine) array(c *cube) (outcome, *Value) {
	a := &arrayCube{e: e, c: c, at: map[int64]form{}}
	t := e.t
	add := func(from int64, f form, lo, hi count) {
		for i := range a.demands {
			if d := &a.demands[i]; d.from == from && d.f == f {
				d.min, d.max = max(d.min, lo), min(d.max, hi)
				return
			}
		}
		a.demands = append(a.demands, demand{from, f, lo, hi})
	}
	for _, f := range c.places {
		x := t.at(f)
		positive := f&1 == 0
		switch {
		case x.op == opItem:
			g, ok := a.at[x.n]
			if !ok {
				g = top
			}
			a.at[x.n] = t.and(g, x.a^form(f&1))
			a.uniform = max(a.uniform, x.n+1)
		case positive:
			add(x.n, x.a, x.m, maxCount)
			a.uniform = max(a.uniform, x.n)
		case x.m == 1:
			a.tails = append(a.tails, demand{from: x.n, f: not(x.a)})
			a.uniform = max(a.uniform, x.n)
		default:
			add(x.n, x.a, 0, x.m-1)
			a.uniform = max(a.uniform, x.n)
		}
	}
	// The first place without a possible element ends every array.
	last := c.max
	for i := int64(0); i <= min(a.uniform, maxPlaces) && i < last; i++ {
		o, _ := e.inhabit(a.place(i))
		if o == empty {
			last = i
		}
	}
	if last < c.min {
		return a.outcome(empty)
	}
	sum := count(2)
	for _, d := range a.demands {
		if d.min > d.max {
			return empty, nil
		}
		if d.min > 0 {
			if !a.possible(d, last) {
				return a.outcome(empty)
			}
			sum = min(sum+d.min, maxCount)
		}
	}
	least := max(c.min, a.rivalry())
	if least > last {
		return a.outcome(empty)
	}
	longest := min(last, min(max(c.min, a.uniform)+sum, maxCount))
	if len(a.demands) == 0 && !c.dup {
		longest = least
	}
	if v := a.quick(least, longest); v != nil {
		return found, v
	}
	for n := least; n <= longest; n++ {
		if n > maxPlaces {
			return e.give(ReasonWitness)
		}
		if v := a.ofLength(n); v != nil {
			return found, v
		}
		if e.dead {
			return stuck, nil
		}
	}
	return a.outcome(empty)
}

// outcome weakens "empty" if some part of the way was not decided.
func (a *arrayCube) outcome(o outcome) (outcome, *Value) {
	if a.stuck || a.e.dead {
		return stuck, nil
	}
	return o, nil
}

// place is what place i asks for, demands aside.
func (a *arrayCube) place(i int64) form {
	t := a.e.t
	i = min(i, a.uniform)
	for int64(len(a.pos)) <= i {
		j := int64(len(a.pos))
		f, ok := a.at[j]
		if !ok {
			f = top
		}
		for _, d := range a.tails {
			if d.from <= j {
				f = t.and(f, d.f)
			}
		}
		a.pos = append(a.pos, f)
	}
	return a.pos[i]
}

// possible reports whether some place before last can serve the demand.
func (a *arrayCube) possible(d demand, last int64) bool {
	for i := d.from; i <= max(a.uniform, d.from) && i < last; i++ {
		if i > maxPlaces {
			a.stuck = true
			a.e.give(ReasonWitness)
			return true
		}
		o, _ := a.e.inhabit(a.e.t.and(a.place(i), d.f))
		if o == stuck {
			a.stuck = true
		}
		if o != empty {
			return true
		}
	}
	return false
}
