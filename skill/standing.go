package skill

import (
	"path"
	"slices"
	"strings"
)

// A Standing says who loads a file.
type Standing uint8

const (
	LiveStanding   Standing = iota + 1 // a host loads it where it lies, or a plugin ships it
	SourceStanding                     // it is there to be copied or installed
	InertStanding                      // nobody loads it
)

// An InertReason says why nobody loads a file.
type InertReason string

const (
	Snapshot         InertReason = "snapshot"          // a backup, an archive, a dated copy
	Fixture          InertReason = "fixture"           // data of tests
	Sample           InertReason = "sample"            // a skill among the resources of another
	Translated       InertReason = "copy"              // a translation, or a copy for another agent
	NotLoaded        InertReason = "not-loaded"        // a folder that its plugin does not load
	InnerMarketplace InertReason = "inner-marketplace" // hosts read the outer one
)

// An InertFolder is a folder, or a file, that nobody loads.
type InertFolder struct {
	Path   string
	Reason InertReason
	By     string // the plugin that does not load it, or the outer marketplace; "" for other reasons
	Files  int    // how many manifests in it were left out
}

// Inert returns the folders with manifests that nobody loads and that were not
// judged for that reason, sorted by path. Their manifests are neither in
// Skills nor in Manifests.
func (ws *Workspace) Inert() []InertFolder {
	var list []InertFolder
	for _, f := range ws.standing.folders {
		if f.Files > 0 {
			list = append(list, *f)
		}
	}
	slices.SortFunc(list, func(a, b InertFolder) int { return strings.Compare(a.Path, b.Path) })
	return list
}

// InertAt reports whether a path is in a folder that nobody loads, and that is
// not judged.
func (ws *Workspace) InertAt(p string) bool { return ws.standing.at(p) != nil }

// Standing says who loads the file at a path.
func (ws *Workspace) Standing(p string) Standing {
	switch {
	case ws.InertAt(p):
		return InertStanding
	case hiddenFolder(path.Dir(p)) != "" || ws.PluginAt(path.Dir(p)) != nil:
		return LiveStanding
	}
	return SourceStanding
}

// A standing knows the folders that nobody loads.
type standing struct {
	folders map[string]*InertFolder
	plugins map[string]*shipped         // by folder
	same    map[string]bool             // manifests that are their originals to the byte: one skill with them
	judge   func(folder, p string) bool // what is judged all the same; nil for nothing
	tree    *Tree
}

// at returns the innermost folder that nobody loads and that holds a path, nil
// when there is none, or when the path is to be judged all the same.
func (s *standing) at(p string) *InertFolder {
	if len(s.folders) == 0 || s.same[p] {
		return nil
	}
	for d := p; d != "." && d != "/"; d = path.Dir(d) {
		if f := s.folders[d]; f != nil {
			if s.judge != nil && s.judge(d, p) {
				return nil
			}
			return f
		}
	}
	return nil
}

// skip counts a file that is left out, and reports whether it is.
func (s *standing) skip(p string) bool {
	f := s.at(p)
	if f == nil {
		return false
	}
	switch base := path.Base(p); {
	case isSkillMD(p), base == "plugin.json", base == "marketplace.json", base == "skill.json", base == "skill.yaml", base == "skill.yml":
		f.Files++
	}
	return true
}

func (s *standing) add(p string, reason InertReason, by string) {
	if s.folders[p] == nil {
		s.folders[p] = &InertFolder{Path: p, Reason: reason, By: by}
	}
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
	return dir == p.dir || slices.ContainsFunc(p.roots, func(root string) bool { return within(root, dir) })
}

// within reports whether a path is a folder or below it.
func within(dir, p string) bool {
	return dir == "." || p == dir || strings.HasPrefix(p, dir+"/")
}

// findNamed finds the folders that nobody loads by their names: a marketplace
// that lists a plugin in one of them proves the contrary.
func (s *standing) findNamed(markets []*Manifest) {
	var found []*InertFolder
	for _, e := range s.tree.Entries() {
		if e.Kind != Dir {
			continue
		}
		if reason := namedInert(s.tree, e.Path); reason != "" {
			found = append(found, &InertFolder{Path: e.Path, Reason: reason})
		}
	}
	for _, f := range found {
		s.add(f.Path, f.Reason, "")
	}
	var listed []string
	for _, m := range markets {
		if s.at(m.Path) == nil {
			listed = append(listed, localSources(s.tree, m)...)
		}
	}
	for _, f := range found {
		if slices.ContainsFunc(listed, func(dir string) bool { return within(f.Path, dir) }) {
			delete(s.folders, f.Path)
		}
	}
}

// localSources are the folders of a marketplace's entries, "." among them.
func localSources(t *Tree, m *Manifest) []string {
	var dirs []string
	base := path.Dir(path.Dir(m.Path))
	for _, item := range m.Root.Get("plugins").Items() {
		if dir := sourceDir(t, base, m.Root, item.Value); dir != "" {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// sourceDir is the folder that the local source of a marketplace's entry
// names; "" for another source, and for one that leaves the workspace.
func sourceDir(t *Tree, dir string, root, entry *Node) string {
	source := entry.Get("source")
	if !source.Is(String) || source.Text == "" {
		return ""
	}
	base := dir
	if at := root.Get("metadata").Get("pluginRoot"); at.Is(String) && !strings.HasPrefix(source.Text, ".") {
		base = path.Join(base, at.Text)
	}
	if real, kind := t.Resolve(path.Join(base, source.Text)); kind == Dir || kind == Pruned || kind == Absent {
		return real
	}
	return ""
}

// findUnloaded finds what nobody loads by what the manifests say.
func (s *standing) findUnloaded(manifests []*Manifest) {
	manifests = slices.DeleteFunc(slices.Clone(manifests), func(m *Manifest) bool { return s.at(m.Path) != nil })
	s.innerMarketplaces(manifests)
	dirs := map[string]*Manifest{} // of skills
	for _, m := range manifests {
		if isSkillMD(m.Path) {
			dirs[path.Dir(m.Path)] = m
		}
	}
	s.plugins = s.shipped(manifests)
	skills := make([]string, 0, len(dirs))
	for dir := range dirs {
		if !s.sample(dir, dirs) {
			skills = append(skills, dir)
		}
	}
	slices.Sort(skills)
	s.variants(skills, dirs)
	s.blankForms(skills, dirs)
	s.copies(skills, dirs)
	s.unloaded(skills)
}

// innerMarketplaces finds the marketplaces in plugins that another one lists.
func (s *standing) innerMarketplaces(manifests []*Manifest) {
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
		for outer, sources := range markets {
			if at := path.Dir(path.Dir(outer.Path)); at == dir || !within(at, dir) {
				continue
			}
			if slices.ContainsFunc(sources, func(plugin string) bool { return within(plugin, dir) }) {
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

func (s *standing) real(p string) string {
	real, _ := s.tree.Resolve(p)
	return real
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

// around reports whether a folder holds one that the plugin loads.
func (p *shipped) around(folder string) bool {
	return slices.ContainsFunc(p.roots, func(root string) bool { return within(folder, root) })
}
