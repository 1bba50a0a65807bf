package plugins

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/internal/standing"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/loading"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/rules/internal/pluginset"
	"github.com/skilllint/skilllint/rules/internal/skilltext"
	"github.com/skilllint/skilllint/skill"
)

// unreached reports skills of a plugin that no list and no default reaches, once
// a plugin: those in folders of their own, and those that stand too deep.
func unreached(p *lint.Pass) {
	found, count := map[string][]string{}, map[string]int{}
	own := map[string]map[string]bool{} // the names of the folders of skills that a plugin loads
	for _, f := range p.Inert() {
		if f.Reason == skill.NotLoaded && !paths.IsExample(f.Path) && !loadedByAnother(p, f.Path) {
			if plugin := p.PluginAt(f.Path); plugin != nil && !standing.IsToCome(strings.TrimPrefix(f.Path, plugin.Dir+"/")) && !holdsAgents(plugin, f.Path) && !openedByCode(p, plugin, f.Path) && !copiedByCode(p, plugin, f.Path) && !servedByCode(p, plugin, f.Path) {
				found[plugin.Dir] = append(found[plugin.Dir], f.Path)
				count[plugin.Dir] += f.Files
			}
		}
	}
	for _, s := range p.Skills {
		if s.Plugin != nil || s.Manifest().Dialect != skill.Standard {
			continue
		}
		plugin := p.PluginAt(s.Dir)
		if plugin != nil && pluginset.Loads(p, plugin, s.Dir) {
			if own[plugin.Dir] == nil {
				own[plugin.Dir] = map[string]bool{}
			}
			own[plugin.Dir][path.Base(s.Dir)] = true
		}
		if plugin == nil || s.Dir == plugin.Dir || standing.HiddenFolder(path.Base(plugin.Dir)) != "" || // the folder of a project's agent
			pluginset.Loads(p, plugin, s.Dir) || len(loading.OwnLoads(p, s.Manifest().Path)) > 0 {
			continue
		}
		inside := strings.TrimPrefix(s.Dir, plugin.Dir+"/")
		if forOtherHost(plugin, inside) || strings.HasPrefix(inside, ".") || strings.Contains(inside, "/.") || paths.IsExample(inside) || paths.BelowSkill(p, s) || copiedByCode(p, plugin, s.Dir) || servedByCode(p, plugin, s.Dir) || standing.IsToCome(inside) || inOtherPlugin(p, plugin, s.Dir) || holdsAgents(plugin, s.Dir) || twinLoaded(p, s.Dir) {
			continue // another agent's, an example, an agent, a part of another skill, a template, loaded from elsewhere, or not for users
		}
		found[plugin.Dir] = append(found[plugin.Dir], s.Dir)
		count[plugin.Dir]++
	}
	for _, plugin := range pluginset.All(p) {
		dirs := found[plugin.Dir]
		if within := slices.DeleteFunc(slices.Clone(dirs), func(dir string) bool { return !paths.Inside("skills", dir) && !paths.Inside(".claude-plugin", dir) }); plugin.Dir == "." && len(dirs)-len(within) < len(own["."]) {
			count["."] -= len(dirs) - len(within) // the repository has more in it than the plugin
			dirs = within
		}
		if len(dirs) == 0 || cannotBeRead(plugin) || nobodyInstalls(p, plugin) || sourceBeside(p, dirs, own[plugin.Dir]) {
			continue
		}
		delete(found, plugin.Dir) // another plugin may share the folder
		slices.Sort(dirs)
		more := ""
		if len(dirs) > 1 {
			more = fmt.Sprintf(" and %d more", len(dirs)-1)
		}
		if all := count[plugin.Dir]; all > len(dirs) {
			more += fmt.Sprintf(", %d in all", all)
		}
		p.ReportAs(lint.Warning, lint.At(placeOf(plugin), "plugin %s does not load the skills in %s%s: they are neither directly in skills/ nor in a folder that its skills key names", pluginset.Name(plugin), dirs[0], more))
	}
}

// cannotBeRead reports whether the manifest of a plugin is not what it should be, so that nobody knows what it lists.
func cannotBeRead(plugin *skill.Skill) bool {
	m := plugin.Plugin.Manifest
	return m != nil && slices.ContainsFunc(m.Problems, func(p document.Problem) bool { return p.Kind == document.Syntax })
}

// forOtherHost reports whether a folder of a plugin is named after a host that does not take the
// plugin's manifest.
func forOtherHost(plugin *skill.Skill, inside string) bool {
	h := hosts.NamedIn(inside)
	if h == nil || plugin.Plugin.Manifest == nil {
		return false
	}
	_, at, takes := h.PluginAt(plugin.Plugin.Manifest.Path)
	return !takes || slices.Contains(h.Plugin.Guest, at)
}

// holdsAgents reports whether a plugin names a folder, one around it or a file in it among its agents: a
// SKILL.md there is one, whatever it is called.
func holdsAgents(plugin *skill.Skill, dir string) bool {
	m := plugin.Plugin.Manifest
	return m != nil && slices.ContainsFunc(skill.ComponentPaths(m.Root, "agents"), func(n *skill.Node) bool {
		agent := path.Join(plugin.Dir, n.Text)
		return paths.Inside(agent, dir) || paths.Inside(dir, agent)
	})
}

