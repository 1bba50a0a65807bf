package graph

import "slices"

// A Cycle is a path of hard edges back to its first node, which is the one
// with the smallest ID: Edges[i] leads from Nodes[i] to Nodes[i+1], the last
// edge to Nodes[0].
type Cycle struct{ Nodes, Edges []int }

// Cycles returns one cycle for each node that needs itself, and one for each
// strongly connected component of several nodes: the shortest one through the
// component's smallest ID, of those the first by the IDs along the path. They
// are ordered by their first node, shorter before longer.
func (g *Graph) Cycles() []Cycle {
	component, count := g.components(hardEdges)
	size := make([]int32, count)
	for _, c := range component {
		size[c]++
	}
	var cycles []Cycle
	found := make([]bool, count)
	through := make([]int32, len(g.Nodes)) // the edge by which the search came
	for n := range g.Nodes {
		for e := g.out[n]; e < g.out[n+1]; e++ {
			if int(g.to[e]) == n && g.Edges[e].Kind == Hard {
				cycles = append(cycles, Cycle{[]int{n}, []int{int(e)}})
				break
			}
		}
		if c := component[n]; size[c] > 1 && !found[c] {
			found[c] = true
			cycles = append(cycles, g.shortestCycle(int32(n), component, through))
		}
	}
	return cycles
}

// shortestCycle searches breadth first from start within its component. As the
// edges of a node are sorted, nodes are reached in the order of the shortest
// path to them and its IDs, so the first that leads back closes the cycle.
func (g *Graph) shortestCycle(start int32, component, through []int32) Cycle {
	seen := map[int32]bool{start: true}
	for queue := []int32{start}; ; queue = queue[1:] {
		n := queue[0]
		for e := g.out[n]; e < g.out[n+1]; e++ {
			to := g.to[e]
			switch {
			case g.Edges[e].Kind != Hard || component[to] != component[start]:
			case to == start && n != start:
				return g.pathBack(start, e, through)
			case !seen[to]:
				seen[to] = true
				through[to] = e
				queue = append(queue, to)
			}
		}
	}
}

// pathBack follows through from the edge that leads to start.
func (g *Graph) pathBack(start, last int32, through []int32) Cycle {
	var c Cycle
	for e := last; ; e = through[g.from[e]] {
		c.Edges = append(c.Edges, int(e))
		c.Nodes = append(c.Nodes, int(g.from[e]))
		if g.from[e] == start {
			break
		}
	}
	slices.Reverse(c.Nodes)
	slices.Reverse(c.Edges)
	return c
}

// Order returns all nodes so that each comes after all that it needs by hard
// edges. The nodes of a cycle stand side by side, by ID.
func (g *Graph) Order() []int {
	component, count := g.components(hardEdges)
	next := make([]int, count+1)
	for _, c := range component {
		next[c+1]++
	}
	for c := range count {
		next[c+1] += next[c]
	}
	order := make([]int, len(g.Nodes))
	for n, c := range component {
		order[next[c]] = n
		next[c]++
	}
	return order
}

// Components returns the strongly connected components over hard edges, each
// sorted, those that others need first. Most have one node.
func (g *Graph) Components() [][]int {
	component, count := g.components(hardEdges)
	order := g.Order()
	list := make([][]int, 0, count)
	for start := 0; start < len(order); {
		end := start + 1
		for end < len(order) && component[order[end]] == component[order[start]] {
			end++
		}
		list = append(list, order[start:end:end])
		start = end
	}
	return list
}

// components numbers each node's strongly connected component (Tarjan 1972,
// with a stack of its own). A component's number is above those of all other
// components that it leads to.
func (g *Graph) components(k kinds) (component []int32, count int) {
	n := len(g.Nodes)
	component = make([]int32, n)
	visit := make([]int32, n) // when the node was reached, from 1
	low := make([]int32, n)   // the earliest visit that it leads back to
	next := slices.Clone(g.out[:n])
	var open, path []int32 // nodes without a component yet; nodes being searched
	clock := int32(0)
	for i := range component {
		component[i] = -1
	}
	for root := range n {
		if visit[root] != 0 {
			continue
		}
		path = append(path, int32(root))
		for len(path) > 0 {
			v := path[len(path)-1]
			if visit[v] == 0 {
				clock++
				visit[v], low[v] = clock, clock
				open = append(open, v)
			}
			deeper := false
			for next[v] < g.out[v+1] && !deeper {
				e := next[v]
				next[v]++
				w := g.to[e]
				switch {
				case !k.has(g.Edges[e].Kind):
				case visit[w] == 0:
					path = append(path, w)
					deeper = true
				case component[w] < 0:
					low[v] = min(low[v], visit[w])
				}
			}
			if deeper {
				continue
			}
			path = path[:len(path)-1]
			if len(path) > 0 {
				above := path[len(path)-1]
				low[above] = min(low[above], low[v])
			}
			if low[v] != visit[v] {
				continue
			}
			for {
				w := open[len(open)-1]
				open = open[:len(open)-1]
				component[w] = int32(count)
				if w == v {
					break
				}
			}
			count++
		}
	}
	return component, count
}
