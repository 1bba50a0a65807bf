package pluginset

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

var partsOfPlugins skill.MemoBy[string, map[string]map[string]bool]

// Parts are the names by which each plugin's skills, commands and
// agents can be called in a collection: of another one nothing is known there.
func Parts(p *lint.Pass, collection string) map[string]map[string]bool {
	return partsOfPlugins.Of(p.Workspace, collection, func() map[string]map[string]bool {
		parts := map[string]map[string]bool{}
		dirs := map[string]string{}
		for _, s := range ByCollection(p)[collection] {
			real, kind := p.Tree.Resolve(s.Dir)
			for _, name := range namesOf(s) {
				if other, again := dirs[name]; again && other != s.Dir {
					delete(parts, name) // two of one name: which is meant is not known
					continue
				}
				if kind != skill.Dir || len(p.Tree.Below(real)) == 0 {
					continue // elsewhere, or a submodule that is not checked out
				}
				dirs[name], parts[name] = s.Dir, map[string]bool{}
				addParts(p, s, parts[name])
			}
		}
		addProjectCommands(p, parts)
		for name, known := range parts {
			for _, s := range pluginSkills(p)[name] {
				known[s.ID.Text], known[calledAs(name, s.ID.Text)], known[path.Base(s.Dir)] = true, true, true
			}
		}
		return parts
	})
}

// calledAs is the name by which a command or skill of a plugin is called whose frontmatter
// has the whole of it: a user types kit:scan, and Claude Code finds what shows that name.
func calledAs(plugin, name string) string { return strings.TrimPrefix(name, plugin+":") }

// inFolders is the name of an agent in folders of a plugin's agents: they stand before its own.
func inFolders(file, own string) string {
	return strings.ReplaceAll(path.Join(path.Dir(file), own), "/", ":")
}

// addParts adds a plugin's commands and agents: those of its default folders,
// and of all that its manifest names.
func addParts(p *lint.Pass, s *skill.Skill, parts map[string]bool) {
	add := func(key, root string) {
		entries := p.Tree.Below(root)
		if _, kind := p.Tree.Resolve(root); kind == skill.Regular {
			e, _ := p.Tree.Lookup(root)
			root, entries = path.Dir(root), []skill.Entry{e}
		}
		for _, e := range entries {
			if name, ok := strings.CutSuffix(e.Path, ".md"); ok {
				name = strings.TrimSuffix(name, "/SKILL") // which is called as its folder is
				parts[path.Base(name)] = true
				parts[strings.ReplaceAll(strings.TrimPrefix(name, root+"/"), "/", ":")] = true
				if file := p.File(e.Path); file != nil {
					own := FrontmatterOf(p, file).Get("name").Str()
					parts[own] = true
					parts[inFolders(strings.TrimPrefix(name, root+"/"), own)] = true
					if key == "commands" { // of an agent hosts put the plugin's name before any
						parts[calledAs(Name(s), own)] = true
					}
				}
			}
		}
	}
	for _, key := range []string{"commands", "agents"} {
		add(key, path.Join(s.Dir, key))
	}
	for _, e := range p.Tree.Children(path.Join(s.Dir, "skills")) {
		if e.Kind == skill.Symlink {
			addLinkedSkill(p, e.Path, parts)
		}
	}
	for _, e := range p.Tree.Children(path.Join(s.Dir, "workflows")) {
		parts[strings.TrimSuffix(path.Base(e.Path), path.Ext(e.Path))] = true
	}
	components := func(n *skill.Node) {
		for _, key := range []string{"commands", "agents"} {
			for _, at := range skill.ComponentPaths(n, key) {
				add(key, path.Join(s.Dir, at.Text))
			}
		}
		for _, e := range n.Get("commands").Entries() {
			parts[e.Key.Text] = true
		}
	}
	if s.Plugin.Manifest != nil {
		components(s.Plugin.Manifest.Root)
	}
	for _, e := range s.Plugin.Entries {
		components(e.Node)
	}
}

// addLinkedSkill adds a skill that lies elsewhere, and to whose folder a link leads.
func addLinkedSkill(p *lint.Pass, link string, parts map[string]bool) {
	dir, kind := p.Tree.Resolve(link)
	if file := p.File(path.Join(dir, "SKILL.md")); kind == skill.Dir && file != nil {
		parts[path.Base(link)], parts[FrontmatterOf(p, file).Get("name").Str()] = true, true
	}
}

// FrontmatterOf is a text's frontmatter, nil where it has none that can be read as it stands.
func FrontmatterOf(p *lint.Pass, f *skill.File) *skill.Node {
	if c := p.ComponentAt(f.Path); c != nil && c.File == f && c.Kind != hosts.Workflow && len(c.Problems) == 0 {
		return c.Root
	}
	return f.Frontmatter()
}

// CommandOf reports whether the plugin of a skill has a command or an agent of a name, or the
// folder around its folder of skills has one.
func CommandOf(p *lint.Pass, s *skill.Skill, name string) bool {
	plugin, around := p.PluginAt(s.Dir), path.Dir(path.Dir(s.Dir))
	for _, kind := range []string{"agents", "commands", "workflows"} {
		if _, is := p.Tree.Lookup(path.Join(around, kind, name+".md")); is && !strings.Contains(name, "/") {
			return true
		}
	}
	return plugin != nil && Parts(p, p.Collection(plugin.Dir))[Name(plugin)][name]
}

// addProjectCommands adds the commands of the repository's own that are called by a
// folder's name as those of a plugin are: .claude/commands/git/cm.md is /git:cm.
func addProjectCommands(p *lint.Pass, parts map[string]map[string]bool) {
	for _, load := range ProjectCommands(p) {
		if folder, name, ok := strings.Cut(load, ":"); ok && parts[folder] != nil {
			parts[folder][name] = true
		}
	}
}

var projectCommandNames skill.Memo[[]string]

// ProjectCommands are the names of the commands that hosts load where they lie.
func ProjectCommands(p *lint.Pass) []string {
	return projectCommandNames.Of(p.Workspace, func() []string {
		var names []string
		for _, e := range p.Tree.Entries() {
			if e.Kind != skill.Regular || !strings.Contains(e.Path, "/commands/") {
				continue
			}
			for _, load := range hosts.InProject(e.Path, nil) {
				if load.Component() == hosts.Command {
					names = append(names, load.Name(""))
				}
			}
		}
		return names
	})
}
