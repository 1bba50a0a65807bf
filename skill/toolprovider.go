package skill

import (
	"path"
	"slices"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/document"
)

// registered is the dialect of the Python registry of tools, which is no manifest.
var registered = &Dialect{Name: "tools"}

// provideTools makes the tool registry the provider of what procedures list: the tools that are put into
// it, and, where others may be in it or it stands in another repository, what procedures list and nobody
// else has. There is none without a procedure.
func (ws *Workspace) provideTools() {
	isSOP := func(s *Skill) bool { return s.Manifest().Dialect == SOP }
	if !slices.ContainsFunc(ws.Skills, isSOP) {
		return
	}
	s := &Skill{Contract: contract.Contract{ID: contract.Name{Text: contract.Registry}}}
	added := map[string]bool{}
	add := func(t contract.Tool) {
		if !added[t.Name.Text] {
			added[t.Name.Text] = true
			t.Pos, t.End = t.Name.Pos, t.Name.End
			s.Exports = append(s.Exports, t)
		}
	}
	if ws.ToolRegistry != nil {
		for i := range ws.ToolRegistry.Tools {
			t := &ws.ToolRegistry.Tools[i]
			add(contract.Tool{Name: t.Name, Description: t.Description, Input: schemaOf(t.Input)})
		}
	}
	if ws.ToolRegistry == nil || !ws.ToolRegistry.Complete {
		others := map[string]bool{}
		for _, other := range ws.Skills {
			if other.Superseded {
				continue // its name means another version
			}
			for i := range other.Exports {
				others[other.Exports[i].Name.Text] = true
			}
		}
		for _, sop := range ws.Skills {
			for _, imp := range sop.Imports {
				if name := imp.Tools; imp.Key == "tools" && isSOP(sop) && !others[name[0].Text] && !slices.Contains(ws.opts.Core, name[0].Text) {
					add(contract.Tool{Name: name[0]})
				}
			}
		}
	}
	if len(s.Exports) == 0 {
		return
	}
	first := s.Exports[0].Name
	s.ID.Pos, s.ID.End = first.Pos, first.End
	file := ws.FileAt(first.Pos)
	s.Dir = path.Dir(file.Path)
	s.Manifests = []*Manifest{{File: file, Data: document.Data{Root: &Node{Kind: Map, Pos: first.Pos, End: first.End}}, Dialect: registered}}
	ws.owner[&s.Contract] = s
	ws.Tools = s
}
