// Package pluginset knows the plugins of a workspace: their names, their skills and the
// other parts that can be called.
package pluginset

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/skill"
)

var pluginMemo skill.Memo[[]*skill.Skill]

// All are the skills of the workspace that are plugins.
func All(p *lint.Pass) []*skill.Skill {
	return pluginMemo.Of(p.Workspace, func() []*skill.Skill {
		var list []*skill.Skill
		for _, s := range p.Skills {
			if s.Plugin != nil {
				list = append(list, s)
			}
		}
		return list
	})
}

var pluginsByCollection skill.Memo[map[string][]*skill.Skill]

// ByCollection are the plugins of each collection.
func ByCollection(p *lint.Pass) map[string][]*skill.Skill {
	return pluginsByCollection.Of(p.Workspace, func() map[string][]*skill.Skill {
		in := map[string][]*skill.Skill{}
		for _, s := range All(p) {
			collection := p.Collection(s.Dir)
			in[collection] = append(in[collection], s)
		}
		return in
	})
}

var skillsByPlugin skill.Memo[map[string][]*skill.Skill]

// pluginSkills are the skills in the folders of plugins, by the plugins' names.
func pluginSkills(p *lint.Pass) map[string][]*skill.Skill {
	return skillsByPlugin.Of(p.Workspace, func() map[string][]*skill.Skill {
		of := map[string][]*skill.Skill{}
		at := map[string][]*skill.Skill{} // a marketplace may make several plugins of one folder
		for _, plugin := range All(p) {
			at[plugin.Dir] = append(at[plugin.Dir], plugin)
		}
		for _, s := range p.Skills {
			around := p.PluginAt(s.Dir)
			if around == nil || s.Plugin != nil {
				continue
			}
			for _, plugin := range at[around.Dir] {
				for _, name := range namesOf(plugin) {
					of[name] = append(of[name], s)
				}
			}
		}
		return of
	})
}

// Installable are those and the plugins of other repositories.
func Installable(p *lint.Pass) []*skill.Skill { return slices.Concat(All(p), p.Remote) }

// Split returns the two halves of a plugin's id, name@marketplace.
func Split(id string) (name, marketplace string) {
	name, marketplace, _ = strings.Cut(strings.TrimSuffix(id, " (plugin)"), "@")
	return name, marketplace
}

// Loads reports whether a plugin loads the skill in a folder: one of
// skills/, of a folder that `skills` names, or that folder itself, or one that a host takes from elsewhere in it.
func Loads(p *lint.Pass, plugin *skill.Skill, dir string) bool {
	roots := skillRoots.Of(p.Workspace, plugin, func() map[string]bool { return rootsOf(p, plugin) })
	return roots[dir] || roots[path.Dir(dir)] || slices.ContainsFunc(p.SkillReaders(path.Join(dir, "SKILL.md")), func(r skill.Reader) bool {
		return !r.Guest && r.Folder.Scope == hosts.InPlugin && r.Root == plugin.Dir
	})
}

var skillRoots skill.MemoBy[*skill.Skill, map[string]bool]

// rootsOf are the folders in which a plugin's skills are looked for.
func rootsOf(p *lint.Pass, plugin *skill.Skill) map[string]bool {
	roots := map[string]bool{}
	add := func(at string) {
		real, _ := p.Tree.Resolve(at)
		roots[real] = true
	}
	listed := func(n *skill.Node) {
		for _, at := range skill.ComponentPaths(n, "skills") {
			add(path.Join(plugin.Dir, at.Text))
		}
	}
	add(path.Join(plugin.Dir, "skills"))
	if m := plugin.Plugin.Manifest; m != nil {
		listed(m.Root)
	}
	for _, market := range p.Marketplaces() {
		for _, e := range market.Entries {
			if e.Dir == plugin.Dir && e.Local() {
				listed(e.Node)
			}
		}
	}
	return roots
}

// BeginsRight reports whether a path of a plugin or marketplace has the right
// form, or another rule speaks of it.
func BeginsRight(n *skill.Node, key string) bool {
	return strings.HasPrefix(n.Text, "./") || n.Text == "." && (key == "skills" || key == "source") || paths.EscapesUp(n.Text)
}

// Name is the name of a plugin, without its marketplace.
func Name(s *skill.Skill) string {
	name, _ := Split(s.ID.Text)
	return name
}

// namesOf are the names by which texts may call what a plugin brings: that before its parts, and that of its entry.
func namesOf(s *skill.Skill) []string {
	return slices.Compact([]string{s.Plugin.Prefix(), Name(s)})
}
