package changes

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/skill"
)

// A part is what users know of a plugin or skill: something with a name, the
// hooks, a key of its manifest, or a file.
type part struct {
	kind partKind
	name string
}

type partKind uint8

const (
	aSkill partKind = iota
	aCommand
	anAgent
	aStyle
	aServer
	aLanguageServer
	aDependency
	hooks
	aKey
	aFile
)

var partNames = [...]string{aSkill: "skill", aCommand: "command", anAgent: "agent", aStyle: "output style", aServer: "MCP server", aLanguageServer: "language server", aDependency: "dependency"}

func (p part) String() string {
	switch p.kind {
	case hooks:
		return "the hooks"
	case aKey:
		return fmt.Sprintf("%q of the manifest", p.name)
	case aFile:
		return p.name
	}
	return fmt.Sprintf("%s %q", partNames[p.kind], p.name)
}

// level is what the version owes to a change of the part. What others call by
// its name breaks them when it is gone.
func (p part) level(kind Kind) Level {
	switch {
	case kind == Removed && p.kind <= aLanguageServer:
		return Major
	case kind == Added && p.kind <= hooks:
		return Minor
	}
	return Patch
}

// parts is one state of a plugin or skill.
type parts struct {
	all    map[string]bool       // the files, relative to the folder
	files  map[part][]string     // those that a part is made of, sorted
	said   map[part][]byte       // what the manifests say of it
	skills map[part]*skill.Skill // of plugins
}

// has reports whether a part is there.
func (p *parts) has(x part) bool { return p.files[x] != nil || p.said[x] != nil }

// partsOf takes one state of a plugin or skill apart.
func partsOf(ws *skill.Workspace, s *skill.Skill) *parts {
	p := &parts{all: contentOf(ws, s), files: map[part][]string{}, said: map[part][]byte{}, skills: map[part]*skill.Skill{}}
	var servers map[string]bool
	if s.Plugin != nil {
		servers = p.declared(ws, s)
	}
	for _, name := range slices.Sorted(maps.Keys(p.all)) {
		if servers[name] {
			continue
		}
		x := part{aFile, name}
		if s.Plugin != nil {
			x = p.partAt(ws, s, name)
		}
		p.files[x] = append(p.files[x], name)
	}
	return p
}

// partAt returns the part of a plugin that a file belongs to.
func (p *parts) partAt(ws *skill.Workspace, s *skill.Skill, name string) part {
	full := path.Join(s.Dir, name)
	for dir := path.Dir(full); dir != s.Dir && dir != "."; dir = path.Dir(dir) {
		if owners := ws.In(dir); len(owners) > 0 {
			return p.skill(owners[0])
		}
	}
	if owners := ws.In(s.Dir); name == "SKILL.md" && len(owners) > 0 {
		return p.skill(owners[0])
	}
	for _, c := range []struct {
		kind partKind
		key  string
		dir  string // the default folder
	}{{aCommand, "commands", "commands"}, {anAgent, "agents", "agents"}, {aStyle, "outputStyles", "output-styles"}, {hooks, "hooks", "hooks/hooks.json"}} {
		for _, root := range componentRoots(s, c.key, c.dir) {
			switch rel, below := strings.CutPrefix(name, root+"/"); {
			case c.kind == hooks && name == root:
				return part{kind: hooks}
			case name == root:
				rel = path.Base(name)
				fallthrough
			case below && strings.EqualFold(path.Ext(name), ".md"):
				return part{c.kind, strings.ReplaceAll(strings.TrimSuffix(rel, path.Ext(rel)), "/", ":")}
			}
		}
	}
	return part{aFile, name}
}

// skill is the part that a skill of a plugin is.
func (p *parts) skill(s *skill.Skill) part {
	x := part{aSkill, s.ID.Text}
	p.skills[x] = s
	return x
}

// componentRoots are the files and folders that hold components of a kind,
// relative to the plugin.
func componentRoots(s *skill.Skill, key, standard string) []string {
	var roots []string
	for _, n := range declarations(s) {
		for _, at := range skill.ComponentPaths(n, key) {
			roots = append(roots, path.Clean(at.Text))
		}
	}
	if len(roots) == 0 {
		return []string{standard}
	}
	return roots
}

// declarations are the manifests of a plugin: plugin.json, and the entries of
// marketplaces, which may say the same.
func declarations(s *skill.Skill) []*skill.Node {
	var list []*skill.Node
	if m := s.Plugin.Manifest; m != nil {
		list = append(list, m.Root)
	}
	for _, e := range s.Plugin.Entries {
		list = append(list, e.Node)
	}
	return list
}

// describing are the keys of plugin.json and of a marketplace's entry that
// say something about a plugin, besides those that all manifests have.
var describing = append([]string{"name", "description", "category", "strict", "dependencies", "relevance", "defaultEnabled"}, aboutKeys...)

