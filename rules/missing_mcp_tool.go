package rules

import (
	"fmt"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/mcp"
	"github.com/skilllint/skilllint/internal/servers"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// MissingMCPTool reports tools of MCP servers that the recorded server does not have.
var MissingMCPTool = &lint.Rule{
	Name: "missing-mcp-tool", Group: "M", Severity: lint.Error,
	Doc: `A tool is named that its MCP server does not have.

The server's tools are those that ` + "`skilllint mcp snapshot`" + ` recorded: of one version and configuration of it. A dependency
(` + "`mcp_deps`, `imports`" + `) that is required is an error; optional ones, lists of tools (` + "`allowed-tools`, `tools`" + `) and code are warnings;
a full name (` + "`mcp__server__tool`" + `) in a text is a note. Servers that are not recorded are not judged.`,
	Sources: []lint.Source{mcpTools},
	Run:     missingMCPTool,
}

func missingMCPTool(p *lint.Pass) {
	spellers := map[*skill.Skill]*lint.Speller{}
	for _, u := range servers.Uses(p.Workspace) {
		if u.Meets() || u.Server.Unreadable() {
			continue
		}
		names := toolNames(&u.Server.Contract)
		spell := spellers[u.Server]
		if spell == nil {
			spell = lint.NewSpeller(names)
			spellers[u.Server] = spell
		}
		d := lint.At(u.Name, "server %q has no tool %q%s", u.Server.Server.Name, u.Tool, spell.DidYouMean(u.Tool))
		if strings.Contains(u.Tool, "*") {
			d.Message = fmt.Sprintf("no tool of server %q fits %q", u.Server.Server.Name, u.Tool)
		} else if near, ok := spell.Nearest(u.Tool); ok {
			to := strings.TrimSuffix(u.Text, u.Tool) + mcp.Normalize(near)
			if u.Place == servers.Dependency {
				to = strings.TrimSuffix(u.Text, u.Tool) + near
			}
			d.SuggestedFixes = rewrite(p, u.Name, to)
		}
		d.Message += fmt.Sprintf("; %s lists %s", u.Server.Manifest().Path, fmt.Sprintf("%d %s", len(names), plural(len(names), "tool", "tools")))
		if len(names) > 0 {
			d.Related = []analysis.RelatedInformation{lint.Related(u.Server.Exports[0].Name, "the recorded tools of %q", u.Server.Server.Name)}
		}
		p.ReportAs(missingSeverity(u), d)
	}
}

func missingSeverity(u servers.Use) lint.Severity {
	switch {
	case u.Place == servers.Text:
		return lint.Note
	case u.Place == servers.Dependency && u.Required:
		return lint.Error
	}
	return lint.Warning
}

func toolNames(c *contract.Contract) []string {
	var names []string
	for _, t := range c.Exports {
		names = append(names, t.Name.Text)
	}
	return names
}
