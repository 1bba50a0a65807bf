// Package servers knows which MCP servers a workspace defines, and who uses
// their tools: skills, agents, commands, settings, code and text, by the names
// that hosts form.
package servers

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/internal/mcp"
	"github.com/skilllint/skilllint/manifest"
	"github.com/skilllint/skilllint/skill"
)

// A Use is one place that names a tool of a recorded server.
type Use struct {
	contract.Name // as written
	File          *skill.File
	Place         Place
	Required      bool         // of a Dependency
	Server        *skill.Skill // the recorded server
	Tool          string       // "" for all, maybe with wildcards
}

// Meets reports whether the server has a tool that the use names.
func (u *Use) Meets() bool {
	if u.Tool == "" || u.Tool == "*" {
		return true
	}
	return slices.ContainsFunc(u.Server.Exports, func(t contract.Tool) bool { return mcp.Match(u.Tool, t.Name.Text) })
}

// With is how the use would be written with another tool.
func (u *Use) With(tool string) string {
	if strings.HasPrefix(u.Text, "mcp__") {
		tool = mcp.Normalize(tool)
	}
	return strings.TrimSuffix(u.Text, u.Tool) + tool
}

// names reports whether the use is of one tool, by its name or a pattern that
// is less than all of them.
func (u *Use) names(tool string) bool {
	return u.Tool != "" && u.Tool != "*" && mcp.Match(u.Tool, tool)
}

var uses skill.Memo[[]Use]

// Uses returns the places that name tools of recorded servers, by file and place.
func Uses(ws *skill.Workspace) []Use {
	return uses.Of(ws, func() []Use {
		if len(ws.RecordedServers()) == 0 {
			return nil
		}
		var list []Use
		for _, s := range ws.Skills {
			list = append(list, dependencies(ws, s)...)
		}
		for _, r := range Required(ws) {
			if server := ws.ServerNamed(r.File.Path, r.Text); server != nil {
				list = append(list, Use{Name: r.Name, File: r.File, Place: Dependency, Required: true, Server: server})
			}
		}
		for _, m := range Mentions(ws) {
			if server, tool := ws.ServerOf(m.File.Path, m.MCP); server != nil && (tool != "" || m.Place < Code) {
				list = append(list, Use{Name: m.Name, File: m.File, Place: m.Place, Server: server, Tool: tool})
			}
		}
		slices.SortStableFunc(list, func(a, b Use) int {
			return cmp.Or(strings.Compare(a.File.Path, b.File.Path), cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.Place, b.Place))
		})
		return list
	})
}

// dependencies are what a skill imports of servers by its contract, and the
// mcp_deps of cli skills.
func dependencies(ws *skill.Workspace, s *skill.Skill) []Use {
	var list []Use
	for _, m := range s.Manifests {
		for _, d := range ws.MCPDependencies(m) {
			if d.Recorded != nil {
				list = append(list, Use{Name: d.Name, File: m.File, Place: Dependency, Required: d.Required, Server: d.Recorded, Tool: d.Tool})
			}
		}
	}
	for i := range s.Imports {
		imp := &s.Imports[i]
		name, ok := contract.Server(imp.From.Text)
		if !ok || imp.Key == "mcp_deps" || imp.Key == "allowed-tools" {
			continue
		}
		if server := ws.ServerNamed(s.Manifest().Path, name); server != nil {
			for _, t := range imp.Tools {
				list = append(list, Use{Name: t, File: s.Manifest().File, Place: Dependency, Required: true, Server: server, Tool: t.Text})
			}
		}
	}
	return list
}

var mentions skill.Memo[[]Mention]

// Mentions returns the names of servers' tools in what hosts load and in the
// code and texts of skills and plugins, by file and place.
func Mentions(ws *skill.Workspace) []Mention {
	return mentions.Of(ws, func() []Mention {
		files := slices.Clone(ws.Texts())
		loaded := map[string]*skill.Component{} // nil for manifests
		for _, f := range collected(ws) {
			files = append(files, f)
			loaded[f.Path] = nil
		}
		for _, m := range ws.Manifests {
			files = append(files, m.File)
			loaded[m.Path] = nil
		}
		for _, s := range ws.Sources() {
			files = append(files, s.File)
		}
		for _, c := range ws.Components() {
			files = append(files, c.File)
			loaded[c.Path] = c
		}
		slices.SortFunc(files, func(a, b *skill.File) int { return strings.Compare(a.Path, b.Path) })
		var list []Mention
		recorded := len(ws.RecordedServers()) > 0
		for _, f := range slices.Compact(files) {
			if c, ok := loaded[f.Path]; !manifest.IsSnapshot(f.Path) {
				list = append(list, inFile(f, ok, c)...)
				if ok && copilotAgent(f.Path) && recorded {
					list = append(list, ofCopilot(f)...)
				}
			}
		}
		return list
	})
}

// toolKeys are the frontmatter keys under which hosts read lists of tools.
var toolKeys = []string{"allowed-tools", "allowedTools", "tools", "disallowedTools"}

// codeFiles are the extensions of code.
var codeFiles = map[string]bool{
	".py": true, ".js": true, ".mjs": true, ".cjs": true, ".ts": true, ".mts": true, ".cts": true, ".tsx": true, ".jsx": true, ".go": true, ".sh": true, ".bash": true, ".zsh": true, ".rb": true, ".rs": true, ".java": true, ".kt": true, ".ipynb": true,
}

// ofCopilot returns the names in the list of tools of an agent of Copilot. Its
// built-in sets are written alike (search/codebase): only a server that is
// recorded tells one from the other.
func ofCopilot(f *skill.File) []Mention {
	var list []Mention
	for _, word := range manifest.ToolWords(f, f.Frontmatter().Get("tools")) {
		if name, ok := mcp.ParseSlashed(word.Text); ok {
			list = append(list, Mention{Name: word, MCP: name, File: f, Place: List})
		}
	}
	return list
}

// inFile returns the names in a file. Lists of tools are read in what hosts
// load: manifests, and the component c.
func inFile(f *skill.File, loaded bool, c *skill.Component) []Mention {
	if !f.Facts().NamesMCP {
		return nil
	}
	var list []Mention
	listed := map[int]bool{} // offsets that are read as words of a list
	words := func(place Place, n *skill.Node) {
		for _, word := range manifest.ToolWords(f, n) {
			if name, ok := mcp.ParseName(word.Text); ok {
				list = append(list, Mention{Name: word, MCP: name, File: f, Place: place})
				for at := f.Offset(word.Pos); at < f.Offset(word.End); at++ {
					listed[at] = true
				}
			}
		}
	}
	if loaded && strings.EqualFold(path.Ext(f.Path), ".md") {
		front := f.Frontmatter()
		for _, key := range toolKeys {
			words(List, front.Get(key))
		}
	}
	if c != nil && c.Kind == hosts.Settings {
		for _, key := range []string{"allow", "deny", "ask"} {
			words(Permission, c.Root.Get("permissions").Get(key))
		}
	}
	for _, m := range matched(f, c) {
		list = append(list, m)
		for at := f.Offset(m.Pos); at < f.Offset(m.End); at++ {
			listed[at] = true
		}
	}
	place := Text
	if codeFiles[strings.ToLower(path.Ext(f.Path))] {
		place = Code
	}
	for _, m := range f.Facts().MCP {
		if !listed[m.Start] {
			list = append(list, Mention{Name: contract.Name{Text: m.Text, Pos: f.Pos(m.Start), End: f.Pos(m.End)}, MCP: m.Name, File: f, Place: place})
		}
	}
	return list
}
