package standing

import (
	"path"
	"slices"

	"github.com/skilllint/skilllint/internal/tree"
)

// unentered finds the manifests of plugins that nobody installs, as the marketplace around them is what is
// installed from, and has no entry for them: one in the folder of a marketplace whose plugins are below it, that
// has nothing to be loaded, and one within a plugin of the marketplace; and the manifest that came along with a skill.
func (s *Folders) unentered(manifests []*Manifest, listed, names map[string]bool) {
	above := map[string]*Manifest{}  // the marketplaces with plugins below them, by their folder
	within := map[string]*Manifest{} // the marketplace of a plugin, by the plugin's folder
	for _, m := range manifests {
		if m.Kind != Marketplace || s.At(m.Path) != nil {
			continue
		}
		at := path.Dir(path.Dir(m.Path))
		for _, plugin := range localSources(s.tree, m) {
			if within[plugin] = m; plugin != at && tree.Holds(at, plugin) && s.isThere(plugin) {
				above[at] = m
			}
		}
	}
	for _, m := range manifests {
		dir := path.Dir(path.Dir(m.Path))
		if m.Kind != Plugin || !InPluginFolder(m.Path, "plugin.json") || names[m.Root.Get("name").Str()] || listed[dir] || names[path.Base(dir)] {
			continue
		}
		if market := above[dir]; market != nil && s.isEmpty(m) {
			s.add(m.Path, Unlisted, market.Path)
		} else if s.cameAlong(dir) {
			s.add(m.Path, Unlisted, "")
		}
		for up := dir; up != "."; {
			up = path.Dir(up)
			if market := within[up]; market != nil && path.Dir(path.Dir(market.Path)) != dir {
				s.add(m.Path, Unlisted, market.Path)
			}
		}
	}
}

// cameAlong reports whether a plugin that no marketplace lists is a skill among several in a folder of skills that are no
// plugins: it was copied from its repository with all that lay beside it.
func (s *Folders) cameAlong(dir string) bool {
	around := tree.Parent(dir)
	if !IsCollection(around) || HiddenFolder(dir) != "" || !s.isThere(path.Join(dir, "SKILL.md")) {
		return false
	}
	skills, plugins := 0, 0
	for _, e := range s.tree.Children(around) {
		if s.isThere(path.Join(e.Path, "SKILL.md")) {
			skills++
		}
		if s.isThere(path.Join(e.Path, ".claude-plugin")) {
			plugins++
		}
	}
	return 2*plugins < skills
}

// componentPlaces are the names, in a plugin's folder, of what a host loads without being told so
// (code.claude.com/docs/en/plugins/manifest-reference, read 2026-11-21).
var componentPlaces = []string{"skills", "SKILL.md", "commands", "agents", "hooks/hooks.json", ".mcp.json", ".lsp.json", "output-styles", "workflows", "monitors", "themes"}

// isEmpty reports whether a plugin has nothing that a host loads.
func (s *Folders) isEmpty(m *Manifest) bool {
	dir := path.Dir(path.Dir(m.Path))
	return !slices.ContainsFunc(ComponentKeys, func(key string) bool { return m.Root.Get(key) != nil }) &&
		!slices.ContainsFunc(componentPlaces, func(name string) bool { return s.isThere(path.Join(dir, name)) })
}
