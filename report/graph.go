package report

import (
	"maps"

	"github.com/skilllint/skilllint/graph"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// Dependencies returns the graph of the skills, in which those with an error
// in a manifest of theirs are at fault.
func Dependencies(ws *skill.Workspace, findings []lint.Finding) *graph.Graph {
	return dependencies(ws, findings, func(*graph.Node) {})
}

// Drawing returns the same graph for the eye: without the paths, which leave
// no room in a box for dialect and version, and without the root as a group.
func Drawing(ws *skill.Workspace, findings []lint.Finding) *graph.Graph {
	return dependencies(ws, findings, func(n *graph.Node) {
		n.Attributes = maps.Clone(n.Attributes)
		delete(n.Attributes, "path")
		if n.Group == "." {
			n.Group = ""
		}
	})
}

func dependencies(ws *skill.Workspace, findings []lint.Finding, change func(*graph.Node)) *graph.Graph {
	g := ws.Dependencies().Graph
	wrong := map[string]bool{}
	for _, f := range findings {
		if f.Severity == lint.Error {
			wrong[ws.Fset.Position(f.Pos).Filename] = true
		}
	}
	fault := map[string]bool{}
	for _, s := range ws.Skills {
		for _, m := range s.Manifests {
			if wrong[m.Path] {
				fault[ws.NodeID(s)] = true
			}
		}
	}
	var nodes []graph.Node
	for _, n := range g.Nodes {
		if n.Missing {
			continue
		}
		n.Fault = fault[n.ID]
		change(&n)
		nodes = append(nodes, n)
	}
	return graph.New(nodes, g.Edges)
}
