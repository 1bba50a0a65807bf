package manifest

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/hosts"
)

// MCPServers is a file that says which MCP servers a host starts or calls. Its
// form is its host's: internal/hosts has a JSON Schema of each.
var MCPServers = &Dialect{
	Name:  "mcp-servers",
	Doc:   "`.mcp.json`, `.vscode/mcp.json`, `.cursor/mcp.json`, `mcp.json`, `.gemini/settings.json`, `gemini-extension.json`, `.codex/config.toml`, `opencode.json`, `.github/mcp.json`: MCP servers that hosts start or call",
	Files: hosts.ServersFile,
	Match: func(m *Manifest) bool {
		h := hosts.ServersIn(m.Path)
		switch {
		case path.Base(m.Path) == ".mcp.json":
			return true
		case h != nil && path.Ext(m.Path) == ".toml":
			return m.Root == nil || m.Root.Get(h.Servers.Key) != nil
		case h != nil:
			return holdsServers(m.Root, h.Servers.Key)
		}
		return m.Root.Get("mcpServers").Is(document.Map) || m.Root.Get("servers").Is(document.Map) // others have files of the name for other ends
	},
}

// holdsServers reports whether a key of a file holds servers by name. Under one of them, or
// in a file that says of which form it is, what else stands there is a fault.
func holdsServers(root *document.Node, key string) bool {
	servers := root.Get(key)
	isServer := func(e document.Member) bool { return e.Value.Is(document.Map) }
	return servers.Is(document.Map) && (len(servers.Members) == 0 || root.Get("$schema") != nil || slices.ContainsFunc(servers.Members, isServer))
}

// ServerEntries returns the definitions in a file of servers of a host (nil when it
// is not known whose it is), or in the manifest of a plugin: by name, wrapped or not.
func ServerEntries(h *hosts.Host, root *document.Node) []document.Member {
	keys := []string{"mcpServers", "servers"}
	if h != nil {
		keys = append([]string{h.Servers.Key}, keys...)
	}
	for _, key := range keys {
		inner := root.Get(key)
		if h != nil && h.Servers.Inner != "" && inner.Get(h.Servers.Inner).Is(document.Map) {
			inner = inner.Get(h.Servers.Inner)
		}
		if inner.Is(document.Map) {
			return inner.Members
		}
	}
	var list []document.Member
	for _, e := range root.Entries() {
		if e.Value.Get("command") != nil || e.Value.Get("url") != nil || e.Value.Get("type") != nil {
			list = append(list, e)
		}
	}
	return list
}

// ConfigDir is the folder that a file of servers is for: of .vscode/mcp.json
// the one that holds .vscode.
func ConfigDir(p string) string {
	dir := path.Dir(p)
	if strings.HasPrefix(path.Base(dir), ".") && dir != "." && path.Base(p) != ".mcp.json" {
		return path.Dir(dir)
	}
	return dir
}
