package skill

import (
	"bytes"
	_ "embed"
	"path"
	"strings"

	"github.com/skilllint/skilllint/internal/document"
)

// MCPServers is a file that says which MCP servers a host starts or calls:
// .mcp.json of Claude Code, mcp.json of VS Code and Cursor, the extensions of
// Gemini CLI, the configuration of Codex.
var MCPServers = &Dialect{
	Name:   "mcp-servers",
	Doc:    "`.mcp.json`, `.vscode/mcp.json`, `.cursor/mcp.json`, `mcp.json`, `gemini-extension.json`, `.codex/config.toml`: MCP servers that hosts start or call",
	Schema: mcpServersSchema,
	Files: func(p string) bool {
		switch path.Base(p) {
		case ".mcp.json", "mcp.json", "gemini-extension.json":
			return true
		case "config.toml":
			return path.Base(path.Dir(p)) == ".codex"
		}
		return false
	},
	Match: func(m *Manifest) bool {
		switch path.Base(m.Path) {
		case ".mcp.json":
			return true
		case "config.toml":
			return m.Root == nil || m.Root.Get("mcp_servers") != nil
		}
		return m.Root.Get("mcpServers").Is(Map) || m.Root.Get("servers").Is(Map) // others have files of the name for other ends
	},
}

//go:embed schema/mcp-servers.schema.json
var mcpServersSchema []byte

// ServerEntries returns the definitions in a file of servers, or under a key of
// a plugin's manifest: by name, wrapped (mcpServers, servers, mcp_servers) or not.
func ServerEntries(root *Node) []Member {
	for _, key := range []string{"mcpServers", "servers", "mcp_servers"} {
		if inner := root.Get(key); inner.Is(Map) {
			return inner.Members
		}
	}
	var list []Member
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

// unkept is the Keeper of files of which nothing is kept from run to run.
type unkept struct{}

func (unkept) Find(FactsKey) []byte  { return nil }
func (unkept) Keep(FactsKey, []byte) {}

// mayHoldSecrets reports whether a file defines servers, whose variables,
// headers and addresses may be secret.
func mayHoldSecrets(p string, src []byte) bool {
	if strings.EqualFold(path.Ext(p), ".md") {
		head, _, _ := bytes.Cut(bytes.TrimPrefix(src, []byte("---")), []byte("\n---"))
		return bytes.HasPrefix(src, []byte("---")) && (bytes.Contains(head, []byte("mcp-servers:")) || bytes.Contains(head, []byte("mcpServers:")))
	}
	if base := path.Base(p); base == ".mcp.json" || base == "mcp.json" {
		return true
	}
	return (document.IsJSON(p) || path.Ext(p) == ".toml") && (bytes.Contains(src, []byte("mcpServers")) || bytes.Contains(src, []byte("mcp_servers")))
}
