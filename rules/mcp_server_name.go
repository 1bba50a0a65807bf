package rules

import (
	"bytes"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/mcp"
	"github.com/skilllint/skilllint/internal/servers"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// MCPServerName is M2.
var MCPServerName = &lint.Rule{
	Name: "mcp-server-name", Group: "M", Severity: lint.Warning,
	Doc: `A tool is named under a name that its MCP server does not have.

Claude Code calls a plugin's server ` + "`plugin_<plugin>_<server>`" + `: an entry of ` + "`allowed-tools`" + `, of an agent's ` + "`tools`" + ` or of permissions that is written with
the server's own key never fires, and nothing warns. Also found: a plugin's server that the plugin does not bring, and
a key in another case. Names of servers that nobody here defines are somebody's own configuration and are not judged.`,
	Sources: []lint.Source{hostsModel},
	Run:     mcpServerName,
}

func mcpServerName(p *lint.Pass) {
	defined := servers.Defined(p.Workspace)
	bare := &ownNames{byFile: map[string][]analysis.Diagnostic{}}
	defer bare.report(p)
	for _, m := range servers.Mentions(p.Workspace) {
		report := func(d analysis.Diagnostic, to string) {
			if to != "" {
				d.SuggestedFixes = rewrite(p, m.Name, to)
			}
			severity := lint.Warning
			if m.Place == servers.Text {
				severity = lint.Note
			}
			p.ReportAs(severity, d)
		}
		switch own, other := bareName(p, defined, m), caseOf(p, defined, m); {
		case own != nil:
			full := "mcp__" + own.FullServer()
			if bytes.Contains(m.File.Source(), []byte(full+"__")) {
				continue // both names stand here
			}
			to := full + strings.TrimPrefix(m.Text, "mcp__"+own.Name())
			d := lint.At(m.Name, "%s never fires: the server is the plugin's own, and its tools are called %s", cited(m.Text), cited(full+"__…"))
			if m.Place == servers.Text {
				report(d, to)
				continue
			}
			d.SuggestedFixes = rewrite(p, m.Name, to)
			bare.add(m.File.Path+" "+full, d)
		case other != nil:
			to := "mcp__" + other.FullServer() + m.Text[len("mcp__"+other.FullServer()):]
			d := lint.At(m.Name, "%s names no server of this repository: its key is %s", cited(m.Text), cited(other.Key.Text))
			d.Related = []analysis.RelatedInformation{lint.Related(other.Key, "the server")}
			report(d, to)
		default:
			if plugin := strayPlugin(p, defined, m); plugin != nil {
				report(lint.At(m.Name, "%s names a server that plugin %q does not bring", cited(m.Text), pluginName(plugin)), "")
			}
		}
	}
}

// ownNames are the names of tools of a plugin's own server, by file and server: one
// cause each.
type ownNames struct {
	byFile map[string][]analysis.Diagnostic
	order  []string
}

func (o *ownNames) add(key string, d analysis.Diagnostic) {
	if o.byFile[key] == nil {
		o.order = append(o.order, key)
	}
	o.byFile[key] = append(o.byFile[key], d)
}

func (o *ownNames) report(p *lint.Pass) {
	for _, key := range o.order {
		for _, d := range together(o.byFile[key], "names beside it do not, either") {
			p.ReportAs(lint.Warning, d)
		}
	}
}

// bareName returns the server of a plugin that a name in one of its files means
// by its own key, nil when the name is another's, or may be.
func bareName(p *lint.Pass, defined []servers.Server, m servers.Mention) *servers.Server {
	plugin := p.PluginAt(m.File.Path)
	var own *servers.Server
	for i := range defined {
		s := &defined[i]
		if _, ok := m.MCP.Of(s.Name()); !ok {
			continue
		}
		switch {
		case s.Plugin == nil && (s.Dir == "." || strings.HasPrefix(m.File.Path, s.Dir+"/")):
			return nil // the project's
		case s.Plugin != nil && s.Plugin == plugin:
			own = s
		}
	}
	return own
}

// caseOf returns the server that a name means in another case.
func caseOf(p *lint.Pass, defined []servers.Server, m servers.Mention) *servers.Server {
	var other *servers.Server
	for i := range defined {
		s := &defined[i]
		if s.Plugin != nil && s.Plugin != p.PluginAt(m.File.Path) || s.Plugin == nil && s.Dir != "." && !strings.HasPrefix(m.File.Path, s.Dir+"/") {
			continue
		}
		full := "mcp__" + s.FullServer()
		if len(m.Text) < len(full) || len(m.Text) > len(full) && !strings.HasPrefix(m.Text[len(full):], "__") || !strings.EqualFold(m.Text[:len(full)], full) {
			continue
		}
		if strings.HasPrefix(m.Text, full) {
			return nil
		}
		other = s
	}
	return other
}

// strayPlugin returns the plugin that ships a file, when a name in the file is
// of a server that it does not bring; nil when it does, or may.
func strayPlugin(p *lint.Pass, defined []servers.Server, m servers.Mention) *skill.Skill {
	own := p.PluginAt(m.File.Path)
	if own == nil || !strings.HasPrefix(m.MCP.Server(), mcp.PluginServer(pluginName(own), "")) || servers.Unread(p.Workspace, own) {
		return nil
	}
	for i := range defined {
		if _, ok := m.MCP.Of(defined[i].FullServer()); ok {
			return nil
		}
	}
	return own
}
