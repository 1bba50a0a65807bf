package mcp

import (
	"github.com/skilllint/skilllint/internal/servers"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/sources"
)

// UnknownMCPServer is M2.
var UnknownMCPServer = &lint.Rule{
	Name: "unknown-mcp-server", Group: "M", Severity: lint.Off,
	Doc: `A list of tools or a permission names an MCP server that no file of the repository defines.

Mostly it is in its user's own configuration, so the rule is off. ` + "`mcp: {closed: true}`" + ` in the configuration says that all servers are defined here,
and makes it a warning.`,
	Sources: []lint.Source{sources.MCPTools},
	Run: func(p *lint.Pass) {
		for _, m := range namedInLists(p) {
			known := m.MCP.Slashed() // those of recorded servers alone are read
			for _, s := range servers.Meant(p.Workspace, m.MCP) {
				_, full := m.MCP.Of(s.FullServer())
				_, bare := m.MCP.Of(s.Name())
				known = known || full || bare
			}
			if server, _ := p.ServerOf(m.File.Path, m.MCP); !known && server == nil {
				p.ReportAs(lint.Warning, lint.At(m.Name, "no file of the repository defines the MCP server %s", messages.Cited(m.MCP.Server())))
			}
		}
	},
}
