package skill

import (
	_ "embed"
	"path"
	"strings"
	"unicode"

	"github.com/skilllint/skilllint/contract"
)

// Registry is an index of skills.
var Registry = &Dialect{
	Name:   "registry",
	Doc:    "`registry.json` with a list or map of `skills`",
	Schema: registrySchema,
	Files:  func(p string) bool { return path.Base(p) == "registry.json" },
	Match: func(m *Manifest) bool {
		if m.Root == nil {
			return m.mentions("skills", "name") || m.mentions("skills", "id")
		}
		entries := m.RegistryEntries()
		if len(entries) == 0 { // an empty list of skills is a registry too
			return m.Root.Get("skills").Is(List)
		}
		return entries[0].Name.Text != "" && isEntry(entries[0].Node)
	},
}

//go:embed schema/registry.schema.json
var registrySchema []byte

// A RegistryEntry is what a registry says about one skill.
type RegistryEntry struct {
	Name contract.Name
	*Node
}

// RegistryEntries returns the entries of a registry in the order written: of
// its list or map under `skills`, or of the document itself. The name of one
// in a list is its `name`, or its `id` where that is a title or not there.
func (m *Manifest) RegistryEntries() []RegistryEntry {
	list := m.Root
	if skills := m.Root.Get("skills"); skills != nil {
		list = skills
	} else if list.Is(Map) && !ofEntries(list) {
		return nil
	}
	var entries []RegistryEntry
	for _, e := range list.Items() {
		if e.Value.Is(Map) {
			entries = append(entries, RegistryEntry{entryName(e.Value), e.Value})
		}
	}
	for _, e := range list.Entries() {
		if e.Value.Is(Map) {
			entries = append(entries, RegistryEntry{NameOf(e.Key), e.Value})
		}
	}
	return entries
}

func entryName(n *Node) contract.Name {
	name := NameOf(n.Get("name"))
	for _, key := range []string{"id", "key", "slug"} {
		if id := n.Get(key); (name.Text == "" || Title(name.Text)) && id.Is(String) {
			return NameOf(id)
		}
	}
	return name
}

// Title reports whether a name is written for readers: with blanks or capitals.
func Title(name string) bool {
	return strings.ContainsFunc(name, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsUpper(r) })
}

// ofEntries reports whether a document is a map of entries, and nothing else.
func ofEntries(n *Node) bool {
	for _, e := range n.Entries() {
		if !e.Value.Is(Map) || !isEntry(e.Value) {
			return false
		}
	}
	return len(n.Entries()) > 0
}

// isEntry tells a skill's entry from those of registries of other things.
func isEntry(n *Node) bool {
	for _, key := range []string{"description", "version", "source_url", "skill_yaml_path", "path", "url", "repository"} {
		if n.Get(key) != nil {
			return true
		}
	}
	return false
}

// Registered returns the skill that an entry of a registry describes, nil when
// it is not in the workspace. lost names the key of the entry (path,
// skill_yaml_path or name) that leads nowhere though it should.
func (ws *Workspace) Registered(m *Manifest, e RegistryEntry) (s *Skill, lost string) {
	elsewhere, dir := e.Elsewhere(), path.Dir(m.Path)
	for _, key := range []string{"path", "skill_yaml_path"} {
		at := e.Get(key)
		if !at.Is(String) || key == "skill_yaml_path" && elsewhere || strings.Contains(at.Text, "://") {
			continue
		}
		if ws.Leaves(m, e, key) {
			return nil, ""
		}
		target, kind := ws.registeredPath(dir, at.Text)
		if kind == Absent {
			return nil, key
		}
		return ws.named(target, e.Name.Text), ""
	}
	if e.Name.Text == "" {
		return nil, ""
	}
	for _, base := range []string{path.Join(dir, e.Name.Text), path.Join(dir, "skills", e.Name.Text)} {
		if s := ws.named(base, e.Name.Text); s != nil {
			return s, ""
		}
	}
	owners := ws.Index.ID(e.Name.Text)
	if len(owners) == 1 {
		return ws.Owner(owners[0]), ""
	}
	if _, kind := ws.Tree.Resolve(path.Join(dir, e.Name.Text)); elsewhere || kind != Absent || len(owners) > 0 {
		return nil, ""
	}
	return nil, "name"
}

// registeredPath finds what an entry's path leads to: from the registry's own
// folder, or from one above it, such as the repository's root.
func (ws *Workspace) registeredPath(dir, target string) (string, EntryKind) {
	first, kind := ws.Tree.Resolve(path.Join(dir, target))
	if kind != Absent {
		return first, kind
	}
	for dir != "." {
		dir = path.Dir(dir)
		if at, kind := ws.Tree.Resolve(path.Join(dir, target)); kind != Absent && kind != Outside {
			return at, kind
		}
	}
	return first, Absent
}

// Leaves reports whether the path under a key of a registry's entry leads out
// of the workspace, on any system.
func (ws *Workspace) Leaves(m *Manifest, e RegistryEntry, key string) bool {
	v := e.Get(key)
	if !v.Is(String) || strings.Contains(v.Text, "://") {
		return false
	}
	base := path.Dir(m.Path)
	if key == "skill_yaml_path" && e.Elsewhere() {
		base = "." // relative to the root of its own repository
	}
	text := strings.ReplaceAll(v.Text, `\`, "/")
	_, kind := ws.Tree.Resolve(path.Join(base, text))
	return path.IsAbs(text) || len(text) > 1 && text[1] == ':' || kind == Outside
}

// Elsewhere reports whether an entry says that its skill lives in another
// repository, or is made of files of its own choice.
func (e RegistryEntry) Elsewhere() bool {
	for _, key := range []string{"source_url", "url", "repository", "repo", "git", "source", "files"} {
		if e.Get(key) != nil {
			return true
		}
	}
	return false
}

// Address is the repository that an entry says its skill is of, "" without one.
func (e RegistryEntry) Address() string {
	for _, key := range []string{"source_url", "repository", "repo", "git"} {
		if at := e.Get(key); at.Is(String) && (strings.Contains(at.Text, "://") || strings.HasPrefix(at.Text, "git@")) {
			return at.Text
		}
	}
	return ""
}

// named returns the skill in a folder, or of a manifest; of several the one
// of that name.
func (ws *Workspace) named(at, name string) *Skill {
	dir := at
	if _, kind := ws.Tree.Resolve(at); kind == Regular {
		dir = path.Dir(at)
	}
	var found *Skill
	for _, s := range ws.In(dir) {
		if found == nil || s.ID.Text == name {
			found = s
		}
	}
	return found
}
