package standing

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/internal/tree"
)

// innerMarketplaces finds the marketplaces in plugins that another one lists, those below another of the same name, as a
// build copies them, those with a collection among the skills of a project, and those that a skill brought along from its own repository: nobody adds them here.
func (s *Folders) innerMarketplaces(manifests []*Manifest, skills map[string]*Manifest) {
	markets := map[*Manifest][]string{}
	for _, m := range manifests {
		if m.Kind == Marketplace {
			markets[m] = localSources(s.tree, m)
		}
	}
	for _, m := range manifests {
		if markets[m] == nil && m.Kind != Marketplace {
			continue
		}
		dir := path.Dir(path.Dir(m.Path))
		if AmongSkills(dir) && skills[dir] == nil {
			s.add(m.Path, InnerMarketplace, "")
		}
		for up := dir; up != "."; up = path.Dir(up) {
			if skills[up] != nil && IsCollection(path.Dir(up)) {
				s.add(m.Path, InnerMarketplace, "")
			}
		}
		for outer, sources := range markets {
			if at := path.Dir(path.Dir(outer.Path)); at == dir || !tree.Holds(at, dir) {
				continue
			}
			if name := m.Root.Get("name").Str(); name != "" && name == outer.Root.Get("name").Str() || slices.ContainsFunc(sources, func(plugin string) bool { return tree.Holds(plugin, dir) }) {
				s.add(m.Path, InnerMarketplace, "")
			}
		}
	}
}

// innerPlugins finds the plugins of repositories that were copied whole among the skills of a project: nobody installs them here.
func (s *Folders) innerPlugins(manifests []*Manifest) {
	for _, m := range manifests {
		if dir := path.Dir(path.Dir(m.Path)); m.Kind == Plugin && AmongSkills(path.Dir(dir)) {
			s.add(dir, Vendored, "")
		}
	}
}

// AmongSkills reports whether a folder lies in the one in which a host looks for a project's skills.
func AmongSkills(dir string) bool {
	hidden := HiddenFolder(dir)
	return hidden != "" && strings.HasPrefix(dir, hidden+"/skills/")
}

// sample finds a skill among the resources of another one. A folder of
// skills, and the repository, may have one of their own that says what is in them.
func (s *Folders) sample(dir string, skills map[string]*Manifest) bool {
	for up := dir; up != "." && s.plugins[up] == nil; {
		up = path.Dir(up)
		rest := strings.TrimPrefix(dir, up+"/")
		first, _, deeper := strings.Cut(rest, "/")
		if skills[up] == nil || !deeper && (up == "." || IsCollection(up)) {
			continue
		}
		switch {
		case versionFolders[strings.ToLower(first)] && deeper:
			s.add(path.Join(up, first), Snapshot, "")
			return true
		case sampleFolders[strings.ToLower(first)]:
			s.add(path.Join(up, first), Sample, "")
			return true
		case isLocale(first):
			s.add(path.Join(up, first), Translated, "")
			return true
		case s.brought(up, rest):
			into, _, _ := strings.Cut(rest, "/skills/")
			s.add(path.Join(up, into, "skills"), Sample, "")
			return true
		}
	}
	return false
}

// brought reports whether a skill has another one in a folder of skills deep in its own, which
// is there to be copied to where that folder lies: no host and no plugin loads it from here.
func (s *Folders) brought(outer, rest string) bool {
	dir := path.Join(outer, rest)
	return strings.Contains(rest, "/skills/") && outer != "." && !IsCollection(outer) && !IsClone(path.Base(outer)) && HiddenFolder(rest) == "" &&
		!s.isShipped(dir) && len(hosts.InProject(path.Join(dir, "SKILL.md"), s.isThere)) == 0
}

