package schema

import "encoding/binary"

// slot is one place, or two that hold equal values.
type slot struct {
	f      form
	i, j   int64 // j < 0: one place
	weight []int64
}

func (a *arrayCube) slots(n, di, dj int64) []slot {
	var out []slot
	for i := int64(0); i < n; i++ {
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
	if !a.e.spend(1) {
		return nil
	}
	left := make([]int64, len(a.demands))
	for _, s := range slots[k:] {
		for d := range left {
			left[d] += s.weight[d]
		}
		if len(a.demands) == 0 {
			break
		}
	}
	for d, dm := range a.demands {
		if counts[d]+left[d] < dm.min {
			return nil
		}
	}
	if k == len(slots) {
		return a.build(slots, chosen, n)
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
	if key != "" {
		a.failed[key] = true
	}
	return nil
}

func (a *arrayCube) serve(slots []slot, k, d int, f form, counts []int64, chosen []form, n int) *Value {
	if f == bottom {
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
		if counts[d]+w <= dm.max {
			counts[d] += w
			v := a.serve(slots, k, d+1, t.and(f, dm.f), counts, chosen, n)
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
