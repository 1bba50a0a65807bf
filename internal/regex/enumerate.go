package regex

import (
	"math"
	"slices"
)

// Enumerate returns up to n distinct members of l, shortest first and among equals the nicest first. Members too long to write are left
// out. The error is [ErrFuel]; then the members found so far are returned with it.
func (t *Table) Enumerate(l Lang, n int, f *Fuel) (members []string, err error) {
	err = t.spend(f, func() {
		for lo := int64(0); len(members) < n; lo++ {
			s, ok, _ := t.find(t.and(l, t.length(lo, unbounded)), true)
			if !ok {
				return
			}
			lo = int64(len([]rune(s)))
			t.members(l, lo, nil, n, &members)
		}
	})
	return members, err
}

// members appends the members of l with exactly the given number of characters, each after prefix, until n are found.
func (t *Table) members(l Lang, length int64, prefix []rune, n int, out *[]string) {
	if length == 0 {
		*out = append(*out, string(prefix))
		return
	}
	type choice struct {
		span span
		to   Lang
	}
	var live []arc
	for _, a := range t.arcs(l) {
		if t.inhabited(t.and(a.to, t.length(length-1, length-1))) {
			live = append(live, a)
		}
	}
	for _, r := range niceOrder {
		var all []choice
		for _, a := range live {
			for _, s := range t.sets.all[a.set].intersect(set{r}) {
				all = append(all, choice{s, a.to})
			}
		}
		slices.SortFunc(all, func(a, b choice) int { return int(a.span.lo - b.span.lo) })
		for _, c := range all {
			for r := c.span.lo; r <= c.span.hi; r++ {
				if len(*out) >= n {
					return
				}
				t.charge(1)
				t.members(c.to, length-1, append(prefix, r), n, out)
			}
		}
	}
}

// Count returns the number of members of l, or max if there are at least as many. The error is [ErrFuel]; then n members are sure.
func (t *Table) Count(l Lang, max int, f *Fuel) (n int, err error) {
	err = t.spend(f, func() { t.count(l, max, &n) })
	return n, err
}

// count goes from length to length with the number of strings that lead to each residual which still has members. Every such string is the beginning of a
// member of its own, so that they are a lower bound, too; and where the length reaches the number of residuals, one was met twice on the way
// to a member and there are infinitely many.
func (t *Table) count(l Lang, most int, n *int) {
	if !t.inhabited(l) {
		return
	}
	layer := map[Lang]int{l: 1}
	order := []Lang{l}
	met := map[Lang]bool{l: true}
	total := 0
	for length := 0; len(order) > 0; length++ {
		alive := 0
		for _, x := range order {
			alive = saturate(alive, layer[x], most)
			if t.term(x).nullable {
				total = saturate(total, layer[x], most)
			}
		}
		*n = min(max(*n, total, alive), most)
		if *n >= most || length >= len(met) {
			*n = most
			return
		}
		next := map[Lang]int{}
		var nextOrder []Lang
		for _, x := range order {
			for _, a := range t.arcs(x) {
				t.charge(1)
				if !t.inhabited(a.to) {
					continue
				}
				if _, ok := next[a.to]; !ok {
					nextOrder = append(nextOrder, a.to)
				}
				met[a.to] = true
				size := min(t.sets.all[a.set].size(), most)
				next[a.to] = saturate(next[a.to], product(layer[x], size, most), most)
			}
		}
		layer, order = next, nextOrder
	}
	*n = total
}

func saturate(a, b, most int) int {
	if a > most-b {
		return most
	}
	return a + b
}

func product(a, b, most int) int {
	if b != 0 && a > math.MaxInt/b {
		return most
	}
	return min(a*b, most)
}