// shipped returns the folders that are plugins, by their manifests and by the
// entries of marketplaces.
func (s *Folders) shipped(manifests []*Manifest) map[string]*shipped {
	plugins := map[string]*shipped{}
	add := func(dir string, n *document.Node) {
		p := plugins[dir]
		if p == nil {
			p = &shipped{dir: dir, name: n.Get("name").Str(), roots: []string{s.real(path.Join(dir, "skills")), s.real(path.Join(dir, "commands"))}, alone: true}
			plugins[dir] = p
		} else if n.Get("source") != nil && n.Get("name").Str() != p.name {
			p.alone = false
		}
		for _, at := range slices.Concat(ComponentPaths(n, "skills"), ComponentPaths(n, "commands")) {
			p.roots = append(p.roots, s.real(path.Join(dir, at.Text)))
		}
	}
	for _, m := range manifests {
		if m.Kind == Plugin {
			add(path.Dir(path.Dir(m.Path)), m.Root)
		}
	}
	for _, m := range manifests {
		if m.Kind != Marketplace || s.At(m.Path) != nil {
			continue
		}
		for _, item := range m.Root.Get("plugins").Items() {
			if dir := SourceDir(s.tree, path.Dir(path.Dir(m.Path)), m.Root, item.Value); dir != "" {
				add(dir, item.Value)
			}
		}
	}
	s.addLinked(plugins)
	return plugins
}

// shippedAround is the innermost plugin that holds a folder, but for one at the root.
func (s *Folders) shippedAround(dir string) *shipped {
	for d := dir; d != "."; d = path.Dir(d) {
		if p := s.plugins[d]; p != nil {
			return p
		}
	}
	return nil
}

// addLinked adds the folders that links in those of plugins' skills lead to: skills/pack to ../pack.
func (s *Folders) addLinked(plugins map[string]*shipped) {
	of := map[string][]*shipped{}
	for _, p := range plugins {
		for _, root := range p.roots {
			of[root] = append(of[root], p)
		}
	}
	for _, e := range s.tree.Entries() {
		if e.Kind == tree.Symlink {
			for _, p := range of[path.Dir(e.Path)] {
				p.roots = append(p.roots, s.real(e.Path))
			}
		}
	}
}

// names reports whether a plugin names a folder below its own, of a skill or around it, as one
// of its skills. home is the folder of both.
func (s *Folders) names(home, dir string) bool {
	for _, p := range []*shipped{s.shippedAround(dir), s.plugins["."]} {
		if p != nil && tree.Holds(p.dir, home) && (slices.Contains(p.roots, dir) || slices.Contains(p.roots, path.Dir(dir))) {
			return true
		}
	}
	return false
}

// isShipped reports whether a plugin loads the skill in a folder.
func (s *Folders) isShipped(dir string) bool {
	for _, p := range []*shipped{s.shippedAround(dir), s.plugins["."]} {
		if p != nil && p.loads(dir) {
			return true
		}
	}
	return false
}

// unloaded finds the folders of skills in plugins that do not load them. A
// plugin at the root of the repository shares it with what is no part of it, and a
// plugin that loads no skill at all says nothing about them.
func (s *Folders) unloaded(skills []string) {
	loading := map[*shipped]bool{}
	for _, dir := range skills {
		if p := s.shippedAround(dir); p != nil && p.loads(dir) {
			loading[p] = true
		}
	}
	for _, dir := range skills {
		if at := HiddenFolder(dir); path.Base(at) == ".claude-plugin" && s.plugins[path.Dir(at)] != nil && s.At(dir) == nil && !s.isShipped(dir) {
			s.add(path.Dir(dir), NotLoaded, s.plugins[path.Dir(at)].name) // the folder of the manifest is for that alone
			continue
		}
		p := s.shippedAround(dir)
		if p == nil || !loading[p] || p.loads(dir) || s.At(dir) != nil || HiddenFolder(dir) != "" {
			continue
		}
		folder := path.Dir(dir)
		if folder == p.dir || p.around(folder) {
			folder = dir
		}
		s.add(folder, NotLoaded, p.name)
	}
}

// NameScope returns the folder in which the name of a skill in another folder
// is unique: that of the plugin which loads it, else the one that hosts search.
func (s *Folders) NameScope(dir string) string {
	for d := dir; ; d = path.Dir(d) {
		if p := s.plugins[d]; p != nil {
			if p.loads(dir) && p.alone {
				return d
			}
			break
		}
		if d == "." || d == "/" {
			break
		}
	}
	if IsClone(path.Base(dir)) {
		return dir // another repository, with the skill at its root
	}
	return path.Dir(dir)
}
