package graph

import (
	"maps"
	"slices"
	"strings"
)

// title is what a node is called in a drawing.
func (n *Node) title() string {
	if n.Label != "" {
		return n.Label
	}
	return n.ID
}

// detail joins a node's attributes, in the order of their names; brief leaves
// out long ones.
func (n *Node) detail(brief bool) string {
	var values []string
	for _, name := range slices.Sorted(maps.Keys(n.Attributes)) {
		if value := n.Attributes[name]; value != "" && !(brief && len(value) > 24) {
			values = append(values, value)
		}
	}
	if n.Missing {
		values = append(values, "missing")
	}
	return strings.Join(values, " · ")
}

// groups returns the names of the groups, and the nodes of each; the first is
// "", for nodes without a group.
func (g *Graph) groups() (names []string, members map[string][]int) {
	members = map[string][]int{}
	for n, node := range g.Nodes {
		members[node.Group] = append(members[node.Group], n)
	}
	return slices.Sorted(maps.Keys(members)), members
}

const (
	ink    = "#57606a"
	red    = "#cf222e" // broken edges, faulty nodes
	orange = "#bc4c00" // cycles
)
