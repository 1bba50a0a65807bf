// Package graph is the dependency graph of named nodes: its cycles, what is
// reachable, and its drawings as DOT, Mermaid, JSON and SVG.
//
// It knows nothing of manifests: an edge carries an index by which its caller
// finds the place that it stands for. It reports nothing, reads nothing, and
// does not lay out text beyond the boxes of its own SVG. Nothing recurses, and
// the same nodes and edges give the same bytes in whatever order they come.
package graph

import (
	"cmp"
	"slices"
	"strings"
)

// A Kind says how much an edge binds.
type Kind uint8

const (
	Hard Kind = iota // a need; only hard edges form cycles
	Read             // a need that read-only accessors meet
	Soft             // a mention, such as a link
)

func (k Kind) String() string {
	return [...]string{"hard", "read", "soft"}[k]
}

// A kinds is a set of Kind.
type kinds uint8

const (
	hardEdges kinds = 1 << Hard
	needEdges kinds = 1<<Hard | 1<<Read
	allEdges  kinds = 1<<Hard | 1<<Read | 1<<Soft
)

func (k kinds) has(kind Kind) bool { return k>>kind&1 == 1 }

// A Node is drawn as a box. Any text is allowed in it: drawings escape it.
type Node struct {
	ID         string            // what edges name; IDs are ordered bytewise
	Label      string            // "" is the ID
	Group      string            // what it belongs to, such as a plugin; "" is none
	Attributes map[string]string // shown by name, such as dialect and version
	Fault      bool              // something is wrong with it
	Missing    bool              // edges name it, but it was not given; set by New
}

// An Edge leads from a node to one that it needs.
type Edge struct {
	From, To string
	Kind     Kind
	Label    string // what is needed, such as names of tools
	Broken   bool   // the need is not met
	Index    int    // the caller's own; orders edges of one kind between two nodes
	Cycle    bool   // part of a cycle; set by New
}

// A Graph is immutable, and so are the slices that it shows. Numbers of nodes
// and edges are indices of Nodes and Edges.
type Graph struct {
	Nodes []Node // by ID
	Edges []Edge // by From, To, Kind, Index

	from, to []int32 // the ends of each edge
	out      []int32 // edges from node n are out[n] up to out[n+1]
	in       []int32 // edges to node n are into[in[n]:in[n+1]]
	into     []int32

	whole *Graph // what this is a view of; nil for itself
}

// New builds a graph; of nodes with the same ID the first counts. An edge's end
// that no node has becomes a node that is Missing.
func New(nodes []Node, edges []Edge) *Graph {
	g := &Graph{Nodes: slices.Clone(nodes), Edges: slices.Clone(edges)}
	slices.SortStableFunc(g.Nodes, func(a, b Node) int { return strings.Compare(a.ID, b.ID) })
	g.Nodes = slices.CompactFunc(g.Nodes, func(a, b Node) bool { return a.ID == b.ID })
	given := len(g.Nodes)
	number := make(map[string]int32, given)
	for i, n := range g.Nodes {
		number[n.ID] = int32(i)
	}
	end := func(id string) int32 {
		n, ok := number[id]
		if !ok {
			n = int32(len(g.Nodes))
			number[id] = n
			g.Nodes = append(g.Nodes, Node{ID: id, Missing: true})
		}
		return n
	}
	from, to := make([]int32, len(edges)), make([]int32, len(edges))
	for e := range edges {
		from[e], to[e] = end(edges[e].From), end(edges[e].To)
	}
	if len(g.Nodes) > given {
		slices.SortFunc(g.Nodes, func(a, b Node) int { return strings.Compare(a.ID, b.ID) })
		sorted := make([]int32, len(g.Nodes))
		for i, n := range g.Nodes {
			sorted[number[n.ID]] = int32(i)
		}
		for e := range edges {
			from[e], to[e] = sorted[from[e]], sorted[to[e]]
		}
	}
	g.link(from, to)
	component, _ := g.components(hardEdges)
	for e := range g.Edges {
		g.Edges[e].Cycle = g.Edges[e].Kind == Hard && component[g.from[e]] == component[g.to[e]]
	}
	return g
}

// link sorts the edges, whose ends are from and to, and indexes them.
func (g *Graph) link(from, to []int32) {
	order := make([]int32, len(g.Edges))
	for e := range order {
		order[e] = int32(e)
	}
	order, _ = g.bucket(order, to)
	order, g.out = g.bucket(order, from)
	for start := 0; start < len(order); {
		end := start + 1
		for end < len(order) && from[order[end]] == from[order[start]] && to[order[end]] == to[order[start]] {
			end++
		}
		slices.SortFunc(order[start:end], func(a, b int32) int { return compareEdges(&g.Edges[a], &g.Edges[b]) })
		start = end
	}
	sorted := make([]Edge, len(order))
	g.from, g.to, g.into = make([]int32, len(order)), make([]int32, len(order)), make([]int32, len(order))
	for i, e := range order {
		sorted[i], g.from[i], g.to[i], g.into[i] = g.Edges[e], from[e], to[e], int32(i)
	}
	g.Edges = sorted
	g.into, g.in = g.bucket(g.into, g.to)
}

// bucket sorts edges by a node of theirs, keeping their order otherwise. Those
// of node n stand at first[n] up to first[n+1].
func (g *Graph) bucket(edges, node []int32) (sorted, first []int32) {
	first = make([]int32, len(g.Nodes)+1)
	for _, e := range edges {
		first[node[e]+1]++
	}
	for n := range g.Nodes {
		first[n+1] += first[n]
	}
	sorted = make([]int32, len(edges))
	next := slices.Clone(first)
	for _, e := range edges {
		sorted[next[node[e]]] = e
		next[node[e]]++
	}
	return sorted, first
}

// compareEdges orders edges between the same nodes by all that they say.
func compareEdges(a, b *Edge) int {
	truth := func(b bool) int {
		if b {
			return 1
		}
		return 0
	}
	return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Index, b.Index), strings.Compare(a.Label, b.Label), truth(a.Broken)-truth(b.Broken))
}

// Node returns the number of the node with that ID.
func (g *Graph) Node(id string) (n int, ok bool) {
	return slices.BinarySearchFunc(g.Nodes, id, func(n Node, id string) int { return strings.Compare(n.ID, id) })
}

// Out returns the numbers of the edges from node n: first, and the one after
// the last.
func (g *Graph) Out(n int) (first, end int) { return int(g.out[n]), int(g.out[n+1]) }

// Ends returns the numbers of the nodes that edge e connects.
func (g *Graph) Ends(e int) (from, to int) { return int(g.from[e]), int(g.to[e]) }
