package skill

import (
	_ "embed"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/Masterminds/semver/v3"

	"github.com/skilllint/skilllint/contract"
)

// PackageManifest is manifest.json of a package, {skillId}/{version}/ (S4).
var PackageManifest = &Dialect{
	Name:     "package",
	Doc:      "`{skillId}/{version}/` with `SKILL.md` and `manifest.json`: one version of a packaged skill",
	Schema:   packageSchema,
	Files:    func(p string) bool { return path.Base(p) == "manifest.json" },
	Match:    isPackageManifest,
	Versions: []VersionAt{{[]string{"version"}, FullVersion}},
	Lower:    lowerPackage,
}

// Definition is what is said of all versions of a package (S4, SkillDefinition).
var Definition = &Dialect{
	Name:   "definition",
	Doc:    "`{skillId}/definition.json` with `skillId`, `currentVersion`",
	Schema: definitionSchema,
	Files:  func(p string) bool { return path.Base(p) == "definition.json" },
	Match: func(m *Manifest) bool {
		if m.Root == nil {
			return m.mentions("skillId")
		}
		return m.Root.Get("skillId") != nil || m.Root.Get("currentVersion") != nil
	},
	Versions: []VersionAt{{[]string{"currentVersion"}, FullVersion}},
}

// Bindings are an agent's skills with the versions that it accepts (S4,
// AgentSkillBinding): agents/*.json.
var Bindings = &Dialect{
	Name:   "bindings",
	Doc:    "`agents/*.json` with `skillDefinitionId`, `versionLock`",
	Schema: bindingsSchema,
	Files:  func(p string) bool { return isJSON(p) && path.Base(path.Dir(p)) == "agents" },
	Match: func(m *Manifest) bool {
		if m.Root == nil {
			return m.mentions("skillDefinitionId")
		}
		return len(m.BindingEntries()) > 0
	},
	Lower: lowerBindings,
}

//go:embed schema/package.schema.json
var packageSchema []byte

//go:embed schema/definition.schema.json
var definitionSchema []byte

//go:embed schema/bindings.schema.json
var bindingsSchema []byte

// A Package is one version of a packaged skill: the folder {skillId}/{version}/.
type Package struct {
	Dir     string          // the folder of the version
	ID      string          // the name of the folder above
	Version *semver.Version // the folder's name
	Status  string          // of manifest.json; "active" when it says none

	Manifest   *Manifest // manifest.json, nil when there is none
	Text       *Manifest // SKILL.md, nil when there is none
	Definition *Manifest // {skillId}/definition.json, nil when there is none

	// Digest is the package's digest in hexadecimal, see Digest; DigestErr
	// says why there is none.
	Digest    string
	DigestErr error
}

// Root is the folder {skillId}, which holds all versions.
func (p *Package) Root() string { return path.Dir(p.Dir) }

