package servers

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/skill"
)

// agents are the files of agents that hosts load, and those of collections, by path.
func agents(ws *skill.Workspace) []*skill.File {
	var files []*skill.File
	for _, c := range ws.Components() {
		if c.Kind == hosts.Agent {
			files = append(files, c.File)
		}
	}
	files = append(files, collected(ws)...)
	slices.SortFunc(files, func(a, b *skill.File) int { return strings.Compare(a.Path, b.Path) })
	return slices.Compact(files)
}

// collected are the files of agents and commands in collections, outside of skills
// and plugins, whether they were read as texts or for the manifests that they might have been.
func collected(ws *skill.Workspace) []*skill.File {
	texts := map[string]bool{}
	for _, f := range ws.Texts() {
		texts[f.Path] = true
	}
	return slices.DeleteFunc(slices.Concat(ws.Docs(), ws.Files()), func(f *skill.File) bool {
		return !strings.EqualFold(path.Ext(f.Path), ".md") || !agentFile(f.Path) || texts[f.Path] || !f.Known() || ws.InertAt(f.Path)
	})
}

// agentFile reports whether a path looks like that of an agent or a command, in
// a collection that hosts do not load where it lies.
func agentFile(p string) bool {
	dir := "/" + path.Dir(p) + "/"
	return strings.Contains(dir, "/agents/") || strings.Contains(dir, "/commands/") || strings.HasSuffix(p, ".agent.md")
}

// copilotAgent reports whether a path is of an agent of GitHub Copilot, whose
// tools of servers are written server/tool.
func copilotAgent(p string) bool {
	return strings.HasSuffix(p, ".agent.md") || strings.Contains("/"+path.Dir(p)+"/", "/.github/agents/")
}

// agentServers are the servers that an agent's frontmatter defines under a key for
// the agent alone: a map, or maps in a list. Texts in it, and empty maps, are names
// of servers that are defined elsewhere.
func agentServers(f *skill.File, key string) []skill.Member {
	if !bytes.Contains(f.Head(), []byte(key+":")) {
		return nil
	}
	own := f.Frontmatter().Get(key)
	list := slices.Clone(own.Entries())
	for _, item := range own.Items() {
		list = append(list, item.Value.Entries()...)
	}
	return slices.DeleteFunc(list, func(e skill.Member) bool { return len(e.Value.Entries()) == 0 })
}

// A Requirement is a server that a skill needs as a whole.
type Requirement struct {
	contract.Name
	File *skill.File
	Node *skill.Node // what says so; of Codex it may define the server, too
}

var required skill.Memo[[]Requirement]

// Required returns the servers that skills need as a whole: the dependencies in
// agents/openai.yaml of Codex, `requires.mcp` of a SKILL.md.
func Required(ws *skill.Workspace) []Requirement {
	return required.Of(ws, func() []Requirement {
		var list []Requirement
		for _, s := range ws.Skills {
			if s.Plugin != nil || s.Server != nil {
				continue
			}
			m := s.Manifest()
			for _, name := range skill.NamesOf(m.Root.Get("requires").Get("mcp")) {
				list = append(list, Requirement{name, m.File, m.Root})
			}
			f := ws.File(path.Join(s.Dir, "agents/openai.yaml"))
			if f == nil || !f.Known() {
				continue
			}
			for _, item := range f.Read().Root.Get("dependencies").Get("tools").Items() {
				if value := item.Value.Get("value"); item.Value.Get("type").Str() == "mcp" && value.Str() != "" {
					list = append(list, Requirement{skill.NameOf(value), f, item.Value})
				}
			}
		}
		return list
	})
}
