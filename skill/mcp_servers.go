package skill

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/mcp"
	"github.com/skilllint/skilllint/manifest"
)

var recordedServers Memo[[]*Skill]

// RecordedServers returns the MCP servers whose tools are recorded, those of
// inner folders first.
func (ws *Workspace) RecordedServers() []*Skill {
	return recordedServers.Of(ws, func() (list []*Skill) {
		for _, s := range ws.Skills {
			if s.Server != nil {
				list = append(list, s)
			}
		}
		slices.SortStableFunc(list, func(a, b *Skill) int { return depth(b.Server.Dir) - depth(a.Server.Dir) })
		return list
	})
}

func depth(dir string) int {
	if dir == "." {
		return 0
	}
	return 1 + strings.Count(dir, "/")
}

// ServerOf returns the recorded server that a name in a file means, and what
// the name says of its tools: "" for all of them, maybe with wildcards. It is
// nil for a server that is somebody else's.
func (ws *Workspace) ServerOf(file string, n mcp.Name) (s *Skill, tool string) {
	for _, s := range ws.RecordedServers() {
		if plugin := ws.bundling(s); plugin != nil {
			name, _, _ := strings.Cut(plugin.ID.Text, "@")
			if tool, ok := n.Of(mcp.PluginServer(name, s.Server.Name)); ok {
				return s, tool
			}
		}
		if tool, ok := n.Of(s.Server.Name); ok && s.Server.Visible(file) {
			return s, tool
		}
	}
	return nil, ""
}

// ServerNamed returns the recorded server that a file knows by a key, nil for
// one that is somebody else's.
func (ws *Workspace) ServerNamed(file, key string) *Skill {
	for _, s := range ws.RecordedServers() {
		if s.Server.Name == mcp.Normalize(key) && s.Server.Visible(file) {
			return s
		}
	}
	return nil
}

// bundling returns the plugin that brings a recorded server, or nil.
func (ws *Workspace) bundling(s *Skill) *Skill {
	if p := ws.PluginAt(s.Server.Dir); p != nil && p.Dir == s.Server.Dir {
		return p
	}
	return nil
}

// An MCPDependency is a tool that a cli skill needs in mcp_deps.
type MCPDependency struct {
	contract.Name        // "<server>.<tool>"
	Server, Tool  string // of a hub that serves many servers, Tool is the whole
	Required      bool
	Recorded      *Skill // nil when the server's tools are not recorded
}

// MCPDependencies returns the tools that a skill.yaml lists.
func (ws *Workspace) MCPDependencies(m *Manifest) []MCPDependency {
	if m.Dialect != CLI {
		return nil
	}
	var list []MCPDependency
	for _, item := range m.Root.Get("mcp_deps").Items() {
		d := MCPDependency{Name: NameOf(item.Value.Get("tool")), Required: !isFalse(item.Value.Get("required"))}
		var ok bool
		if d.Server, d.Tool, ok = strings.Cut(d.Text, "."); !ok || d.Server == "" || d.Tool == "" {
			continue // manifest-schema speaks of it
		}
		if d.Recorded = ws.ServerNamed(m.Path, d.Server); d.Recorded == nil {
			if hub := ws.hub(m.Path, d.Server+"."); hub != nil {
				d.Recorded, d.Tool = hub, d.Text
			}
		}
		list = append(list, d)
	}
	return list
}

func isFalse(n *Node) bool { return n.Is(Bool) && !n.True() }

// hub returns a recorded server that serves the tools of others, under names
// that begin with theirs.
func (ws *Workspace) hub(file, prefix string) *Skill {
	for _, s := range ws.RecordedServers() {
		if s.Server.Visible(file) && slices.ContainsFunc(s.Exports, func(t contract.Tool) bool { return strings.HasPrefix(t.Name.Text, prefix) }) {
			return s
		}
	}
	return nil
}

// resolveServers adds the tools of recorded servers that a skill is allowed,
// and those that a cli skill depends on, to what it imports. What a server
// does not have is left to rule missing-mcp-tool.
func (ws *Workspace) resolveServers() {
	if len(ws.RecordedServers()) == 0 {
		return
	}
	for _, s := range ws.Skills {
		for _, m := range s.Manifests {
			for _, d := range ws.MCPDependencies(m) {
				if d.Recorded != nil && d.Recorded.Export(d.Tool) != nil {
					at := contract.Name{Text: d.Tool, Pos: d.Pos, End: d.End}
					s.Imports = append(s.Imports, contract.Import{From: from(d.Recorded, d.Name), Tools: []contract.Name{at}, Soft: !d.Required, Key: "mcp_deps", Pos: d.Pos, End: d.End})
				}
			}
			if !isSkillMD(m.Path) {
				continue
			}
			for _, word := range manifest.ToolWords(m.File, m.Root.Get("allowed-tools")) {
				n, ok := mcp.ParseName(word.Text)
				if !ok {
					continue
				}
				server, pattern := ws.ServerOf(m.Path, n)
				if server == nil {
					continue
				}
				imp := contract.Import{From: from(server, word), Soft: true, Key: "allowed-tools", Pos: word.Pos, End: word.End}
				for _, t := range server.Exports {
					if mcp.Match(pattern, t.Name.Text) {
						imp.Tools = append(imp.Tools, contract.Name{Text: t.Name.Text, Pos: word.Pos, End: word.End})
					}
				}
				if len(imp.Tools) > 0 {
					s.Imports = append(s.Imports, imp)
				}
			}
		}
	}
}

func from(server *Skill, at contract.Name) contract.Name {
	return contract.Name{Text: server.ID.Text, Pos: at.Pos, End: at.End}
}

// nameServer gives the snapshot of a path that the configuration names its
// server: then the name means it in the whole workspace.
func (ws *Workspace) nameServer(s *Skill) {
	if s.Server == nil {
		return
	}
	if name, _ := ws.opts.server(s.Manifest().Path); name != "" {
		s.Server.Name, s.Server.Dir = mcp.Normalize(name), "."
		s.ID.Text = contract.ServerPrefix + s.Server.Name
	}
}