// Active reports whether the version may be used. Of a status that is none
// this is not known, and so not denied.
func (p *Package) Active() bool {
	switch p.Status {
	case "pending", "downloading", "validating", "installing", "failed", "deprecated":
		return false
	}
	return true
}

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
	if current := ws.definitions[root].root().Get("currentVersion"); current.Is(String) {
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

func (m *Manifest) root() *Node {
	if m == nil {
		return nil
	}
	return m.Root
}

// PackageVersion returns the version that a folder's name is. A folder below
// a root of its own is a package's; 1.0.0/ at the workspace's root is not.
func PackageVersion(dir string) *semver.Version {
	if !strings.Contains(dir, "/") {
		return nil
	}
	v, err := contract.ParseVersion(path.Base(dir))
	if err != nil {
		return nil
	}
	return v
}

// isPackageManifest tells a package's manifest.json from those of web apps
// and browser extensions: by S4's own keys, or by the folder's name.
func isPackageManifest(m *Manifest) bool {
	inVersion := PackageVersion(path.Dir(m.Path)) != nil
	if m.Root == nil {
		return inVersion || m.mentions("skillId")
	}
	for _, foreign := range []string{"manifest_version", "start_url", "short_name", "icons"} {
		if m.Root.Get(foreign) != nil {
			return false
		}
	}
	if m.Root.Get("skillId") != nil {
		return inVersion || m.Root.Get("version") != nil || m.Root.Get("checksumSha256") != nil
	}
	return inVersion && m.Root.Is(Map)
}

// lowerPackage reads a package's manifest.json. Its identity and version are
// the folders' names, which packageOf fills in.
func lowerPackage(m *Manifest, s *Skill) {
	s.ID = NameOf(m.Root.Get("skillId"))
	for _, item := range m.Root.Get("tools").Items() {
		t := item.Value
		if !t.Get("name").Is(String) {
			continue
		}
		s.Exports = append(s.Exports, contract.Tool{
			Name:        NameOf(t.Get("name")),
			Description: t.Get("description").Str(),
			Input:       schemaOf(either(t, "inputSchema", "input_schema")),
			Output:      schemaOf(either(t, "outputSchema", "output_schema")),
			ReadOnly:    either(t, "readOnly", "read_only").True(),
			Idempotent:  t.Get("idempotent").True(),
			Pos:         t.Pos, End: t.End,
		})
	}
}

func either(n *Node, a, b string) *Node {
	if v := n.Get(a); v != nil {
		return v
	}
	return n.Get(b)
}

// BindingEntries returns the bindings of an agent: the elements, with a
// skillDefinitionId, of the document or of a list in it.
func (m *Manifest) BindingEntries() []*Node {
	var found []*Node
	lists := []*Node{m.Root}
	for _, e := range m.Root.Entries() {
		lists = append(lists, e.Value)
	}
	for _, list := range lists {
		for _, item := range list.Items() {
			if item.Value.Get("skillDefinitionId") != nil {
				found = append(found, item.Value)
			}
		}
	}
	return found
}

// lowerBindings reads an agent's bindings: it needs skills, at versions that
// only the list of all versions can tell (rule unsatisfied-lock).
func lowerBindings(m *Manifest, s *Skill) {
	s.ID = contract.Name{Text: strings.TrimSuffix(path.Base(m.Path), path.Ext(m.Path)), Pos: m.Pos(0), End: m.Pos(0)}
	if id := NameOf(m.Root.Get("agentId")); id.Text != "" {
		s.ID = id
	}
	for _, b := range m.BindingEntries() {
		if from := NameOf(b.Get("skillDefinitionId")); from.Text != "" {
			s.Imports = append(s.Imports, contract.Import{From: from, Key: "skillDefinitionId", Pos: b.Pos, End: b.End})
		}
	}
}

// packageOf gives the manifests in a version's folder the identity and
// version that the folders' names are, and returns the package, or nil for a
// skill that is no package's.
func (ws *Workspace) packageOf(s *Skill) *Package {
	m := s.Manifest()
	if m.Dialect == Bindings {
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
	if v := p.Manifest.root().Get("version"); v.Is(String) {
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
		v := PackageVersion(dir)
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
				ws.place(e.Path) // a finding may stand there
			}
		}
	}
	slices.Sort(ws.roots)
	ws.roots = slices.Compact(ws.roots)
}

// Superseded reports whether another version of the same package is meant by
// whoever names the package: then nobody finds tools in this one.
func (ws *Workspace) Superseded(s *Skill) bool {
	if s.Package == nil {
		return false
	}
	meant := ws.Current(s.Package.Root())
	if versions := ws.Versions(s.Package.Root()); meant == nil { // no active one: the package is known all the same
		meant = versions[len(versions)-1]
	}
	return meant != s.Package
}

// digestPackages computes the digest of every package that has a manifest.
func (ws *Workspace) digestPackages(fsys fs.FS) {
	var list []*Package
	for _, p := range ws.packages {
		if p.Manifest != nil {
			list = append(list, p)
		}
	}
	parallel(len(list), func(i int) { list[i].Digest, list[i].DigestErr = Digest(fsys, list[i].Dir) })
}

// resolveBindings lets a binding name a definition by its `id`, too.
func (ws *Workspace) resolveBindings() {
	byID := map[string]string{}
	for _, root := range ws.roots {
		if id := ws.definitions[root].root().Get("id").Str(); id != "" {
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
