package graph

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// Mermaid writes the graph as a flowchart, in the colours of DOT. By default
// Mermaid's renderers refuse more than 500 edges or 50,000 characters: Focus
// makes a part that they draw.
func Mermaid(w io.Writer, g *Graph) error {
	out := bufio.NewWriter(w)
	fmt.Fprint(out, "flowchart TB\n")
	classes := mermaidNodes(out, g)
	styles := mermaidEdges(out, g)
	for _, class := range slices.Sorted(maps.Keys(classes)) {
		style := "stroke:" + red
		if class == "missing" {
			style += ",stroke-dasharray:4 3"
		}
		fmt.Fprintf(out, "  classDef %s %s\n  class %s %s\n", class, style, strings.Join(classes[class], ","), class)
	}
	for _, style := range slices.Sorted(maps.Keys(styles)) {
		fmt.Fprintf(out, "  linkStyle %s %s\n", strings.Join(styles[style], ","), style)
	}
	return out.Flush()
}

// mermaidNodes writes the nodes in their groups, and returns those of each class.
func mermaidNodes(out io.Writer, g *Graph) (classes map[string][]string) {
	names, members := g.groups()
	classes = map[string][]string{}
	for i, name := range names {
		indent := "  "
		if name != "" {
			fmt.Fprintf(out, "  subgraph g%d[%s]\n", i, mermaidQuote(name))
			indent = "    "
		}
		for _, n := range members[name] {
			node := &g.Nodes[n]
			label := mermaidQuote(node.title())
			if detail := node.detail(false); detail != "" {
				label = label[:len(label)-1] + "<br/>" + mermaidQuote(detail)[1:]
			}
			id := fmt.Sprintf("n%d", n)
			fmt.Fprintf(out, "%s%s[%s]\n", indent, id, label)
			switch {
			case node.Missing:
				classes["missing"] = append(classes["missing"], id)
			case node.Fault:
				classes["fault"] = append(classes["fault"], id)
			}
		}
		if name != "" {
			fmt.Fprint(out, "  end\n")
		}
	}
	return classes
}

// mermaidEdges writes the edges, and returns the numbers of those of each style.
func mermaidEdges(out io.Writer, g *Graph) (styles map[string][]string) {
	arrows := [...]string{Hard: "-->", Read: "-.->", Soft: "-.->"}
	styles = map[string][]string{}
	for e, edge := range g.Edges {
		label := ""
		if edge.Label != "" {
			label = "|" + mermaidQuote(edge.Label) + "|"
		}
		fmt.Fprintf(out, "  n%d %s%s n%d\n", g.from[e], arrows[edge.Kind], label, g.to[e])
		style := ""
		switch {
		case edge.Broken && edge.Cycle:
			style = "stroke:" + red + ",stroke-width:3px"
		case edge.Broken:
			style = "stroke:" + red
		case edge.Cycle:
			style = "stroke:" + orange + ",stroke-width:3px"
		}
		if style != "" {
			styles[style] = append(styles[style], fmt.Sprint(e))
		}
	}
	return styles
}
