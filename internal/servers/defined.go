package servers

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/mcp"
	"github.com/skilllint/skilllint/skill"
)

// A Server is one definition of an MCP server.
type Server struct {
	Key    contract.Name // as written
	Node   *skill.Node   // its settings
	File   *skill.File
	Dir    string       // the folder that it is defined for
	Plugin *skill.Skill // the plugin of Claude Code that brings it, else nil
	Agent  bool         // an agent's own: no other file knows it
}

// Covers reports whether the server's own name means it in a file: everywhere
// below its folder, but for an agent's own.
func (s *Server) Covers(file string) bool {
	if s.Agent {
		return file == s.File.Path
	}
	return s.Dir == "." || strings.HasPrefix(file, s.Dir+"/")
}

// Name is what hosts call the server.
func (s *Server) Name() string { return mcp.Normalize(s.Key.Text) }

// FullServer is the name of the server in its tools' names.
func (s *Server) FullServer() string {
	if s.Plugin == nil {
		return s.Name()
	}
	return mcp.PluginServer(pluginName(s.Plugin), s.Key.Text)
}

func pluginName(p *skill.Skill) string {
	name, _, _ := strings.Cut(p.ID.Text, "@")
	return strings.TrimSuffix(name, " (plugin)")
}

// Snapshot is the path at which the server's tools are recorded.
func (s *Server) Snapshot() string {
	return path.Join(s.Dir, skill.SnapshotFolder, s.Name()+".json")
}

var defined skill.Memo[[]Server]

// Defined returns the servers that files of the workspace define: those of
// files of servers in the order of the files, of plugins, of agents, of skills.
func Defined(ws *skill.Workspace) []Server {
	return defined.Of(ws, func() []Server {
		var list []Server
		add := func(f *skill.File, dir string, plugin *skill.Skill, entries []skill.Member) {
			for _, e := range entries {
				list = append(list, Server{Key: skill.NameOf(e.Key), Node: e.Value, File: f, Dir: dir, Plugin: plugin})
			}
		}
		for _, m := range ws.Manifests {
			if m.Dialect == skill.MCPServers {
				dir := skill.ConfigDir(m.Path)
				var plugin *skill.Skill
				if p := ws.PluginAt(dir); p != nil && p.Dir == dir && path.Base(m.Path) == ".mcp.json" {
					plugin = p
				}
				add(m.File, dir, plugin, skill.ServerEntries(m.Root))
			}
		}
		for _, s := range ws.Skills {
			if s.Plugin == nil {
				continue
			}
			if m := s.Plugin.Manifest; m != nil {
				inline(ws, s, m.File, m.Root.Get("mcpServers"), add)
			}
			for _, e := range s.Plugin.Entries {
				inline(ws, s, e.Marketplace.File, e.Get("mcpServers"), add)
			}
		}
		for _, f := range agents(ws) {
			for _, e := range agentServers(f) {
				list = append(list, Server{Key: skill.NameOf(e.Key), Node: e.Value, File: f, Dir: path.Dir(f.Path), Agent: true})
			}
		}
		for _, r := range Required(ws) {
			if r.Node.Get("url") != nil || r.Node.Get("command") != nil {
				list = append(list, Server{Key: r.Name, Node: r.Node, File: r.File, Dir: path.Dir(path.Dir(r.File.Path))})
			}
		}
		return list
	})
}

// inline adds what `mcpServers` of a plugin says: servers, paths of files with
// servers, or a list of both.
func inline(ws *skill.Workspace, s *skill.Skill, f *skill.File, v *skill.Node, add func(*skill.File, string, *skill.Skill, []skill.Member)) {
	switch {
	case v.Is(skill.Map):
		add(f, s.Dir, s, skill.ServerEntries(&skill.Node{Kind: skill.Map, Members: []skill.Member{{Key: &skill.Node{Kind: skill.String, Text: "mcpServers"}, Value: v}}}))
	case v.Is(skill.List):
		for _, item := range v.Members {
			inline(ws, s, f, item.Value, add)
		}
	case v.Is(skill.String):
		p := path.Join(s.Dir, v.Text)
		if at := ws.File(p); at != nil && at.Known() && path.Base(p) != ".mcp.json" {
			add(at, s.Dir, s, skill.ServerEntries(at.JSON()))
		}
	}
}

// Unread reports whether a plugin may bring servers that are not known: its
// manifest or a file of servers cannot be read, or is a bundle from elsewhere.
// A file that is not there brings none.
func Unread(ws *skill.Workspace, s *skill.Skill) bool {
	var lists []*skill.Node
	if m := s.Plugin.Manifest; m != nil {
		if m.Root == nil {
			return true
		}
		lists = append(lists, m.Root.Get("mcpServers"))
	}
	for _, e := range s.Plugin.Entries {
		lists = append(lists, e.Get("mcpServers"))
	}
	files := []string{".mcp.json"}
	for _, v := range lists {
		for _, n := range skill.NamesOf(v) {
			if strings.Contains(n.Text, "://") || strings.Contains(n.Text, "${") {
				return true
			}
			files = append(files, n.Text)
		}
	}
	for _, name := range files {
		p := path.Join(s.Dir, name)
		if f := ws.File(p); f != nil && f.JSON() == nil {
			return true
		} else if _, kind := ws.Tree.Resolve(p); f == nil && kind != skill.Absent {
			return true
		}
	}
	return false
}

// Shown is how the server is reached, as it is written, without secrets.
func (s *Server) Shown() string {
	if command := s.Node.Get("command").Str(); command != "" {
		var args []string
		for _, arg := range s.Node.Get("args").Items() {
			args = append(args, arg.Value.Text)
		}
		return mcp.CommandLine(command, args)
	}
	for _, key := range []string{"url", "httpUrl"} {
		if u := s.Node.Get(key).Str(); u != "" {
			return mcp.CommandLine(u, nil)
		}
	}
	return ""
}
