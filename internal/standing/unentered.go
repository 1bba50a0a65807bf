package standing

import (
	"path"
	"slices"

	"github.com/skilllint/skilllint/internal/tree"
)

// unentered finds the manifests of plugins that nobody installs, as the marketplace around them is what is
// installed from, and has no entry for them: one in the folder of a marketplace whose plugins are below it, that
// has nothing to be loaded, and one within a plugin of the marketplace.
func (s *Folders) unentered(manifests []*Manifest, listed, names map[string]bool) {
	for _, m := range manifests {
		if m.Kind != Plugin || !InPluginFolder(m.Path, "plugin.json") || names[m.Root.Get("name").Str()] {
			continue
		}
		dir := path.Dir(path.Dir(m.Path))
		if listed[dir] || names[path.Base(dir)] {
			continue
		}
		for _, market := range manifests {
			if at := path.Dir(path.Dir(market.Path)); market.Kind != Marketplace || s.At(market.Path) != nil || !tree.Holds(at, dir) {
				continue
			} else if at == dir && s.isEmpty(m) && s.hasPluginBelow(market, dir) || at != dir && s.isWithinPlugin(market, dir) {
				s.add(m.Path, Unlisted, market.Path)
			}
		}
	}
}

// hasPluginBelow reports whether a marketplace has a plugin in a folder below one.
func (s *Folders) hasPluginBelow(market *Manifest, dir string) bool {
	return slices.ContainsFunc(localSources(s.tree, market), func(plugin string) bool {
		_, kind := s.tree.Resolve(plugin)
		return kind == tree.Dir && plugin != dir && tree.Holds(dir, plugin)
	})
}

// isWithinPlugin reports whether a folder lies within that of a plugin of a marketplace.
func (s *Folders) isWithinPlugin(market *Manifest, dir string) bool {
	return slices.ContainsFunc(localSources(s.tree, market), func(plugin string) bool { return plugin != dir && tree.Holds(plugin, dir) })
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
