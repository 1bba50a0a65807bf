package changes

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/skill"
)

// contents pairs plugins, and skills of the open standard outside of plugins,
// and compares what users install.
func (c *comparer) contents(contracts []*Skill) []*Skill {
	broken := map[string]Level{}
	for _, s := range contracts {
		broken[s.ID] = s.Level()
	}
	list := slices.DeleteFunc(pair(named(c.base), named(c.today)), func(s *Skill) bool {
		return !installed(c.base, s.Before) || !installed(c.today, s.After) ||
			s.Before == nil && (c.hidden(s.After) || wasThere(c.base, s.After)) || s.After == nil && wasThere(c.today, s.Before)
	})
	for _, s := range list {
		s.Content = true
		switch {
		case s.After == nil && c.unreadableToday(s), s.Before == nil && c.unreadableBefore(s):
		case s.After != nil && s.After.Unreadable():
			s.unknown("")
		case s.Before != nil && s.Before.Unreadable():
			s.unknown(" in the base")
		default:
			s.measureContents()
			c.content(s, broken)
		}
	}
	return list
}

// named are the plugins and skills of a workspace that can be told apart from
// one state to another: a version of a package is a state itself.
func named(ws *skill.Workspace) []*skill.Skill {
	return slices.DeleteFunc(slices.Clone(ws.Skills), func(s *skill.Skill) bool {
		return s.Plugin == nil && (s.Package != nil || s.ID.Text == "" || s.Unreadable())
	})
}

// installed reports whether users install it by itself, and it promises no
// tools; true of nil.
func installed(ws *skill.Workspace, s *skill.Skill) bool {
	return s == nil || s.Plugin != nil || s.Manifest().Dialect == skill.Standard && !promises(s) && ws.PluginAt(s.Dir) == nil
}

// wasThere reports whether the manifest of a skill is in another state too:
// there it is a copy of another skill, or speaks another dialect.
func wasThere(ws *skill.Workspace, s *skill.Skill) bool {
	m := ws.ManifestAt(s.Manifest().Path)
	return s.Plugin == nil && m != nil && m.Root != nil
}

// pair finds for each state of before that of today: the one of the same name
// and folder, else of the same name, folder or text when there is just one.
func pair(before, today []*skill.Skill) []*Skill {
	var list []*Skill
	join := func(key func(s *skill.Skill) string) {
		was, is := byKey(before, key), byKey(today, key)
		gone := map[*skill.Skill]bool{}
		for _, s := range before {
			if k := key(s); k != "" && len(was[k]) == 1 && len(is[k]) == 1 {
				after := is[k][0]
				list = append(list, &Skill{ID: idOf(after), Before: s, After: after})
				gone[s], gone[after] = true, true
			}
		}
		paired := func(s *skill.Skill) bool { return gone[s] }
		before, today = slices.DeleteFunc(slices.Clone(before), paired), slices.DeleteFunc(slices.Clone(today), paired)
	}
	kind := func(s *skill.Skill) string {
		if s.Plugin != nil {
			return "plugin "
		}
		return "skill "
	}
	join(func(s *skill.Skill) string { return kind(s) + idOf(s) + " " + s.Dir })
	join(func(s *skill.Skill) string { return kind(s) + idOf(s) })
	join(func(s *skill.Skill) string { return kind(s) + s.Dir })
	join(wordsOf)
	for _, s := range before {
		list = append(list, &Skill{ID: idOf(s), Before: s})
	}
	for _, s := range today {
		list = append(list, &Skill{ID: idOf(s), After: s})
	}
	return list
}

func byKey(list []*skill.Skill, key func(s *skill.Skill) string) map[string][]*skill.Skill {
	byKey := map[string][]*skill.Skill{}
	for _, s := range list {
		byKey[key(s)] = append(byKey[key(s)], s)
	}
	return byKey
}

// idOf is what users know a skill or plugin by.
func idOf(s *skill.Skill) string {
	if s.Plugin == nil {
		return s.ID.Text
	}
	return strings.TrimSuffix(s.ID.Text, " (plugin)")
}

// wordsOf is what a skill says besides its name, "" for a plugin.
func wordsOf(s *skill.Skill) string {
	m := s.Manifest()
	if s.Plugin != nil || m.Root == nil {
		return ""
	}
	return m.Saying()
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

// differs reports whether a file that both states have says something else.
// White space and line ends say nothing.
func (c *comparer) differs(was, is string) bool {
	then, thenIn := c.base.Tree.Lookup(was)
	now, nowIn := c.today.Tree.Lookup(is)
	if thenIn && nowIn && (then.Kind != now.Kind || then.Kind == skill.Symlink) {
		return then.Kind != now.Kind || then.Target != now.Target
	}
	a, b := c.base.File(was), c.today.File(is)
	if a == nil || b == nil || !a.Known() || !b.Known() {
		return was == is && c.base.Changed(is) // no text: the bytes decide
	}
	if a.Sum == b.Sum {
		return false
	}
	m, n := c.base.ManifestAt(was), c.today.ManifestAt(is)
	if m != nil && n != nil && m.Root != nil && n.Root != nil {
		return !bytes.Equal(meaning(m.Root), meaning(n.Root)) || !sameWords(m.Between(m.Body, m.Size), n.Between(n.Body, n.Size))
	}
	if path.Base(is) == "package.json" {
		if m, n := a.JSON(), b.JSON(); m != nil && n != nil {
			return !bytes.Equal(meaning(m), meaning(n))
		}
	}
	return !sameWords(a.Source(), b.Source())
}

// aboutKeys are the keys of manifests that say something about a plugin or
// skill and change nothing in it.
var aboutKeys = []string{"version", "author", "authors", "license", "homepage", "repository", "keywords", "tags", "metadata", "displayName", "$schema", "date_added", "updated_at", "created_at", "source", "source_url"}

// meaning is a manifest's data without what is only about it.
func meaning(root *skill.Node) []byte {
	kept := *root
	kept.Members = slices.DeleteFunc(slices.Clone(root.Members), func(e skill.Member) bool {
		return e.Key != nil && slices.Contains(aboutKeys, e.Key.Text)
	})
	return kept.JSON()
}

// sameWords compares texts without white space and line ends.
func sameWords(a, b []byte) bool {
	return slices.EqualFunc(bytes.Fields(a), bytes.Fields(b), bytes.Equal)
}
