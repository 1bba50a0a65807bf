package graph

import "strings"

// Collapse returns the graph of the groups: a node for each, which stands for
// its nodes, beside the nodes that have none. members are the numbers of the
// nodes that each node of it stands for. Edges within a group are left out. An
// edge is broken, or part of a cycle, when one that it stands for is: that two
// groups need each other is no cycle yet.
func (g *Graph) Collapse() (groups *Graph, members [][]int) {
	nodes := g.groupNodes()
	edges, joined := g.groupEdges()
	groups = New(nodes, edges)
	for e, edge := range groups.Edges {
		groups.Edges[e].Cycle = joined[between{edge.From, edge.To, edge.Kind}].Cycle
	}
	groups.whole = g
	members = make([][]int, len(groups.Nodes))
	for n := range g.Nodes {
		i, _ := groups.Node(g.groupID(n))
		members[i] = append(members[i], n)
	}
	return groups, members
}

// groupID names the node of the groups' graph that stands for a node.
func (g *Graph) groupID(n int) string {
	if group := g.Nodes[n].Group; group != "" {
		return "group " + group
	}
	return "node " + g.Nodes[n].ID
}

// groupNodes are the groups, and the nodes that have none.
func (g *Graph) groupNodes() []Node {
	count, at := map[string]int{}, map[string]int{}
	var nodes []Node
	for n := range g.Nodes {
		node, key := g.Nodes[n], g.groupID(n)
		count[key]++
		i, there := at[key]
		if !there {
			i = len(nodes)
			at[key] = i
			if node.Group != "" {
				node = Node{Label: node.Group}
			} else {
				node.Label = node.title()
			}
			node.ID = key
			nodes = append(nodes, node)
		}
		nodes[i].Fault = nodes[i].Fault || g.Nodes[n].Fault
	}
	for i := range nodes {
		if strings.HasPrefix(nodes[i].ID, "group ") {
			nodes[i].Attributes = map[string]string{"size": plural(count[nodes[i].ID], "skill")}
		}
	}
	return nodes
}

// between are the ends of an edge between groups, and its kind: there is one edge for each.
type between struct {
	from, to string
	kind     Kind
}

// groupEdges are the edges between groups, in the order of the first that each stands for.
func (g *Graph) groupEdges() ([]Edge, map[between]*Edge) {
	joined := map[between]*Edge{}
	var order []between
	for e, edge := range g.Edges {
		from, to := g.Ends(e)
		p := between{g.groupID(from), g.groupID(to), edge.Kind}
		if p.from == p.to {
			continue
		}
		if joined[p] == nil {
			joined[p] = &Edge{From: p.from, To: p.to, Kind: p.kind}
			order = append(order, p)
		}
		joined[p].Broken = joined[p].Broken || edge.Broken
		joined[p].Cycle = joined[p].Cycle || edge.Cycle
	}
	edges := make([]Edge, len(order))
	for i, p := range order {
		edges[i] = *joined[p]
	}
	return edges, joined
}
