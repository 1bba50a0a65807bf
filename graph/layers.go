package graph

import (
	"slices"
)

// layers returns the layer of each node, 0 at the top: the longest way to it.
// Soft edges within a cycle of edges of all kinds have no say, and of a hard
// cycle those edges not that lead back in a depth-first search.
func (g *Graph) layers() []int32 {
	component, _ := g.components(allEdges)
	counts := func(e int32) bool {
		return g.from[e] != g.to[e] && (g.Edges[e].Kind != Soft || component[g.from[e]] != component[g.to[e]])
	}
	place := g.searchOrder(counts)
	order := make([]int32, len(g.Nodes))
	for n, p := range place {
		order[p] = int32(n)
	}
	layer := make([]int32, len(g.Nodes))
	leads := func(e int32) bool { return counts(e) && place[g.from[e]] < place[g.to[e]] }
	for _, n := range order {
		for e := g.out[n]; e < g.out[n+1]; e++ {
			if leads(e) {
				layer[g.to[e]] = max(layer[g.to[e]], layer[n]+1)
			}
		}
	}
	// What nobody needs stands right above what it needs.
	for n := range int32(len(g.Nodes)) {
		if slices.ContainsFunc(g.into[g.in[n]:g.in[n+1]], leads) {
			continue
		}
		lowest := int32(-1)
		for e := g.out[n]; e < g.out[n+1]; e++ {
			if leads(e) && (lowest < 0 || layer[g.to[e]] < lowest) {
				lowest = layer[g.to[e]]
			}
		}
		layer[n] = max(lowest-1, 0)
	}
	return layer
}

// searchOrder returns each node's place in the reverse postorder of a
// depth-first search: before all that it leads to, but for cycles.
func (g *Graph) searchOrder(counts func(int32) bool) []int32 {
	n := len(g.Nodes)
	place := make([]int32, n)
	seen := make([]bool, n)
	next := slices.Clone(g.out[:n])
	left := int32(n)
	var path []int32
	for root := range int32(n) {
		if seen[root] {
			continue
		}
		seen[root] = true
		for path = append(path, root); len(path) > 0; {
			v := path[len(path)-1]
			if next[v] == g.out[v+1] {
				left--
				place[v] = left
				path = path[:len(path)-1]
				continue
			}
			e := next[v]
			next[v]++
			if w := g.to[e]; counts(e) && !seen[w] {
				seen[w] = true
				path = append(path, w)
			}
		}
	}
	return place
}