// inOtherPlugin reports whether a folder between a plugin's and a skill's has the manifest of
// another one, whatever host takes it.
func inOtherPlugin(p *lint.Pass, plugin *skill.Skill, dir string) bool {
	for d := dir; d != plugin.Dir && d != "."; d = path.Dir(d) {
		if _, is := p.Tree.Lookup(path.Join(d, "plugin.json")); is {
			return true
		}
	}
	return false
}

// nobodyInstalls reports whether the marketplace that lies beside a plugin's manifest lists
// other folders, and not this one: what hosts load are those.
func nobodyInstalls(p *lint.Pass, plugin *skill.Skill) bool {
	return len(plugin.Plugin.Entries) == 0 && slices.ContainsFunc(p.Marketplaces(), func(m *skill.Marketplace) bool {
		return m.Dir == plugin.Dir && slices.ContainsFunc(m.Entries, func(e *skill.PluginEntry) bool { return e.Dir != "" })
	})
}

// loadedByAnother reports whether another host, by a manifest of its own, loads a skill in a
// folder of a plugin, or the skill of that name in another plugin of the collection.
func loadedByAnother(p *lint.Pass, dir string) bool {
	return slices.ContainsFunc(p.Tree.Below(dir), func(e skill.Entry) bool {
		return path.Base(e.Path) == "SKILL.md" && len(p.SkillReaders(e.Path)) > 0
	}) || twinLoaded(p, dir)
}

// twinLoaded reports whether a host loads the skill of a folder's name elsewhere in the collection, outside of its plugin.
func twinLoaded(p *lint.Pass, dir string) bool {
	return slices.ContainsFunc(p.Skills, func(s *skill.Skill) bool {
		return path.Base(s.Dir) == path.Base(dir) && s.Dir != dir && p.Collection(s.Dir) == p.Collection(dir) && p.PluginAt(s.Dir) != p.PluginAt(dir) && len(p.SkillReaders(s.Manifest().Path)) > 0
	})
}

// openedByCode reports whether code of a plugin, such as a hook, reads a SKILL.md in a folder:
// what lies there is the plugin's own to load.
func openedByCode(p *lint.Pass, plugin *skill.Skill, dir string) bool {
	words := []string{path.Base(dir), "SKILL.md"}
	return slices.ContainsFunc(pluginset.Texts(p)[plugin.Dir], func(f *skill.File) bool {
		return !paths.Inside(dir, f.Path) && !document.IsMarkdown(f.Path) && path.Ext(f.Path) != ".json" && len(*skilltext.WordsHeld.Of(f, &words)) == len(words)
	})
}

// servedByCode reports whether a program in the same folder at a plugin's top reads SKILL.md files
// itself, such as a server that offers them: they are its data.
func servedByCode(p *lint.Pass, plugin *skill.Skill, dir string) bool {
	top := topOf(plugin, dir)
	return top != "skills" && paths.Inside(path.Join(plugin.Dir, top), p.Whole().OwnReader(dir).Path)
}

// topOf is the folder at a plugin's top that a path lies in.
func topOf(plugin *skill.Skill, p string) string {
	top, _, _ := strings.Cut(strings.TrimPrefix(p, strings.TrimPrefix(plugin.Dir+"/", "./")), "/")
	return top
}

// copiedByCode reports whether code or a recipe of a plugin brings what lies in one of its
// folders into the folder of skills of a project: it names that one of a host's, and lies in
// the folder at the plugin's top or names it. Templates are not for the plugin to load.
func copiedByCode(p *lint.Pass, plugin *skill.Skill, dir string) bool {
	top := topOf(plugin, dir)
	if top == "skills" {
		return false // where plugins have those that they load
	}
	return slices.ContainsFunc(intoProjects.Of(p.Workspace, plugin.Dir, func() []*skill.File { return filesIntoProjects(p, plugin) }), func(f *skill.File) bool {
		named := []string{top + "/"}
		return paths.Inside(path.Join(plugin.Dir, top), f.Path) || len(*skilltext.WordsHeld.Of(f, &named)) > 0
	})
}

var intoProjects skill.MemoBy[string, []*skill.File]

// filesIntoProjects are the files of a plugin that are no Markdown and no part of a skill, and name a
// folder in which hosts look for the skills of a project.
func filesIntoProjects(p *lint.Pass, plugin *skill.Skill) (list []*skill.File) {
	var folders []string
	for _, h := range hosts.All() {
		for _, f := range h.Folders {
			if f.Scope == hosts.Project && f.Component == hosts.Skill && strings.HasPrefix(f.Folder, ".") && strings.Contains(f.Folder, "/") {
				folders = append(folders, f.Folder)
			}
		}
	}
	for _, f := range p.Texts() {
		if in := paths.SkillFolder(p, f.Path); in != "" && in != plugin.Dir {
			continue // of a skill's own
		}
		if !document.IsMarkdown(f.Path) && paths.Inside(plugin.Dir, f.Path) && len(*skilltext.WordsHeld.Of(f, &folders)) > 0 {
			list = append(list, f)
		}
	}
	return list
}

// sourceBeside reports whether most skills that a plugin does not load lie in folders that are
// called as those of skills which it loads: what the latter are made of.
func sourceBeside(p *lint.Pass, dirs []string, own map[string]bool) bool {
	all, twins := 0, 0
	for _, dir := range dirs {
		for _, e := range p.Tree.Below(dir) {
			if path.Base(e.Path) != "SKILL.md" {
				continue
			}
			all++
			if own[path.Base(path.Dir(e.Path))] {
				twins++
			}
		}
	}
	return 2*twins > all
}
