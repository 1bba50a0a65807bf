package serve

import (
	"github.com/skilllint/skilllint/contract"
	models "github.com/skilllint/skilllint/toolset"
)

// names are the tools of all current versions, by the names that models call them by.
type names map[string]string

func namesOf(catalog contract.Catalog, core *contract.Contract) names {
	all := names{}
	add := func(skill string, c *contract.Contract) {
		for i := range c.Exports {
			tool := c.Exports[i].Name.Text
			all[models.Name(skill, tool)] = tool
		}
	}
	for _, c := range catalog.Contracts {
		add(c.ID.Text, c)
	}
	if core != nil {
		add(contract.Core, core)
	}
	return all
}

func (n names) tool(name string) string {
	if tool, ok := n[name]; ok {
		return tool
	}
	return name
}
