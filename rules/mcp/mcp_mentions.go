package mcp

import (
	"github.com/skilllint/skilllint/internal/servers"
	"github.com/skilllint/skilllint/lint"
)

// namedInLists are the names in lists of tools and permissions.
func namedInLists(p *lint.Pass) []servers.Mention {
	var list []servers.Mention
	for _, m := range servers.Mentions(p.Workspace) {
		if m.Place == servers.List || m.Place == servers.Permission {
			list = append(list, m)
		}
	}
	return list
}
