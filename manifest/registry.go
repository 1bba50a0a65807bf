package manifest

import (
	_ "embed"
	"path"
	"strings"
	"unicode"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/document"
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
			return m.Root.Get("skills").Is(document.List)
		}
		return entries[0].Name.Text != "" && isEntry(entries[0].Node)
	},
}

//go:embed schema/registry.schema.json
var registrySchema []byte

// A RegistryEntry is what a registry says about one skill.
type RegistryEntry struct {
	Name contract.Name
	*document.Node
}

// RegistryEntries returns the entries of a registry in the order written: of
// its list or map under `skills`, or of the document itself. The name of one
// in a list is its `name`, or its `id` where that is a title or not there.
func (m *Manifest) RegistryEntries() []RegistryEntry {
	list := m.Root
	if skills := m.Root.Get("skills"); skills != nil {
		list = skills
	} else if list.Is(document.Map) && !ofEntries(list) {
		return nil
	}
	var entries []RegistryEntry
	for _, e := range list.Items() {
		if e.Value.Is(document.Map) {
			entries = append(entries, RegistryEntry{entryName(e.Value), e.Value})
		}
	}
	for _, e := range list.Entries() {
		if e.Value.Is(document.Map) {
			entries = append(entries, RegistryEntry{NameOf(e.Key), e.Value})
		}
	}
	return entries
}

func entryName(n *document.Node) contract.Name {
	name := NameOf(n.Get("name"))
	for _, key := range []string{"id", "key", "slug"} {
		if id := n.Get(key); (name.Text == "" || Title(name.Text)) && id.Is(document.String) {
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
func ofEntries(n *document.Node) bool {
	for _, e := range n.Entries() {
		if !e.Value.Is(document.Map) || !isEntry(e.Value) {
			return false
		}
	}
	return len(n.Entries()) > 0
}

// isEntry tells a skill's entry from those of registries of other things.
func isEntry(n *document.Node) bool {
	for _, key := range []string{"description", "version", "source_url", "skill_yaml_path", "path", "url", "repository"} {
		if n.Get(key) != nil {
			return true
		}
	}
	return false
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
		if at := e.Get(key); at.Is(document.String) && (strings.Contains(at.Text, "://") || strings.HasPrefix(at.Text, "git@")) {
			return at.Text
		}
	}
	return ""
}
