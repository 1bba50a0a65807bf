package manifest

import (
	_ "embed"
	"path"
	"slices"
	"strings"

	"github.com/Masterminds/semver/v3"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/standing"
	"github.com/skilllint/skilllint/internal/tree"
)

// PackageManifest is manifest.json of a package, {skillId}/{version}/.
var PackageManifest = &Dialect{
	Name:       "package",
	Doc:        "`{skillId}/{version}/` with `SKILL.md` and `manifest.json`: one version of a packaged skill",
	Schema:     packageSchema,
	Files:      func(p string) bool { return path.Base(p) == "manifest.json" },
	Match:      isPackageManifest,
	Confirm:    ofPackage,
	Versions:   []VersionAt{{[]string{"version"}, FullVersion}},
	Lower:      lowerPackage,
	Contracted: true,
}

// Definition is what is said of all versions of a package.
var Definition = &Dialect{
	Name:   "definition",
	Doc:    "`{skillId}/definition.json` with `skillId`, `currentVersion`",
	Schema: definitionSchema,
	Files:  func(p string) bool { return path.Base(p) == "definition.json" },
	Match: func(m *Manifest) bool {
		if m.Root == nil {
			return m.mentions("skillId")
		}
		return m.Root.Get("skillId") != nil || m.Root.Get("currentVersion") != nil && (m.Root.Get("triggerKeywords") != nil || m.Root.Get("isPublic") != nil)
	},
	Versions: []VersionAt{{[]string{"currentVersion"}, FullVersion}},
}

// Bindings are an agent's skills with the versions that it accepts:
// agents/*.json.
var Bindings = &Dialect{
	Name:   "bindings",
	Doc:    "`agents/*.json` with `skillDefinitionId`, `versionLock`",
	Schema: bindingsSchema,
	Files:  func(p string) bool { return document.IsJSON(p) && path.Base(path.Dir(p)) == "agents" },
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

// isPackageManifest tells a package's manifest.json from those of web apps
// and browser extensions: by keys of its own, or by the folder's name.
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
	return inVersion && m.Root.Is(document.Map)
}

// ofPackage tells a package from other folders that are named after a version: a
// vendored runtime, a theme. It has a SKILL.md, or its manifest names the skill.
func ofPackage(m *Manifest, t *tree.Tree, _ func(string) bool) bool {
	return m.Root.Get("skillId") != nil || m.Root == nil && m.mentions("skillId") ||
		slices.ContainsFunc(t.Children(path.Dir(m.Path)), func(e tree.Entry) bool { return standing.IsSkillMD(e.Path) })
}

// lowerPackage reads a package's manifest.json. Its identity and version are
// the folders' names, which packageOf fills in.
func lowerPackage(m *Manifest, s *Skill) {
	s.ID = NameOf(m.Root.Get("skillId"))
	for _, item := range m.Root.Get("tools").Items() {
		t := item.Value
		if !t.Get("name").Is(document.String) {
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

func either(n *document.Node, a, b string) *document.Node {
	if v := n.Get(a); v != nil {
		return v
	}
	return n.Get(b)
}

// BindingEntries returns the bindings of an agent: the elements, with a
// skillDefinitionId, of the document or of a list in it.
func (m *Manifest) BindingEntries() []*document.Node {
	var found []*document.Node
	lists := []*document.Node{m.Root}
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

// A Package is one version of a packaged skill: the folder {skillId}/{version}/.
type Package struct {
	Dir     string          // the folder of the version
	ID      string          // the name of the folder above
	Version *semver.Version // the folder's name
	Status  string          // of manifest.json; "active" when it says none

	Manifest   *Manifest // manifest.json, nil when there is none
	Text       *Manifest // SKILL.md, nil when there is none
	Definition *Manifest // {skillId}/definition.json, nil when there is none

	// Digest is the package's digest in hexadecimal, and Size how many bytes
	// its files have, see Digest; DigestErr says why there is neither.
	Digest    string
	Size      int64
	DigestErr error
}

// Permissions is what the manifest allows the code, nil when it says nothing.
func (p *Package) Permissions() *document.Node {
	if p == nil || p.Manifest == nil {
		return nil
	}
	if allowed := p.Manifest.Root.Get("permissions"); allowed.Is(document.Map) {
		return allowed
	}
	return nil
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
