package servers

import (
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/internal/mcp"
	"github.com/skilllint/skilllint/manifest"
	"github.com/skilllint/skilllint/skill"
)

// A Server is one definition of an MCP server.
type Server struct {
	Key    contract.Name // as written
	Node   *skill.Node   // its settings
	File   *skill.File
	Dir    string       // the folder that it is defined for
	Plugin *skill.Skill // the plugin of Claude Code that brings it, else nil
	Host   *hosts.Host  // whose form it has, nil where that is not known
	Inline bool         // it stands in a plugin's manifest
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
	return mcp.PluginServer(s.Plugin.Plugin.Prefix(), s.Key.Text)
}

// Snapshot is the path at which the server's tools are recorded.
func (s *Server) Snapshot() string {
	return path.Join(s.Dir, manifest.SnapshotFolder, s.Name()+".json")
}

// ignoresServers reports whether a host passes over the servers of an agent for where that lies, as Claude Code does in a plugin.
func ignoresServers(ws *skill.Workspace, agent *skill.File, h *hosts.Host) bool {
	c := ws.ComponentAt(agent.Path)
	if c == nil {
		return false
	}
	form, known := h.Form(c.Scope(), hosts.Agent)
	return known && form.Keys[h.Servers.Agent].Effect == hosts.Ignored
}

// definitions are the servers that files define, those without the name that they need, and
// those without the key.
type definitions struct{ named, nameless, keyless []Server }

var defined skill.Memo[definitions]

// Defined returns the servers that files of the workspace define: those of
// files of servers in the order of the files, of plugins, of agents, of skills.
func Defined(ws *skill.Workspace) []Server { return allOf(ws).named }

// Nameless returns the servers of plugins that stand where a map from names to servers is expected. Key is
// the first of their settings.
func Nameless(ws *skill.Workspace) []Server { return allOf(ws).nameless }

// Keyless returns the first servers of files in the root of the repository that their hosts refuse, as they stand without the key
// of the servers there. Of a folder below nobody knows whether it is a project or a plugin of another host.
func Keyless(ws *skill.Workspace) []Server { return allOf(ws).keyless }

func allOf(ws *skill.Workspace) definitions {
	return defined.Of(ws, func() (all definitions) {
		add := func(s Server, entries []skill.Member) {
			for _, e := range entries {
				s.Key, s.Node = skill.NameOf(e.Key), e.Value
				all.named = append(all.named, s)
			}
		}
		for _, m := range ws.Manifests {
			if m.Dialect == skill.MCPServers {
				dir := manifest.ConfigDir(m.Path)
				var plugin *skill.Skill
				if p := ws.PluginAt(dir); p != nil && p.Dir == dir && path.Base(m.Path) == ".mcp.json" {
					plugin = p
				}
				of := Server{File: m.File, Dir: dir, Plugin: plugin, Host: HostOf(ws, m.Path)}
				entries := manifest.ServerEntries(of.Host, m.Root)
				if len(entries) > 0 && refusedKeyless(&of, entries[0], m.Root) {
					of.Key, of.Node = skill.NameOf(entries[0].Key), entries[0].Value
					all.keyless = append(all.keyless, of)
					continue
				}
				add(of, entries)
			}
		}
		for _, s := range ws.Skills {
			if s.Plugin == nil {
				continue
			}
			if m := s.Plugin.Manifest; m != nil {
				all.inline(ws, s, m.File, m.Root.Get("mcpServers"), add)
			}
			for _, e := range s.Plugin.Entries {
				all.inline(ws, s, e.Marketplace.File, e.Get("mcpServers"), add)
			}
		}
		for _, f := range agents(ws) {
			for _, h := range hosts.All() {
				if h.Servers != nil && h.Servers.Agent != "" && !ignoresServers(ws, f, h) {
					add(Server{File: f, Dir: path.Dir(f.Path), Host: h, Agent: true}, agentServers(f, h.Servers.Agent))
				}
			}
		}
		for _, r := range Required(ws) {
			if r.Node.Get("url") != nil || r.Node.Get("command") != nil {
				all.named = append(all.named, Server{Key: r.Name, Node: r.Node, File: r.File, Dir: path.Dir(path.Dir(r.File.Path))})
			}
		}
		return all
	})
}

