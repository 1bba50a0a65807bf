package graph

import (
	"math/bits"
	"slices"
)

// Focus returns the part of g around node n: all that it leads to and all that
// leads to it over at most depth edges of any kind (a negative depth: over any
// number), and the edges between them. Edges that are part of a cycle in g
// stay marked, even when the rest of the cycle is out of sight.
func (g *Graph) Focus(n, depth int) *Graph {
	keep := make([]bool, len(g.Nodes))
	for _, forward := range []bool{true, false} {
		for _, m := range g.within(int32(n), depth, allEdges, forward) {
			keep[m] = true
		}
	}
	return g.keep(keep)
}

func (g *Graph) keep(keep []bool) *Graph {
	part := &Graph{}
	number := make([]int32, len(g.Nodes))
	for m, node := range g.Nodes {
		if keep[m] {
			number[m] = int32(len(part.Nodes))
			part.Nodes = append(part.Nodes, node)
		}
	}
	var from, to []int32
	for e, edge := range g.Edges {
		if keep[g.from[e]] && keep[g.to[e]] {
			part.Edges = append(part.Edges, edge)
			from, to = append(from, number[g.from[e]]), append(to, number[g.to[e]])
		}
	}
	part.link(from, to)
	return part
}

// within searches breadth first; n itself comes first.
func (g *Graph) within(n int32, depth int, k kinds, forward bool) []int32 {
	far := map[int32]int{n: 0}
	queue := []int32{n}
	for i := 0; i < len(queue); i++ {
		m := queue[i]
		if far[m] == depth {
			continue
		}
		reach := func(e, other int32) {
			if _, ok := far[other]; !ok && k.has(g.Edges[e].Kind) {
				far[other] = far[m] + 1
				queue = append(queue, other)
			}
		}
		if forward {
			for e := g.out[m]; e < g.out[m+1]; e++ {
				reach(e, g.to[e])
			}
		} else {
			for _, e := range g.into[g.in[m]:g.in[m+1]] {
				reach(e, g.from[e])
			}
		}
	}
	return queue
}

// Needs returns the nodes that n needs over hard and read edges, directly or
// not, in the order of their distance; NeededBy those that need n. Neither
// includes n.
func (g *Graph) Needs(n int) []int    { return ints(g.within(int32(n), -1, needEdges, true)[1:]) }
func (g *Graph) NeededBy(n int) []int { return ints(g.within(int32(n), -1, needEdges, false)[1:]) }

func ints(list []int32) []int {
	wide := make([]int, len(list))
	for i, n := range list {
		wide[i] = int(n)
	}
	return wide
}

// Counts returns len(Needs(n)) and len(NeededBy(n)) of every node. It takes
// O(nodes × edges / 512) steps.
func (g *Graph) Counts() (needs, neededBy []int) {
	component, count := g.components(needEdges)
	members := make([][]int32, count)
	for n, c := range component {
		members[c] = append(members[c], int32(n))
	}
	// The edges between components, those of lower components first: what they
	// lead to is complete by then.
	var links []link
	for c := range members {
		for _, n := range members[c] {
			for e := g.out[n]; e < g.out[n+1]; e++ {
				if to := component[g.to[e]]; int(to) != c && needEdges.has(g.Edges[e].Kind) {
					links = append(links, link{int32(c), to})
				}
			}
		}
	}
	down := reachable(links, members)
	slices.Reverse(links)
	for i, l := range links {
		links[i] = link{l.to, l.from}
	}
	up := reachable(links, members)
	needs, neededBy = make([]int, len(g.Nodes)), make([]int, len(g.Nodes))
	for n, c := range component {
		needs[n], neededBy[n] = down[c]-1, up[c]-1
	}
	return needs, neededBy
}

type link struct{ from, to int32 }

// reachable counts the members of all that each component reaches, itself
// included. Each pass asks of 512 components who reaches them.
func reachable(links []link, members [][]int32) []int {
	const words = 8
	total := make([]int, len(members))
	reached := make([][words]uint64, len(members))
	for base := 0; base < len(members); base += 64 * words {
		clear(reached)
		var several [words]uint64 // components with more than one member
		for i, m := range members[base:min(base+64*words, len(members))] {
			reached[base+i][i/64] |= 1 << (i % 64)
			if len(m) > 1 {
				several[i/64] |= 1 << (i % 64)
			}
		}
		for _, l := range links {
			for i, word := range reached[l.to] {
				reached[l.from][i] |= word
			}
		}
		for c := range reached {
			for i, word := range reached[c] {
				total[c] += bits.OnesCount64(word)
				for word &= several[i]; word != 0; word &= word - 1 {
					total[c] += len(members[base+64*i+bits.TrailingZeros64(word)]) - 1
				}
			}
		}
	}
	return total
}
