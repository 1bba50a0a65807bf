package skill

import (
	"path"
	"slices"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/manifest"
)

// Versions returns all versions of the package in a folder {skillId}, the
// lowest first.
func (ws *Workspace) Versions(root string) []*Package { return ws.versions[root] }

// PackageRoots returns the folders {skillId} in which packages or a
// definition stand, sorted, of the packages of that name; all of them when
// id is "".
func (ws *Workspace) PackageRoots(id string) []string {
	var roots []string
	for _, r := range ws.roots {
		if id == "" || path.Base(r) == id {
			roots = append(roots, r)
		}
	}
	return roots
}

// DefinitionOf returns the definition in a folder {skillId}, or nil.
func (ws *Workspace) DefinitionOf(root string) *Manifest { return ws.definitions[root] }

// Current returns the version that is meant by whoever names no version: the
// definition's currentVersion, else the highest active one, else nil.
func (ws *Workspace) Current(root string) *Package {
	versions := ws.versions[root]
	if current := rootOf(ws.definitions[root]).Get("currentVersion"); current.Is(String) {
		for _, p := range versions {
			if p.Version.Original() == current.Text {
				return p
			}
		}
	}
	for _, p := range slices.Backward(versions) {
		if p.Active() {
			return p
		}
	}
	return nil
}

// packageOf gives the manifests in a version's folder the identity and
// version that the folders' names are, and returns the package, or nil for a
// skill that is no package's.
func (ws *Workspace) packageOf(s *Skill) *Package {
	m := s.Manifest()
	if m.Dialect == Bindings || m.Dialect == MCPTools {
		return nil
	}
	p := ws.packages[s.Dir]
	if p == nil {
		return nil
	}
	s.ID.Text = p.ID
	if !s.ID.Pos.IsValid() {
		s.ID.Pos, s.ID.End = m.Pos(0), m.Pos(0)
	}
	s.Version = contract.Name{Text: p.Version.Original(), Pos: s.ID.Pos, End: s.ID.End}
	if v := rootOf(p.Manifest).Get("version"); v.Is(String) {
		s.Version.Pos, s.Version.End = v.Pos, v.End
	}
	s.Provides = p.Version
	return p
}

// findPackages lists the versions' folders that the manifests stand in.
func (ws *Workspace) findPackages() {
	ws.packages = map[string]*Package{}
	ws.versions = map[string][]*Package{}
	ws.definitions = map[string]*Manifest{}
	at := func(dir string) *Package {
		v := manifest.PackageVersion(dir)
		if v == nil {
			return nil
		}
		p := ws.packages[dir]
		if p == nil {
			p = &Package{Dir: dir, ID: path.Base(path.Dir(dir)), Version: v, Status: "active"}
			ws.packages[dir] = p
			ws.versions[p.Root()] = append(ws.versions[p.Root()], p)
		}
		return p
	}
	for _, m := range ws.Manifests {
		dir := path.Dir(m.Path)
		switch {
		case m.Dialect == Definition:
			ws.definitions[dir] = m
			ws.roots = append(ws.roots, dir)
		case m.Dialect == PackageManifest:
			if p := at(dir); p != nil {
				p.Manifest = m
				if status := m.Root.Get("status"); status.Is(String) {
					p.Status = status.Text
				}
			}
		case path.Base(m.Path) == "SKILL.md":
			if p := at(dir); p != nil {
				p.Text = m
			}
		}
	}
	for root, versions := range ws.versions {
		slices.SortFunc(versions, func(a, b *Package) int { return a.Version.Compare(b.Version) })
		for _, p := range versions {
			p.Definition = ws.definitions[root]
		}
		ws.roots = append(ws.roots, root)
	}
	for _, p := range ws.packages {
		for _, e := range ws.Tree.Below(p.Dir) {
			if e.Kind == Symlink {
				ws.files.Place(e.Path) // a finding may stand there
			}
		}
	}
	slices.Sort(ws.roots)
	ws.roots = slices.Compact(ws.roots)
}

// superseded reports whether another version of the same package is meant by
// whoever names the package: then nobody finds tools in this one.
func (ws *Workspace) superseded(s *Skill) bool {
	if s.Package == nil {
		return false
	}
	meant := ws.Current(s.Package.Root())
	if versions := ws.Versions(s.Package.Root()); meant == nil { // no active one: the package is known all the same
		meant = versions[len(versions)-1]
	}
	return meant != s.Package
}

// resolveBindings lets a binding name a definition by its `id`, too.
func (ws *Workspace) resolveBindings() {
	byID := map[string]string{}
	for _, root := range ws.roots {
		if id := rootOf(ws.definitions[root]).Get("id").Str(); id != "" {
			byID[id] = path.Base(root)
		}
	}
	for _, s := range ws.Skills {
		for i := range s.Imports {
			if imp := &s.Imports[i]; imp.Key == "skillDefinitionId" && byID[imp.From.Text] != "" {
				imp.From.Text = byID[imp.From.Text]
			}
		}
	}
}

// rootOf returns the data of a manifest, which may be nil.
func rootOf(m *Manifest) *Node {
	if m == nil {
		return nil
	}
	return m.Root
}