// refusedKeyless reports whether the servers of a file stand at its top, and the file is in the root of the repository for a
// host that refuses it so.
func refusedKeyless(s *Server, first skill.Member, root *skill.Node) bool {
	return s.Plugin == nil && s.Dir == "." && s.Host != nil && s.Host.Servers.Keyless.Lost() && root.Get(first.Key.Text) == first.Value
}

// inline adds what `mcpServers` of a plugin says: servers, paths of files with
// servers, or a list of both.
func (all *definitions) inline(ws *skill.Workspace, s *skill.Skill, f *skill.File, v *skill.Node, add func(Server, []skill.Member)) {
	switch {
	case v.Is(skill.Map):
		of, entries := Server{File: f, Dir: s.Dir, Plugin: s, Host: claude(), Inline: s.Plugin.Manifest != nil && s.Plugin.Manifest.File == f}, v.Members
		if v.Get("command").Is(skill.String) || v.Get("url").Is(skill.String) {
			of.Key, of.Node = skill.NameOf(v.Members[0].Key), v
			all.nameless = append(all.nameless, of)
			return
		}
		if inner := v.Get(claude().Servers.Key); inner.Is(skill.Map) {
			entries = inner.Members
		}
		add(of, entries)
	case v.Is(skill.List):
		for _, item := range v.Members {
			all.inline(ws, s, f, item.Value, add)
		}
	case v.Is(skill.String):
		p := path.Join(s.Dir, v.Text)
		if at := ws.File(p); at != nil && at.Known() && path.Base(p) != ".mcp.json" {
			add(Server{File: at, Dir: s.Dir, Plugin: s, Host: claude()}, manifest.ServerEntries(claude(), at.JSON()))
		}
	}
}

// claude is the host whose plugins skill.Plugin stands for.
var claude = sync.OnceValue(func() *hosts.Host { return hosts.Of("claude-code") })

// HostOf returns the host that reads servers from a path, nil where that is not
// known: a plugin of another host brings them in a file of the same name.
func HostOf(ws *skill.Workspace, p string) *hosts.Host {
	h, dir := hosts.ServersIn(p), manifest.ConfigDir(p)
	if h != claude() {
		return h
	}
	if plugin := ws.PluginAt(dir); plugin != nil && plugin.Dir == dir {
		return claude()
	} else if plugin != nil && dir != "." {
		return nil
	}
	for _, other := range hosts.All() {
		if !slices.ContainsFunc(other.Folders, func(f *hosts.Folder) bool { return f.Scope == hosts.InPlugin && f.Component == hosts.MCPFile }) {
			continue
		}
		for _, at := range other.Plugin.Manifests {
			if _, kind := ws.Tree.Resolve(path.Join(dir, at)); kind != skill.Absent {
				return nil
			}
		}
	}
	return claude()
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

// Command is what starts the server, with its arguments, nil where nothing does:
// a text and `args`, of opencode one list.
func (s *Server) Command() (command *skill.Node, args []skill.Member) {
	switch n := s.Node.Get("command"); {
	case n.Str() != "":
		return n, s.Node.Get("args").Items()
	case len(n.Items()) > 0:
		return n.Items()[0].Value, n.Items()[1:]
	}
	return nil, nil
}

// Variables are the variables that the definition sets.
func (s *Server) Variables() []skill.Member {
	return append(slices.Clone(s.Node.Get("env").Entries()), s.Node.Get("environment").Entries()...)
}

// Shown is how the server is reached, as it is written, without secrets.
func (s *Server) Shown() string {
	if command, list := s.Command(); command != nil {
		var args []string
		for _, arg := range list {
			args = append(args, arg.Value.Text)
		}
		return mcp.CommandLine(command.Text, args)
	}
	for _, key := range []string{"url", "httpUrl"} {
		if u := s.Node.Get(key).Str(); u != "" {
			return mcp.CommandLine(u, nil)
		}
	}
	return ""
}
