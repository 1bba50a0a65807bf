package graph

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
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

// detail joins a node's attributes, in the order of their names.
func (n *Node) detail() string {
	var values []string
	for _, name := range slices.Sorted(maps.Keys(n.Attributes)) {
		if value := n.Attributes[name]; value != "" {
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
			if detail := node.detail(); detail != "" {
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

// Mermaid writes the graph as a flowchart, in the colours of DOT. By default
// Mermaid's renderers refuse more than 500 edges or 50,000 characters: Focus
// makes a part that they draw.
func Mermaid(w io.Writer, g *Graph) error {
	out := bufio.NewWriter(w)
	fmt.Fprint(out, "flowchart TB\n")
	names, members := g.groups()
	classes := map[string][]string{}
	for i, name := range names {
		indent := "  "
		if name != "" {
			fmt.Fprintf(out, "  subgraph g%d[%s]\n", i, mermaidQuote(name))
			indent = "    "
		}
		for _, n := range members[name] {
			node := &g.Nodes[n]
			label := mermaidQuote(node.title())
			if detail := node.detail(); detail != "" {
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
	arrows := [...]string{Hard: "-->", Read: "-.->", Soft: "-.->"}
	styles := map[string][]string{}
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

type jsonGraph struct {
	Version int        `json:"version"`
	Nodes   []jsonNode `json:"nodes"`
	Edges   []jsonEdge `json:"edges"`
	Cycles  [][]string `json:"cycles"`
}

type jsonNode struct {
	ID         string            `json:"id"`
	Label      string            `json:"label"`
	Group      string            `json:"group,omitempty"`
	Attributes map[string]string `json:"attributes,omitempty"`
	Fault      bool              `json:"fault,omitempty"`
	Missing    bool              `json:"missing,omitempty"`
	Needs      int               `json:"needs"`
	NeededBy   int               `json:"neededBy"`
}

type jsonEdge struct {
	From   string `json:"from"`
	To     string `json:"to"`
	Kind   string `json:"kind"`
	Label  string `json:"label,omitempty"`
	Broken bool   `json:"broken,omitempty"`
	Cycle  bool   `json:"cycle,omitempty"`
}

// JSON writes {"version":1,"nodes":[…],"edges":[…],"cycles":[["a","b"],…]}.
// needs and neededBy count nodes as Counts does. A path of cycles leads from
// its last ID back to its first. Its strings need no further escaping in HTML
// scripts or on terminals.
func JSON(w io.Writer, g *Graph) error {
	doc := jsonGraph{Version: 1, Nodes: []jsonNode{}, Edges: []jsonEdge{}, Cycles: [][]string{}}
	needs, neededBy := g.Counts()
	for i, n := range g.Nodes {
		doc.Nodes = append(doc.Nodes, jsonNode{n.ID, n.title(), n.Group, n.Attributes, n.Fault, n.Missing, needs[i], neededBy[i]})
	}
	for _, e := range g.Edges {
		doc.Edges = append(doc.Edges, jsonEdge{e.From, e.To, e.Kind.String(), e.Label, e.Broken, e.Cycle})
	}
	for _, c := range g.Cycles() {
		var path []string
		for _, n := range c.Nodes {
			path = append(path, g.Nodes[n].ID)
		}
		doc.Cycles = append(doc.Cycles, path)
	}
	encoded, err := json.MarshalIndent(doc, "", " ")
	if err != nil {
		return err
	}
	_, err = w.Write(append(jsonText(encoded), '\n'))
	return err
}
