package graph

import (
	"encoding/json"
	"io"
)

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
