package hosts

import (
	"path"
	"slices"
	"strings"
)

// A Manifest is what a plugin's manifest says about the plugin's parts.
type Manifest struct {
	Root string // the plugin's folder
	// Paths are, by key, what the manifest lists, joined to Root. A key that lists
	// none is there with an empty list.
	Paths map[string][]string
}

// InPlugin returns how the host loads a path as a part of a plugin that it has
// installed, and false when it does not.
func (h *Host) InPlugin(m Manifest, p string, files Files) (Load, bool) {
	for _, f := range h.Folders {
		if f.Scope != InPlugin {
			continue
		}
		listed, there := m.Paths[f.Key]
		there = there && f.Key != ""
		if !there || f.Mode == "adds" {
			if l, ok := f.load(m.Root, p, files); ok && !f.shadowed(m, p, files, there) {
				return l, true
			}
		}
		for _, dir := range listed {
			if l, ok := f.listed(m.Root, dir, p); ok {
				return l, true
			}
		}
	}
	return Load{}, false
}

// shadowed knows that a SKILL.md of the plugin's root counts only where there
// are no others, and that one in the folder of skills makes it one skill.
func (f *Folder) shadowed(m Manifest, p string, files Files, listed bool) bool {
	if f.Component != Skill || files == nil {
		return false
	}
	if f.Folder == "." {
		return listed || files(path.Join(m.Root, "skills"))
	}
	shadow := path.Join(m.Root, f.Folder, "SKILL.md")
	return f.Inner == Ignored && p != shadow && files(shadow)
}

// listed returns how a path is loaded that a key of the manifest names: the
// file itself, a skill's folder, or a folder that holds components.
func (f *Folder) listed(root, dir, p string) (Load, bool) {
	if p == dir && (f.Component != Skill || f.named(path.Base(p))) {
		return Load{f.host, f.moved(root, path.Dir(p)), root, path.Base(p)}, true
	}
	rest, ok := below(dir, p)
	if !ok {
		return Load{}, false
	}
	if f.Component == Skill && rest == "SKILL.md" || f.matches(rest) {
		return Load{f.host, f.moved(root, dir), root, rest}, true
	}
	return Load{}, false
}

// moved is the folder as if it stood at another path.
func (f *Folder) moved(root, dir string) *Folder {
	g := *f
	if g.Folder = "."; dir != root {
		g.Folder, _ = below(root, dir)
	}
	return &g
}

// PluginAt returns the folder that a file makes a plugin of the host, and the
// file's path in it; ok is false when the file is no manifest of the host's. A
// manifest that has no folder of the host's and no name of the host's is a file like
// any other, and never one.
func (h *Host) PluginAt(p string) (dir, at string, ok bool) {
	if h.Plugin == nil {
		return "", "", false
	}
	for _, at := range h.Plugin.Manifests {
		if at == "plugin.json" || p != at && !strings.HasSuffix(p, "/"+at) {
			continue
		}
		return path.Clean("./" + strings.TrimSuffix(p, at)), at, true
	}
	return "", "", false
}

// Lists reports whether a file is a list of plugins of the host.
func (h *Host) Lists(p string) bool {
	return h.Marketplace != nil && slices.ContainsFunc(h.Marketplace.Files, func(at string) bool { return p == at || strings.HasSuffix(p, "/"+at) })
}

// ListsPlugins reports whether a file is a list of plugins of some host.
func ListsPlugins(p string) bool {
	return path.Base(p) == "marketplace.json" && slices.ContainsFunc(All(), func(h *Host) bool { return h.Lists(p) })
}
