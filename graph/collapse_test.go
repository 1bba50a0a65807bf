package graph_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/graph"
)

// TestCollapse joins the nodes of each group, and calls nothing a cycle that is none.
func TestCollapse(t *testing.T) {
	g := graph.New(
		[]graph.Node{{ID: "a", Group: "p"}, {ID: "b", Group: "p", Fault: true}, {ID: "c", Group: "q"}, {ID: "d", Group: "q"}, {ID: "e"}, {ID: "p"}},
		[]graph.Edge{{From: "a", To: "c"}, {From: "d", To: "b"}, {From: "a", To: "b"}, {From: "c", To: "e"}, {From: "e", To: "c"}, {From: "b", To: "gone", Broken: true}})
	groups, members := g.Collapse()
	var b strings.Builder
	for n, node := range groups.Nodes {
		fmt.Fprintf(&b, "%s %v fault=%t missing=%t %v\n", node.Label, node.Attributes, node.Fault, node.Missing, members[n])
	}
	for _, e := range groups.Edges {
		fmt.Fprintf(&b, "%s > %s cycle=%t broken=%t\n", e.From, e.To, e.Cycle, e.Broken)
	}
	const want = `p map[size:2 skills] fault=true missing=false [0 1]
q map[size:2 skills] fault=false missing=false [2 3]
e map[] fault=false missing=false [4]
gone map[] fault=false missing=true [5]
p map[] fault=false missing=false [6]
group p > group q cycle=false broken=false
group p > node gone cycle=false broken=true
group q > group p cycle=false broken=false
group q > node e cycle=true broken=false
node e > group q cycle=true broken=false
`
	if b.String() != want {
		t.Errorf("%s", b.String())
	}
	var svg strings.Builder
	if err := graph.SVG(&svg, groups); err != nil || !strings.Contains(svg.String(), "<title>7 nodes, 6 edges, 1 broken, 1 cycle</title>") {
		t.Errorf("the drawing does not speak of the whole: %v", err)
	}
}
