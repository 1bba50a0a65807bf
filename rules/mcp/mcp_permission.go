package mcp

import (
	"strings"

	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/internal/mcp"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/hosttools"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/rules/internal/spelling"
	"github.com/skilllint/skilllint/skill"
)

// MCPPermission is M2.
var MCPPermission = &lint.Rule{
	Name: "mcp-permission", Group: "M", Severity: lint.Warning,
	Doc: `A rule about MCP tools that the host skips, or a name that is too long for a model.

In the settings of Claude Code, ` + "`permissions.allow`" + ` takes a server (` + "`mcp__server`, `mcp__server__*`" + `) or a tool: ` + "`mcp__*`" + ` and ` + "`*`" + ` approve nothing there, and an entry
with brackets is skipped. A full name of more than 128 characters is left out of a model's tools.`,
	Sources: []lint.Source{sources.HostsModel},
	Run: func(p *lint.Pass) {
		for _, c := range p.Components() {
			if c.Kind != hosts.Settings || len(c.Owners()) != 1 || c.Owners()[0].Name != "claude-code" {
				continue
			}
			for _, key := range []string{"allow", "deny", "ask"} {
				if key == "allow" && hosttools.AsksNobody(c.Owners()[0], c.Root) {
					continue
				}
				for _, item := range c.Root.Get("permissions").Get(key).Items() {
					permission(p, key, item.Value)
				}
			}
		}
		for _, m := range namedInLists(p) {
			if mcp.TooLong(m.Text) {
				p.Reportf(m.Name, "the name has %d characters: a host gives a model no tool with more than 128", len(m.Text))
			}
		}
	},
}

func permission(p *lint.Pass, key string, n *skill.Node) {
	text := strings.TrimSpace(n.Str())
	switch {
	case key == "allow" && text == "mcp__*":
		p.Report(lint.Span(n.Pos, n.End, "%s in allow approves nothing: name the server, as mcp__server__*", messages.Cited(text)))
	case key == "allow" && text == "*":
		p.Report(lint.Span(n.Pos, n.End, "%s in allow approves nothing: name each tool, such as Bash or mcp__server__*", messages.Cited(text)))
	case strings.HasPrefix(text, "mcp__") && strings.HasSuffix(text, ")") && strings.Contains(text, "("):
		tool, _, _ := strings.Cut(text, "(")
		d := lint.Span(n.Pos, n.End, "%s is skipped: a rule about an MCP tool has no brackets", messages.Cited(text))
		d.SuggestedFixes = spelling.Rewrite(p, skill.NameOf(n), tool)
		if key != "allow" {
			d.SuggestedFixes = nil // the tool as a whole is more than was meant
		}
		p.Report(d)
	}
}
