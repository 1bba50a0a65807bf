package graph

import "strings"

// Collapse returns the graph of the groups: a node for each, which stands for
// its nodes, beside the nodes that have none. members are the numbers of the
// nodes that each node of it stands for. Edges within a group are left out. An
// edge is broken, or part of a cycle, when one that it stands for is: that two
// groups need each other is no cycle yet.
func (g *Graph) Collapse() (groups *Graph, members [][]int) {
	id := func(n int) string {
		if group := g.Nodes[n].Group; group != "" {
			return "group " + group
		}
		return "node " + g.Nodes[n].ID
	}
	count, at := map[string]int{}, map[string]int{}
	var nodes []Node
	for n := range g.Nodes {
		node, key := g.Nodes[n], id(n)
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
	type pair struct {
		from, to string
		kind     Kind
	}
	joined := map[pair]*Edge{}
	var order []pair
	for e, edge := range g.Edges {
		from, to := g.Ends(e)
		p := pair{id(from), id(to), edge.Kind}
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
	groups = New(nodes, edges)
	for e, edge := range groups.Edges {
		groups.Edges[e].Cycle = joined[pair{edge.From, edge.To, edge.Kind}].Cycle
	}
	groups.whole = g
	members = make([][]int, len(groups.Nodes))
	for n := range g.Nodes {
		i, _ := groups.Node(id(n))
		members[i] = append(members[i], n)
	}
	return groups, members
}
