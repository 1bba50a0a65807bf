package graph

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// DOT writes the graph in Graphviz's language, each group as a cluster. Broken
// edges are red, cycles orange and bold, read edges dashed, soft ones dotted.
func DOT(w io.Writer, g *Graph) error {
	out := bufio.NewWriter(w)
	fmt.Fprint(out, "digraph {\n\trankdir=TB\n\tnode [shape=box style=rounded fontname=\"sans-serif\" fontsize=11]\n\tedge [color=\""+ink+"\"]\n")
	names, members := g.groups()
	for i, name := range names {
		indent := "\t"
		if name != "" {
			fmt.Fprintf(out, "\tsubgraph cluster_%d {\n\t\tlabel=%s\n", i, dotQuote(name))
			indent = "\t\t"
		}
		for _, n := range members[name] {
			node := &g.Nodes[n]
			label := dotQuote(node.title())
			if detail := node.detail(false); detail != "" {
				label = label[:len(label)-1] + `\n` + dotQuote(detail)[1:]
			}
			fmt.Fprintf(out, "%sn%d [label=%s", indent, n, label)
			switch {
			case node.Missing:
				fmt.Fprintf(out, ` color="%s" style="rounded,dashed"`, red)
			case node.Fault:
				fmt.Fprintf(out, ` color="%s"`, red)
			}
			fmt.Fprint(out, "]\n")
		}
		if name != "" {
			fmt.Fprint(out, "\t}\n")
		}
	}
	for e, edge := range g.Edges {
		var attributes []string
		if edge.Label != "" {
			attributes = append(attributes, "label="+dotQuote(edge.Label))
		}
		switch edge.Kind {
		case Read:
			attributes = append(attributes, "style=dashed")
		case Soft:
			attributes = append(attributes, "style=dotted")
		}
		switch {
		case edge.Broken:
			attributes = append(attributes, `color="`+red+`"`)
		case edge.Cycle:
			attributes = append(attributes, `color="`+orange+`"`)
		}
		if edge.Cycle {
			attributes = append(attributes, "penwidth=2")
		}
		fmt.Fprintf(out, "\tn%d -> n%d", g.from[e], g.to[e])
		if attributes != nil {
			fmt.Fprintf(out, " [%s]", strings.Join(attributes, " "))
		}
		fmt.Fprint(out, "\n")
	}
	fmt.Fprint(out, "}\n")
	return out.Flush()
}
