// Package servers knows who in a workspace uses the tools of MCP servers:
// skills, agents, commands, code and text, by the names that hosts form.
package servers

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/mcp"
	"github.com/skilllint/skilllint/skill"
)

// A Place says in what a tool is named.
type Place uint8

const (
	Dependency Place = iota // mcp_deps, imports
	List                    // a list of tools in a frontmatter
	Code
	Text // of Markdown, and of files that are neither manifest nor code
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

var uses skill.Memo[[]Use]

// Uses returns the places that name tools of recorded servers, by file and place.
func Uses(ws *skill.Workspace) []Use {
	return uses.Of(ws, func() []Use {
		if len(ws.RecordedServers()) == 0 {
			return nil
		}
		c := &collector{ws: ws}
		for _, s := range ws.Skills {
			c.imports(s)
		}
		files := slices.Concat(ws.Texts(), ws.Docs(), manifestsOutside(ws), sourceFiles(ws))
		slices.SortFunc(files, func(a, b *skill.File) int { return strings.Compare(a.Path, b.Path) })
		for _, f := range slices.Compact(files) {
			c.file(f)
		}
		slices.SortStableFunc(c.uses, func(a, b Use) int {
			return cmp.Or(strings.Compare(a.File.Path, b.File.Path), cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.Place, b.Place))
		})
		c.uses = slices.CompactFunc(c.uses, func(a, b Use) bool { return a.Pos == b.Pos && a.Tool == b.Tool && a.Server == b.Server })
		return c.uses
	})
}

// manifestsOutside are the manifests that are no texts of skills' folders.
func manifestsOutside(ws *skill.Workspace) []*skill.File {
	var files []*skill.File
	for _, m := range ws.Manifests {
		if m.Dialect != skill.MCPTools {
			files = append(files, m.File)
		}
	}
	return files
}

func sourceFiles(ws *skill.Workspace) []*skill.File {
	var files []*skill.File
	for _, s := range ws.Sources() {
		files = append(files, s.File)
	}
	return files
}

type collector struct {
	ws   *skill.Workspace
	uses []Use
}

func (c *collector) add(u Use) { c.uses = append(c.uses, u) }

// imports adds what skills import of servers by their contracts, and the
// mcp_deps of cli skills.
func (c *collector) imports(s *skill.Skill) {
	for _, m := range s.Manifests {
		for _, d := range c.ws.MCPDependencies(m) {
			if d.Recorded != nil {
				c.add(Use{Name: d.Name, File: m.File, Place: Dependency, Required: d.Required, Server: d.Recorded, Tool: d.Tool})
			}
		}
	}
	for i := range s.Imports {
		imp := &s.Imports[i]
		name, ok := contract.Server(imp.From.Text)
		if !ok || imp.Key == "mcp_deps" || imp.Key == "allowed-tools" {
			continue
		}
		if server := c.ws.ServerNamed(s.Manifest().Path, name); server != nil {
			for _, t := range imp.Tools {
				c.add(Use{Name: t, File: s.Manifest().File, Place: Dependency, Required: true, Server: server, Tool: t.Text})
			}
		}
	}
}

// toolKeys are the frontmatter keys under which hosts read lists of tools.
var toolKeys = []string{"allowed-tools", "allowedTools", "tools"}

// codeFiles are the extensions of code.
var codeFiles = map[string]bool{
	".py": true, ".js": true, ".mjs": true, ".cjs": true, ".ts": true, ".mts": true, ".cts": true, ".tsx": true, ".jsx": true, ".go": true, ".sh": true, ".bash": true, ".zsh": true, ".rb": true, ".rs": true, ".java": true, ".kt": true, ".ipynb": true,
}

func (c *collector) file(f *skill.File) {
	if skill.IsSnapshot(f.Path) {
		return
	}
	mentions := mcp.Mentions(f.Src)
	if len(mentions) == 0 {
		return
	}
	listed := map[int]bool{} // offsets that are read as words of a list
	if strings.EqualFold(path.Ext(f.Path), ".md") {
		front := f.Frontmatter()
		for _, key := range toolKeys {
			for _, word := range skill.ToolWords(f, front.Get(key)) {
				if n, ok := mcp.ParseName(word.Text); ok {
					if server, tool := c.ws.ServerOf(f.Path, n); server != nil {
						c.add(Use{Name: word, File: f, Place: List, Server: server, Tool: tool})
						for at := f.Offset(word.Pos); at < f.Offset(word.End); at++ {
							listed[at] = true
						}
					}
				}
			}
		}
	}
	place := Text
	if codeFiles[strings.ToLower(path.Ext(f.Path))] {
		place = Code
	}
	for _, m := range mentions {
		if listed[m.Start] {
			continue
		}
		if server, tool := c.ws.ServerOf(f.Path, m.Name); server != nil && tool != "" {
			c.add(Use{Name: contract.Name{Text: m.Text, Pos: f.Pos(m.Start), End: f.Pos(m.End)}, File: f, Place: place, Server: server, Tool: tool})
		}
	}
}

// names reports whether the use is of one tool, by its name or a pattern that
// is more than all of them.
func (u *Use) names(tool string) bool {
	return u.Tool != "" && u.Tool != "*" && mcp.Match(u.Tool, tool)
}
