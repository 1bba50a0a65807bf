package hosts

import (
	"path"
	"strings"
	"sync"
)

// serverFiles are the hosts by the files in which they read servers, by the names of
// the files.
var serverFiles = sync.OnceValue(func() map[string]map[string]*Host {
	byName := map[string]map[string]*Host{}
	for _, h := range All() {
		if h.Servers == nil {
			continue
		}
		for _, at := range h.Servers.Files {
			if byName[path.Base(at)] == nil {
				byName[path.Base(at)] = map[string]*Host{}
			}
			byName[path.Base(at)][at] = h
		}
	}
	return byName
})

// ServersIn returns the host that reads MCP servers of a project from a path, nil
// when none does.
func ServersIn(p string) *Host {
	if h, _ := UnreadServers(p); h != nil {
		return nil
	}
	for at, h := range serverFiles()[path.Base(p)] {
		if p == at || strings.HasSuffix(p, "/"+at) {
			return h
		}
	}
	return nil
}

// ServersFile reports whether a file may define MCP servers by its path: for a host, or
// for whoever reads a file of that name.
func ServersFile(p string) bool {
	return path.Base(p) == ".mcp.json" || path.Base(p) == "mcp.json" || ServersIn(p) != nil
}

// ServerSchema is the JSON Schema of the host's files of MCP servers, nil where
// there is none.
func (h *Host) ServerSchema() []byte {
	if h.Servers == nil {
		return nil
	}
	return schemaNamed(h.Servers.Schema)
}

// NamedIn returns the host that a folder of a path is named after, such as codex/skills, in which
// authors have what is for that one; nil where there is none. A folder right in skills is a skill's, which may be about a host.
func NamedIn(p string) *Host {
	segments := strings.Split(path.Dir(p), "/")
	for i, segment := range segments {
		if i > 0 && segments[i-1] == "skills" {
			continue
		}
		name := strings.TrimPrefix(segment, ".")
		for _, h := range []*Host{Of(name), Of(name + "-cli")} {
			if h != nil && h.Servers != nil {
				return h
			}
		}
	}
	return nil
}
