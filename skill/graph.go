package skill

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/graph"
)

// A Dependency is one edge between skills: an import, and who provides it.
type Dependency struct {
	Consumer *Skill
	Import   *contract.Import
	Provider *Skill // nil when the workspace has none
}

// Dependencies are the graph of the workspace's skills and what its edges
// stand for: Edge.Index of an edge of Graph is an index of List.
type Dependencies struct {
	Graph *graph.Graph
	List  []Dependency
}

// NodeID names a skill in the graph: its id, with its folder where several
// skills share the id, with its version where another one stands for the
// package, and with its file where it is an agent.
func (ws *Workspace) NodeID(s *Skill) string {
	switch {
	case s.Manifest().Dialect == Bindings:
		return s.ID.Text + " (" + s.Manifest().Path + ")"
	case s.Superseded:
		return s.ID.Text + " (" + s.Dir + ")"
	}
	if len(ws.Index.ID(s.ID.Text)) > 1 {
		return s.ID.Text + " (" + s.Dir + ")"
	}
	return s.ID.Text
}

var dependencyGraphs Memo[*Dependencies]

// Dependencies returns the graph, computed once.
func (ws *Workspace) Dependencies() *Dependencies {
	return dependencyGraphs.Of(ws, func() *Dependencies {
		d := &Dependencies{}
		var nodes []graph.Node
		var edges []graph.Edge
		all := slices.Concat(ws.Skills, ws.joined())
		if ws.Tools != nil {
			all = append(all, ws.Tools)
		}
		for _, s := range all {
			attributes := map[string]string{"dialect": s.Manifest().Dialect.Name, "path": s.Manifest().Path}
			if s.Version.Text != "" {
				attributes["version"] = s.Version.Text
			}
			nodes = append(nodes, graph.Node{ID: ws.NodeID(s), Label: s.ID.Text, Group: s.Scope, Attributes: attributes})
			for i := range s.Imports {
				edges = append(edges, ws.edges(d, s, &s.Imports[i])...)
			}
		}
		d.Graph = graph.New(nodes, edges)
		return d
	})
}

// joined returns the remote plugins that need others, or are needed.
func (ws *Workspace) joined() []*Skill {
	needed := map[*Skill]bool{}
	for _, s := range ws.Consumers() {
		if s.Plugin == nil {
			continue
		}
		for i := range s.Imports {
			needed[ws.Provider(s, &s.Imports[i])] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(ws.Remote), func(s *Skill) bool { return !needed[s] && len(s.Imports) == 0 })
}

// edges returns the edges of one import: to the provider that it names, or to
// the provider of each of its tools.
func (ws *Workspace) edges(d *Dependencies, s *Skill, imp *contract.Import) []graph.Edge {
	if imp.From.Text == contract.Core {
		return nil
	}
	if imp.From.Text != "" {
		provider := ws.Provider(s, imp)
		if provider == nil && imp.Unsure {
			return nil
		}
		return []graph.Edge{ws.edge(d, s, imp, provider, imp.Tools)}
	}
	var edges []graph.Edge
	for _, tool := range imp.Tools {
		if c := ws.Index.Provider(imp, tool.Text); c != nil {
			edges = append(edges, ws.edge(d, s, imp, ws.owner[c], []contract.Name{tool}))
		}
	}
	return edges
}

func (ws *Workspace) edge(d *Dependencies, s *Skill, imp *contract.Import, provider *Skill, tools []contract.Name) graph.Edge {
	e := graph.Edge{From: ws.NodeID(s), To: imp.From.Text, Kind: graph.Hard, Broken: provider == nil, Index: len(d.List)}
	d.List = append(d.List, Dependency{s, imp, provider})
	accessors := len(tools) > 0
	var names []string
	for _, t := range tools {
		names = append(names, t.Text)
		if provider == nil {
			continue
		}
		export := provider.Export(t.Text)
		accessors = accessors && export != nil && export.ReadOnly
		e.Broken = e.Broken || export == nil
	}
	e.Label = strings.Join(names, ", ")
	switch {
	case imp.Soft:
		e.Kind = graph.Soft
	case accessors:
		e.Kind = graph.Read
	}
	if provider != nil {
		e.To = ws.NodeID(provider)
		e.Broken = e.Broken || !imp.Accepts(&provider.Contract)
	}
	return e
}

// Provider returns the skill that an import of s names: among several of the
// name the one in the same scope, else the first. It is nil when there is none.
func (ws *Workspace) Provider(s *Skill, imp *contract.Import) *Skill {
	candidates := ws.Index.ID(imp.From.Text)
	for _, c := range candidates {
		if ws.owner[c].Scope == s.Scope {
			return ws.owner[c]
		}
	}
	if len(candidates) > 0 {
		return ws.owner[candidates[0]]
	}
	return nil
}
