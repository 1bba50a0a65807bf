package standing

import (
	"path"
	"regexp"
	"slices"

	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/internal/tree"
)

// foreign finds the manifests of plugins that are for a host which is not known: most plugins of a folder have
// a manifest of its form (.acme-plugin/plugin.json), fewer have one of a host that is known, and no marketplace
// lists them.
func (s *Folders) foreign(manifests []*Manifest) {
	others := map[string]map[string]bool{} // the plugins of such a host by the folder around them
	for _, e := range s.tree.Entries() {
		if e.Kind != tree.Regular || path.Base(e.Path) != "plugin.json" || !pluginFolder.MatchString(path.Base(path.Dir(e.Path))) || isKnownPlugin(e.Path) {
			continue
		}
		plugin := path.Dir(path.Dir(e.Path))
		if others[path.Dir(plugin)] == nil {
			others[path.Dir(plugin)] = map[string]bool{}
		}
		others[path.Dir(plugin)][plugin] = true
	}
	if len(others) == 0 {
		return
	}
	listed, own := s.listed(manifests), map[string][]*Manifest{}
	for _, m := range manifests {
		if plugin := path.Dir(path.Dir(m.Path)); m.Kind == Plugin && InPluginFolder(m.Path, "plugin.json") && plugin != "." {
			own[path.Dir(plugin)] = append(own[path.Dir(plugin)], m)
		}
	}
	for around, of := range own {
		if len(others[around]) <= len(of) {
			continue
		}
		for _, m := range of {
			if dir := path.Dir(path.Dir(m.Path)); others[around][dir] && !listed[dir] {
				s.add(m.Path, Unlisted, "")
			}
		}
	}
}

// pluginFolder matches the name of a folder for the manifest of a plugin, by which each host has its own.
var pluginFolder = regexp.MustCompile(`^\.[a-z][a-z0-9]*-plugin$`)

// isKnownPlugin reports whether a file is the manifest of a plugin of a host that is known.
func isKnownPlugin(p string) bool {
	return slices.ContainsFunc(hosts.All(), func(h *hosts.Host) bool { _, _, is := h.PluginAt(p); return is })
}
