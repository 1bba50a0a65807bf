package lsp

import (
	"slices"

	"github.com/skilllint/skilllint/contract"
)

// names lists what the name may be that is the placeholder in a contract.
func (c *completer) names(own *contract.Contract) []completion {
	here := func(n contract.Name) bool { return n.Text == placeholder }
	for i := range own.Imports {
		imp := &own.Imports[i]
		switch {
		case here(imp.From):
			return c.skills(own, imp.Key == "calls" || imp.Key == "pipeline")
		case slices.ContainsFunc(imp.Tools, here):
			return c.tools(imp)
		}
	}
	mine := here(own.Access.Zone) || slices.ContainsFunc(own.Access.FreeTools, here)
	for _, d := range own.Deprecated {
		mine = mine || here(d.Tool) || here(d.Replacement)
	}
	if !mine {
		return nil
	}
	var list []completion
	for _, t := range own.Exports {
		list = append(list, completion{Label: t.Name.Text, Kind: completesFunction, Doc: t.Description})
	}
	return list
}

// skills lists the skills that a name may mean.
func (c *completer) skills(own *contract.Contract, functions bool) []completion {
	var list []completion
	for _, s := range c.Skills {
		id := s.ID.Text
		if id == "" || id == own.ID.Text || s.Plugin != nil || functions && s.Export(id) == nil || slices.ContainsFunc(list, func(c completion) bool { return c.Label == id }) {
			continue
		}
		list = append(list, completion{Label: id, Kind: completesModule, Detail: s.Version.Text, Doc: s.Manifest().Root.Get("description").Str()})
	}
	return list
}

// tools lists the tools of the provider of an import, else those of all, and
// those of the registry.
func (c *completer) tools(imp *contract.Import) []completion {
	taken := func(name string) bool {
		return slices.ContainsFunc(imp.Tools, func(t contract.Name) bool { return t.Text == name })
	}
	var list []completion
	for _, s := range c.Skills {
		if imp.From.Text != "" && s.ID.Text != imp.From.Text || imp.From.Text == "" && s.Server != nil {
			continue
		}
		for _, t := range s.Exports {
			if !taken(t.Name.Text) {
				list = append(list, completion{Label: t.Name.Text, Kind: completesFunction, Detail: s.ID.Text, Doc: t.Description})
			}
		}
	}
	if r := c.ToolRegistry; r != nil && imp.From.Text == "" {
		for _, t := range r.Tools {
			list = append(list, completion{Label: t.Text, Kind: completesFunction, Detail: c.FileAt(t.Pos).Path})
		}
	}
	return list
}
