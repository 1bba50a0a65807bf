package schema

import "encoding/binary"

// slot is one place, or two that hold equal values.
type slot struct {
	f      form
	i, j   int64   // j < 0: one place
	weight []int64 // how often an element here counts for each demand
	left   []int64 // the same for this slot and all after it, together
}

// rivalry is the number of elements that demands ask for of which no two can be served by one element.
func (a *arrayCube) rivalry() count {
	total := count(0)
next:
	for k, d := range a.demands {
		if d.min == 0 {
			continue
		}
		for _, r := range a.rivals {
			if o, _ := a.e.inhabit(a.e.t.and(d.f, a.demands[r].f)); o != empty {
				continue next
			}
		}
		a.rivals = append(a.rivals, k)
		total = min(total+d.min, maxCount)
	}
	return total
}

const (
	attempt = 4000    // steps for one length, before all are tried thoroughly
	roomy   = 150_000 // steps for the greatest length, which has room for each demand
)

// quick tries some lengths from the least to the longest, none for long: short arrays need a clever choice of what
// serves several demands, long ones have room for all.
func (a *arrayCube) quick(least, longest count) *Value {
	if len(a.demands) < 2 {
		return nil
	}
	defer func() { a.limit, a.off = 0, false }()
	for step := count(1); ; step *= 2 {
		n := min(least+step-1, longest)
		if n > maxPlaces {
			return nil
		}
		a.limit, a.off = a.e.used+attempt, false
		if n == longest {
			a.limit = a.e.used + roomy
		}
		if v := a.ofLength(n); v != nil || a.e.dead || n == longest {
			return v
		}
	}
}

// spend takes n steps; false means that the attempt is over.
func (a *arrayCube) spend(n int) bool {
	a.off = a.off || a.limit > 0 && a.e.used > a.limit
	return a.e.spend(n) && !a.off
}

func (a *arrayCube) slots(n, di, dj int64) []slot {
	var out []slot
	for i := int64(0); i < n; i++ {
		if !a.spend(1 + len(a.demands)/8) {
			return nil
		}
		if i == dj {
			continue
		}
		s := slot{f: a.place(i), i: i, j: -1, weight: make([]int64, len(a.demands))}
		if i == di {
			s.j = dj
			s.f = a.e.t.and(s.f, a.place(dj))
		}
		for k, d := range a.demands {
			if i >= d.from {
				s.weight[k]++
			}
			if s.j >= d.from && s.j >= 0 {
				s.weight[k]++
			}
		}
		out = append(out, s)
	}
	sum := make([]int64, len(a.demands))
	for k := len(out) - 1; k >= 0; k-- {
		for d, w := range out[k].weight {
			sum[d] += w
		}
		out[k].left = append([]int64(nil), sum...)
	}
	return out
}

// ofLength looks for an array of n elements.
func (a *arrayCube) ofLength(n int64) *Value {
	if !a.c.dup {
		return a.fill(a.slots(n, -1, -1))
	}
	// One pair of equal elements: all pairs up to where places are alike, and two beyond.
	edge := min(n, a.uniform+2)
	for _, d := range a.demands {
		edge = max(edge, min(n, d.from+2))
	}
	for j := int64(1); j < edge; j++ {
		for i := range j {
			if v := a.fill(a.slots(n, i, j)); v != nil {
				return v
			}
		}
	}
	return nil
}

func (a *arrayCube) fill(slots []slot) *Value {
	if a.e.dead || a.off {
		return nil
	}
	a.failed = map[string]bool{}
	n := len(slots)
	for _, s := range slots {
		if s.j >= 0 {
			n++
		}
	}
	chosen := make([]form, len(slots))
	return a.choose(slots, 0, make([]int64, len(a.demands)), chosen, n)
}

// choose decides for slot k which demands it serves. Failed states are remembered unless elements must be distinct.
func (a *arrayCube) choose(slots []slot, k int, counts []int64, chosen []form, n int) *Value {
	if !a.spend(1 + len(a.demands)/8) {
		return nil
	}
	if k == len(slots) {
		for d, dm := range a.demands {
			if counts[d] < dm.min {
				return nil
			}
		}
		return a.build(slots, chosen, n)
	}
	left := slots[k].left
	for d, dm := range a.demands {
		if counts[d]+left[d] < dm.min {
			return nil
		}
	}
	need := int64(0) // elements that rivals ask for yet; two equal places serve one of them twice
	for _, d := range a.rivals {
		need += max(0, a.demands[d].min-counts[d])
	}
	if room := int64(len(slots) - k); !a.c.dup && need > room {
		return nil
	}
	var key string
	if !a.c.unique {
		b := binary.AppendVarint(nil, int64(k))
		for d, c := range counts {
			if a.demands[d].max == maxCount {
				c = min(c, a.demands[d].min)
			}
			b = binary.AppendVarint(b, c)
		}
		key = string(b)
		if a.failed[key] {
			return nil
		}
	}
	if v := a.serve(slots, k, 0, slots[k].f, counts, chosen, n); v != nil {
		return v
	}
	if key != "" && !a.off && !a.e.dead {
		a.failed[key] = true
	}
	return nil
}

func (a *arrayCube) serve(slots []slot, k, d int, f form, counts []int64, chosen []form, n int) *Value {
	if f == bottom || !a.spend(1) {
		return nil
	}
	t := a.e.t
	if d == len(a.demands) {
		o, _ := a.e.inhabit(f)
		if o == stuck {
			a.stuck = true
		}
		if o != found {
			return nil
		}
		chosen[k] = f
		return a.choose(slots, k+1, counts, chosen, n)
	}
	dm, w := a.demands[d], slots[k].weight[d]
	if w == 0 {
		return a.serve(slots, k, d+1, f, counts, chosen, n)
	}
	if counts[d] < dm.min || dm.max != maxCount || a.c.unique {
		g := t.and(f, dm.f)
		if o, _ := a.e.inhabit(g); o != empty && counts[d]+w <= dm.max {
			counts[d] += w
			v := a.serve(slots, k, d+1, g, counts, chosen, n)
			counts[d] -= w
			if v != nil {
				return v
			}
		}
	}
	if dm.max != maxCount {
		f = t.and(f, not(dm.f))
	}
	return a.serve(slots, k, d+1, f, counts, chosen, n)
}

// build picks the elements.
func (a *arrayCube) build(slots []slot, chosen []form, n int) *Value {
	elems := make([]*Value, n)
	if a.c.unique {
		vs := a.distinct(chosen)
		if vs == nil {
			return nil
		}
		for i, s := range slots {
			elems[s.i] = vs[i]
		}
		return arrayValue(elems)
	}
	for i, s := range slots {
		_, v := a.e.inhabit(chosen[i])
		elems[s.i] = v
		if s.j >= 0 {
			elems[s.j] = v
		}
	}
	return arrayValue(elems)
}

const maxDistinct = 300
