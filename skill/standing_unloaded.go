package skill

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/tree"
)

// findUnloaded finds what nobody loads by what the manifests say.
func (s *standing) findUnloaded(manifests []*Manifest) {
	manifests = slices.DeleteFunc(slices.Clone(manifests), func(m *Manifest) bool { return s.at(m.Path) != nil })
	dirs := map[string]*Manifest{} // of skills
	for _, m := range manifests {
		if isSkillMD(m.Path) {
			dirs[path.Dir(m.Path)] = m
		}
	}
	s.innerMarketplaces(manifests, dirs)
	s.plugins = s.shipped(manifests)
	skills := make([]string, 0, len(dirs))
	for dir := range dirs {
		if !s.sample(dir, dirs) {
			skills = append(skills, dir)
		}
	}
	slices.Sort(skills)
	s.indexes(skills, dirs)
	s.chapters(skills, dirs)
	s.variants(skills, dirs)
	s.retired(skills, dirs)
	s.blankForms(skills, dirs)
	s.copies(skills, dirs)
	s.unloaded(skills)
}

// innerMarketplaces finds the marketplaces in plugins that another one lists, and those
// that a skill brought along from its own repository: nobody adds them here.
func (s *standing) innerMarketplaces(manifests []*Manifest, skills map[string]*Manifest) {
	markets := map[*Manifest][]string{}
	for _, m := range manifests {
		if m.Dialect == MarketplaceManifest {
			markets[m] = localSources(s.tree, m)
		}
	}
	for _, m := range manifests {
		if markets[m] == nil && m.Dialect != MarketplaceManifest {
			continue
		}
		dir := path.Dir(path.Dir(m.Path))
		for up := dir; up != "."; up = path.Dir(up) {
			if skills[up] != nil && isCollection(path.Dir(up)) {
				s.add(m.Path, InnerMarketplace, "")
			}
		}
		for outer, sources := range markets {
			if at := path.Dir(path.Dir(outer.Path)); at == dir || !tree.Holds(at, dir) {
				continue
			}
			if slices.ContainsFunc(sources, func(plugin string) bool { return tree.Holds(plugin, dir) }) {
				s.add(m.Path, InnerMarketplace, "")
			}
		}
	}
}

// sample finds a skill among the resources of another one. A folder of
// skills, and the repository, may have one of their own that says what is in them.
func (s *standing) sample(dir string, skills map[string]*Manifest) bool {
	for up := dir; up != "." && s.plugins[up] == nil; {
		up = path.Dir(up)
		rest := strings.TrimPrefix(dir, up+"/")
		first, _, deeper := strings.Cut(rest, "/")
		if skills[up] == nil || !deeper && (up == "." || isCollection(up)) {
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
		}
	}
	return false
}

// A shipped is a folder that is installed as a plugin, before its contents are
// known.
type shipped struct {
	dir, name string
	roots     []string // folders of skills, or of one skill each
	alone     bool     // no other plugin has the same folder
}

// loads reports whether a plugin loads the skill in a folder, or something in
// the folders around it.
func (p *shipped) loads(dir string) bool {
	return dir == p.dir || slices.ContainsFunc(p.roots, func(root string) bool { return tree.Holds(root, dir) })
}

// around reports whether a folder holds one that the plugin loads.
func (p *shipped) around(folder string) bool {
	return slices.ContainsFunc(p.roots, func(root string) bool { return tree.Holds(folder, root) })
}

// shipped returns the folders that are plugins, by their manifests and by the
// entries of marketplaces.
func (s *standing) shipped(manifests []*Manifest) map[string]*shipped {
	plugins := map[string]*shipped{}
	add := func(dir string, n *Node) {
		p := plugins[dir]
		if p == nil {
			p = &shipped{dir: dir, name: n.Get("name").Str(), roots: []string{s.real(path.Join(dir, "skills"))}, alone: true}
			plugins[dir] = p
		} else if n.Get("source") != nil && n.Get("name").Str() != p.name {
			p.alone = false
		}
		for _, at := range ComponentPaths(n, "skills") {
			p.roots = append(p.roots, s.real(path.Join(dir, at.Text)))
		}
	}
	for _, m := range manifests {
		if m.Dialect == PluginManifest {
			add(path.Dir(path.Dir(m.Path)), m.Root)
		}
	}
	for _, m := range manifests {
		if m.Dialect != MarketplaceManifest || s.at(m.Path) != nil {
			continue
		}
		for _, item := range m.Root.Get("plugins").Items() {
			if dir := sourceDir(s.tree, path.Dir(path.Dir(m.Path)), m.Root, item.Value); dir != "" {
				add(dir, item.Value)
			}
		}
	}
	return plugins
}

// unloaded finds the folders of skills in plugins that do not load them. A
// plugin at the root of the repository shares it with what is no part of it, and a
// plugin that loads no skill at all says nothing about them.
func (s *standing) unloaded(skills []string) {
	around := func(dir string) *shipped {
		for d := dir; d != "."; d = path.Dir(d) {
			if p := s.plugins[d]; p != nil {
				return p
			}
		}
		return nil
	}
	loading := map[*shipped]bool{}
	for _, dir := range skills {
		if p := around(dir); p != nil && p.loads(dir) {
			loading[p] = true
		}
	}
	for _, dir := range skills {
		p := around(dir)
		if p == nil || !loading[p] || p.loads(dir) || s.at(dir) != nil || hiddenFolder(dir) != "" {
			continue
		}
		folder := path.Dir(dir)
		if folder == p.dir || p.around(folder) {
			folder = dir
		}
		s.add(folder, NotLoaded, p.name)
	}
}
