package skill

import (
	_ "embed"
	"path"

	"github.com/skilllint/skilllint/contract"
)

// Registry is an index of skills (S2 §5.1, and the open world's shapes).
var Registry = &Dialect{
	Name:   "registry",
	Doc:    "`registry.json` with a list or map of `skills`",
	Schema: registrySchema,
	Files:  func(p string) bool { return path.Base(p) == "registry.json" },
	Match: func(m *Manifest) bool {
		if m.Root == nil {
			return m.mentions("skills", "name")
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
// its list or map under `skills`, or of the document itself.
func (m *Manifest) RegistryEntries() []RegistryEntry {
	list := m.Root
	if skills := m.Root.Get("skills"); skills != nil {
		list = skills
	} else if list.Is(Map) {
		return nil
	}
	var entries []RegistryEntry
	for _, e := range list.Items() {
		if e.Value.Is(Map) {
			entries = append(entries, RegistryEntry{NameOf(e.Value.Get("name")), e.Value})
		}
	}
	for _, e := range list.Entries() {
		if e.Value.Is(Map) {
			entries = append(entries, RegistryEntry{NameOf(e.Key), e.Value})
		}
	}
	return entries
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
