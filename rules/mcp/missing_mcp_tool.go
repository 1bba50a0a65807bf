package mcp

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/servers"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/rules/internal/spelling"
	"github.com/skilllint/skilllint/skill"
)

// MissingMCPTool reports tools of MCP servers that the recorded server does not have.
var MissingMCPTool = &lint.Rule{
	Name: "missing-mcp-tool", Group: "M", Severity: lint.Error,
	Doc: `A tool is named that its MCP server does not have.

The server's tools are those that ` + "`skilllint mcp snapshot`" + ` recorded: of one version and configuration of it. A dependency
(` + "`mcp_deps`, `imports`" + `) that is required is an error; optional ones, lists of tools (` + "`allowed-tools`, `tools`" + `), hooks' matchers and code are warnings;
a full name (` + "`mcp__server__tool`" + `) in a text is a note. Servers that are not recorded are not judged.`,
	Sources: []lint.Source{sources.MCPTools},
	Run:     missingMCPTool,
}

func missingMCPTool(p *lint.Pass) {
	type fault struct {
		file   *skill.File
		server *skill.Skill
		tool   string
	}
	var faults []fault
	places := map[fault][]servers.Use{}
	for _, u := range servers.Uses(p.Workspace) {
		if u.Meets() || u.Server.Unreadable() {
			continue
		}
		f := fault{u.File, u.Server, u.Tool}
		if places[f] == nil {
			faults = append(faults, f)
		}
		places[f] = append(places[f], u)
	}
	spellers := map[*skill.Skill]*lint.Speller{}
	for _, f := range faults {
		if spellers[f.server] == nil {
			spellers[f.server] = lint.NewSpeller(toolNames(&f.server.Contract))
		}
		missingTool(p, places[f], spellers[f.server])
	}
}

// missingTool reports a tool that the places in one file name, where it matters most.
func missingTool(p *lint.Pass, uses []servers.Use, spell *lint.Speller) {
	slices.SortStableFunc(uses, func(a, b servers.Use) int { return cmp.Compare(missingSeverity(b), missingSeverity(a)) })
	u := uses[0]
	tools := len(u.Server.Exports)
	d := lint.At(u.Name, "server %q has no tool %q%s", u.Server.Server.Name, u.Tool, spell.DidYouMean(u.Tool))
	if strings.Contains(u.Tool, "*") {
		d.Message = fmt.Sprintf("no tool of server %q fits %q", u.Server.Server.Name, u.Tool)
	}
	d.Message += fmt.Sprintf("; %s lists %d %s", snapshotPath(u.Server), tools, messages.Plural(tools, "tool", "tools"))
	for _, also := range uses[1:] {
		d.Related = append(d.Related, lint.Related(also.Name, "named here, too"))
	}
	if tools > 0 {
		d.Related = append(d.Related, lint.Related(u.Server.Exports[0].Name, "the recorded tools of %q", u.Server.Server.Name))
	}
	if near, ok := spell.Nearest(u.Tool); ok && !strings.Contains(u.Tool, "*") {
		d.SuggestedFixes = spelling.RewriteAll(p, near, uses, func(u servers.Use) (contract.Name, string) { return u.Name, u.With(near) })
	}
	p.ReportAs(missingSeverity(u), d)
}

// snapshotPath is the file with a server's recorded tools, or the folder with a file a tool.
func snapshotPath(server *skill.Skill) string {
	p := server.Manifest().Path
	if len(server.Manifests) > 1 {
		return path.Dir(p)
	}
	return p
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