// declared reads what a plugin's manifests say, and returns the files of
// servers that it has read.
func (p *parts) declared(ws *skill.Workspace, s *skill.Skill) map[string]bool {
	for i, d := range s.Plugin.Dependencies {
		at := s.Imports[i].Version.Text
		if d.Marketplace.Text != "" {
			at += "@" + d.Marketplace.Text
		}
		p.said[part{aDependency, d.Name.Text}] = []byte(at)
	}
	read := map[string]bool{}
	servers := func(kind partKind, key, file string) {
		roots := componentRoots(s, key, file)
		for _, n := range declarations(s) {
			if n.Get(key).Is(skill.Map) {
				p.entries(kind, n.Get(key))
			}
		}
		for _, root := range roots {
			f := ws.File(path.Join(s.Dir, root))
			if f == nil || f.JSON() == nil {
				continue
			}
			list := f.JSON()
			if inner := list.Get(key); inner != nil {
				list = inner
			}
			p.entries(kind, list)
			read[root] = true
		}
	}
	servers(aServer, "mcpServers", ".mcp.json")
	servers(aLanguageServer, "lspServers", ".lsp.json")
	for _, n := range declarations(s) {
		for _, e := range n.Entries() {
			key := e.Key.Text
			if slices.Contains(describing, key) || (key == "mcpServers" || key == "lspServers") && e.Value.Is(skill.Map) {
				continue
			}
			x := part{aKey, key}
			if key == "hooks" {
				x = part{kind: hooks}
			}
			p.said[x] = append(p.said[x], e.Value.JSON()...)
		}
	}
	return read
}

func (p *parts) entries(kind partKind, list *skill.Node) {
	for _, e := range list.Entries() {
		x := part{kind, e.Key.Text}
		p.said[x] = append(p.said[x], e.Value.JSON()...)
	}
}

// contentOf are the files that make up a plugin or a skill, relative to its
// folder.
func contentOf(ws *skill.Workspace, s *skill.Skill) map[string]bool {
	files := map[string]bool{}
	own := ownPaths(ws, s)
	for _, e := range ws.Tree.Below(s.Dir) {
		if e.Kind != skill.Regular && e.Kind != skill.Symlink || ws.InertAt(e.Path) {
			continue
		}
		name := strings.TrimPrefix(e.Path, s.Dir+"/")
		if isContent(name, s.Dir == ".") && (s.Plugin == nil || ws.PluginAt(path.Dir(e.Path)).Dir == s.Dir) &&
			(own == nil || slices.ContainsFunc(own, func(p string) bool { return e.Path == p || strings.HasPrefix(e.Path, p+"/") })) {
			files[name] = true
		}
	}
	return files
}

// ownPaths are the paths that a plugin names, where several plugins of a
// marketplace share one folder; nil where all of the folder is the plugin's.
func ownPaths(ws *skill.Workspace, s *skill.Skill) []string {
	shares := func(o *skill.Skill) bool { return o != s && o.Plugin != nil && o.Dir == s.Dir }
	if s.Plugin == nil || s.Plugin.Manifest != nil || !slices.ContainsFunc(ws.Skills, shares) {
		return nil
	}
	paths := []string{}
	for _, e := range s.Plugin.Entries {
		for _, key := range skill.ComponentKeys {
			for _, at := range skill.ComponentPaths(e.Node, key) {
				paths = append(paths, path.Join(s.Dir, at.Text))
			}
		}
	}
	return paths
}

// ownFolders are the folders of a plugin at the root of a repository that are
// surely the plugin's own.
var ownFolders = []string{"skills", "commands", "agents", "hooks", "scripts", "references", "assets", "output-styles", "workflows", "themes", "monitors", "bin", "lib"}

// isContent tells what users get from what describes it.
func isContent(name string, atRoot bool) bool {
	first, _, deep := strings.Cut(name, "/")
	switch {
	case name == ".mcp.json" || name == ".lsp.json" || name == "SKILL.md":
		return true
	case strings.HasPrefix(first, ".") || atRoot && (!deep || !slices.Contains(ownFolders, first)):
		return false
	}
	base := strings.ToLower(path.Base(name))
	for _, prefix := range []string{"readme", "changelog", "license", "licence", "notice", "package-lock.json"} {
		if strings.HasPrefix(base, prefix) {
			return false
		}
	}
	return true
}

// aboutKeys are the keys of manifests that say something about a plugin or
// skill and change nothing in it.
var aboutKeys = []string{"version", "author", "authors", "license", "homepage", "repository", "keywords", "tags", "metadata", "displayName", "$schema", "date_added", "updated_at", "created_at", "source", "source_url"}
