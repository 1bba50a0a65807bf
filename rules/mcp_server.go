package rules

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/servers"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// MCPServer is M1.
var MCPServer = &lint.Rule{
	Name: "mcp-server", Group: "M", Severity: lint.Error,
	Doc: `An MCP server is defined in a way that its host skips, without a word.

Claude Code starts a server by ` + "`command`" + ` and calls one by ` + "`url`" + ` with ` + "`type: http`" + `, ` + "`sse`" + ` or ` + "`ws`" + `; a url without a type, an unknown type and a
reserved name are skipped. An empty url is a placeholder for its user and is not judged, nor are variables. Files of other hosts
are judged for misspelt keys only.`,
	Sources: []lint.Source{hostsModel},
	Run:     mcpServer,
}

// reservedServers are the names that Claude Code keeps for its own servers
// (code.claude.com/docs/en/mcp, read 2026-09-23).
var reservedServers = []string{"workspace", "claude-in-chrome", "computer-use", "Claude Preview", "Claude Browser"}

var (
	serverTypes = []string{"stdio", "http", "streamable-http", "sse", "ws"}
	serverKeys  = []string{
		"command", "args", "env", "cwd", "url", "type", "headers", "headersHelper", "timeout", "disabled", "description", "oauth", "auth", "envFile", "tools", "transport",
		// of Codex (developers.openai.com/codex/mcp, read 2026-11-22)
		"env_vars", "bearer_token_env_var", "http_headers", "env_http_headers", "startup_timeout_sec", "startup_timeout_ms", "tool_timeout_sec", "enabled", "required", "enabled_tools", "disabled_tools", "scopes",
	}
)

func mcpServer(p *lint.Pass) {
	seen := map[*skill.Node]bool{}
	for _, s := range servers.Defined(p.Workspace) {
		if seen[s.Node] || !s.Node.Is(skill.Map) {
			continue
		}
		seen[s.Node] = true
		misspeltServer(p, &s)
		if ofClaude(p, &s) {
			claudeServer(p, &s)
		}
	}
}

// ofClaude reports whether Claude Code reads a definition: in .mcp.json, unless
// that is a plugin's of another host, and in the manifests of its plugins.
func ofClaude(p *lint.Pass, s *servers.Server) bool {
	if s.Plugin != nil {
		return true
	}
	if path.Base(s.File.Path) != ".mcp.json" {
		return false
	}
	for _, other := range []string{".github/plugin", ".codex-plugin", ".cursor-plugin", ".plugin", "plugin.json"} {
		if _, kind := p.Tree.Resolve(path.Join(s.Dir, other)); kind != skill.Absent {
			return false
		}
	}
	return s.Dir == "." || p.PluginAt(s.Dir) == nil
}

func misspeltServer(p *lint.Pass, s *servers.Server) {
	spell := lint.NewSpeller(serverKeys)
	for _, e := range s.Node.Members {
		if slices.Contains(serverKeys, e.Key.Text) {
			continue
		}
		if near, ok := spell.Nearest(e.Key.Text); ok && s.Node.Get(near) == nil {
			d := lint.Span(e.Key.Pos, e.Key.End, "unknown key %s of server %s (did you mean %q?)", cited(e.Key.Text), cited(s.Key.Text), near)
			d.SuggestedFixes = rewrite(p, skill.NameOf(e.Key), near)
			p.ReportAs(lint.Warning, d)
		}
	}
}

func claudeServer(p *lint.Pass, s *servers.Server) {
	command, url, kind := s.Node.Get("command"), s.Node.Get("url"), s.Node.Get("type")
	switch {
	case slices.Contains(reservedServers, s.Key.Text):
		p.Reportf(s.Key, "server %s is skipped: Claude Code keeps the name for itself", cited(s.Key.Text))
	case kind.Is(skill.String) && !slices.Contains(serverTypes, kind.Text) && !strings.Contains(kind.Text, "${"):
		p.Report(lint.Span(kind.Pos, kind.End, "server %s is skipped: its type is %s%s; expected one of %s", cited(s.Key.Text), cited(kind.Text), lint.NewSpeller(serverTypes).DidYouMean(kind.Text), list(serverTypes)))
	case command == nil && kind == nil && url.Is(skill.String) && url.Text != "":
		key, _ := s.Node.Entry("url")
		p.Report(lint.Span(key.Pos, key.End, `server %s is skipped: it has a url and no type; write "type": "http"`, cited(s.Key.Text)))
	case command == nil && url == nil && !s.Node.Get("disabled").True() && !nearKey(s.Node, "command", "url"):
		p.Reportf(s.Key, "server %s is skipped: it has neither command nor url", cited(s.Key.Text))
	case command.Is(skill.String) && command.Text != "" && url.Is(skill.String) && url.Text != "":
		key, _ := s.Node.Entry("url")
		p.ReportAs(lint.Warning, lint.Span(key.Pos, key.End, "server %s has a command and a url: only one of them counts", cited(s.Key.Text)))
	}
	if s.Plugin == nil || !command.Is(skill.String) {
		return
	}
	rest, ok := strings.CutPrefix(command.Text, "${CLAUDE_PLUGIN_ROOT}/")
	if !ok || strings.Contains(rest, "${") || builtFolder.MatchString(rest) {
		return
	}
	if _, kind := p.Tree.Resolve(path.Join(s.Plugin.Dir, rest)); kind == skill.Absent {
		p.Report(lint.Span(command.Pos, command.End, "server %s cannot start: the plugin has no %s", cited(s.Key.Text), cited(rest)))
	}
}

// nearKey reports whether a map has a key that is nearly one of some.
func nearKey(n *skill.Node, keys ...string) bool {
	spell := lint.NewSpeller(keys)
	return slices.ContainsFunc(n.Members, func(m skill.Member) bool {
		_, near := spell.Nearest(m.Key.Text)
		return near
	})
}
