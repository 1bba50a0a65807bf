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
	Hard Kind = iota // a need; only hard edges form cycles (B9)
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
}

// New builds a graph in O(n log n) time. Of nodes with the same ID the first
// counts. An edge's end that no node has becomes a node that is Missing.
func New(nodes []Node, edges []Edge) *Graph {
	g := &Graph{Nodes: slices.Clone(nodes), Edges: slices.Clone(edges)}
	slices.SortStableFunc(g.Nodes, func(a, b Node) int { return strings.Compare(a.ID, b.ID) })
	g.Nodes = slices.CompactFunc(g.Nodes, func(a, b Node) bool { return a.ID == b.ID })
	given := len(g.Nodes)
	number := make(map[string]int32, given)
	for i, n := range g.Nodes {
		number[n.ID] = int32(i)
	}
	for _, e := range g.Edges {
		for _, id := range [...]string{e.From, e.To} {
			if _, ok := number[id]; !ok {
				number[id] = -1
				g.Nodes = append(g.Nodes, Node{ID: id, Missing: true})
			}
		}
	}
	if len(g.Nodes) > given {
		slices.SortFunc(g.Nodes, func(a, b Node) int { return strings.Compare(a.ID, b.ID) })
		for i, n := range g.Nodes {
			number[n.ID] = int32(i)
		}
	}
	g.link(number)
	component, _ := g.components(hardEdges)
	for e := range g.Edges {
		g.Edges[e].Cycle = g.Edges[e].Kind == Hard && component[g.from[e]] == component[g.to[e]]
	}
	return g
}

// link sorts the edges and indexes them by both ends.
func (g *Graph) link(number map[string]int32) {
	type ends struct{ edge, from, to int32 }
	order := make([]ends, len(g.Edges))
	for i, e := range g.Edges {
		order[i] = ends{int32(i), number[e.From], number[e.To]}
	}
	slices.SortFunc(order, func(a, b ends) int {
		if c := cmp.Compare(a.from, b.from); c != 0 {
			return c
		}
		if c := cmp.Compare(a.to, b.to); c != 0 {
			return c
		}
		return compareEdges(&g.Edges[a.edge], &g.Edges[b.edge])
	})
	sorted := make([]Edge, len(order))
	g.from, g.to = make([]int32, len(order)), make([]int32, len(order))
	g.out, g.in = make([]int32, len(g.Nodes)+1), make([]int32, len(g.Nodes)+1)
	for i, e := range order {
		sorted[i], g.from[i], g.to[i] = g.Edges[e.edge], e.from, e.to
		g.out[e.from+1]++
		g.in[e.to+1]++
	}
	g.Edges = sorted
	for n := range g.Nodes {
		g.out[n+1] += g.out[n]
		g.in[n+1] += g.in[n]
	}
	g.into = make([]int32, len(order))
	next := slices.Clone(g.in)
	for e, to := range g.to {
		g.into[next[to]] = int32(e)
		next[to]++
	}
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
