package manifest

import (
	_ "embed"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/standing"
	"github.com/skilllint/skilllint/internal/tree"
)

// PluginManifest is .claude-plugin/plugin.json of a Claude Code plugin: a
// provider at its `version`, whose `dependencies` are imports with ranges of
// npm's kind (code.claude.com/docs/en/plugins/manifest-reference).
var PluginManifest = &Dialect{
	Name:     "plugin",
	Doc:      "`.claude-plugin/plugin.json`: a plugin with `dependencies` on versions of others",
	Schema:   pluginSchema,
	Files:    func(p string) bool { return standing.InPluginFolder(p, "plugin.json") },
	Match:    func(m *Manifest) bool { return true },
	Versions: []VersionAt{{[]string{"version"}, PluginVersion}, {[]string{"dependencies", "*", "version"}, VersionRange}},
	Lower:    lowerPlugin,
	Shares:   true,
	Beside:   besidePlugin,
}

// MarketplaceManifest is .claude-plugin/marketplace.json: a list of plugins
// (code.claude.com/docs/en/plugins/marketplace-reference). A plugin without a
// plugin.json is what its entry says.
var MarketplaceManifest = &Dialect{
	Name:     "marketplace",
	Doc:      "`.claude-plugin/marketplace.json`: a list of plugins",
	Schema:   marketplaceSchema,
	Files:    func(p string) bool { return standing.InPluginFolder(p, "marketplace.json") },
	Match:    func(m *Manifest) bool { return true },
	Versions: []VersionAt{{[]string{"plugins", "*", "version"}, PluginVersion}, {[]string{"plugins", "*", "dependencies", "*", "version"}, VersionRange}},
	Shares:   true,
}

//go:embed schema/plugin.schema.json
var pluginSchema []byte

//go:embed schema/marketplace.schema.json
var marketplaceSchema []byte

// A Plugin is a folder that Claude Code installs as one.
type Plugin struct {
	Dir      string
	Manifest *Manifest      // plugin.json; nil where the marketplace's entry stands for it
	Entries  []*PluginEntry // by which marketplaces of the workspace list it
	// Dependencies are the plugin's imports as written, in the order of the
	// skill's Imports.
	Dependencies []PluginDependency
}

// Prefix is what Claude Code puts before the names of what a plugin brings: the name in its own manifest, and
// where it has none that of its entry, by which users install it, or of its folder.
func (p *Plugin) Prefix() string {
	if p.Manifest != nil {
		if name := p.Manifest.Root.Get("name").Str(); name != "" {
			return name
		}
	}
	if len(p.Entries) > 0 {
		return p.Entries[0].Name.Text
	}
	return path.Base(p.Dir)
}

// A PluginDependency is one entry of `dependencies`.
type PluginDependency struct {
	Name        contract.Name
	Marketplace contract.Name // as written; the Text is empty for the plugin's own
}

// A Marketplace is a list of plugins.
type Marketplace struct {
	*Manifest
	Dir     string // its root, the folder that holds .claude-plugin
	Name    contract.Name
	Entries []*PluginEntry

	byName map[string]*PluginEntry
}

// NewMarketplace reads a marketplace.json: an entry without a name is none.
func NewMarketplace(m *Manifest, t *tree.Tree) *Marketplace {
	market := &Marketplace{Manifest: m, Dir: path.Dir(path.Dir(m.Path)), Name: NameOf(m.Root.Get("name")), byName: map[string]*PluginEntry{}}
	for _, item := range m.Root.Get("plugins").Items() {
		e := &PluginEntry{Node: item.Value, Name: NameOf(item.Value.Get("name")), Marketplace: market}
		if e.Name.Text == "" {
			continue
		}
		e.Dir = standing.SourceDir(t, market.Dir, m.Root, e.Node)
		market.Entries = append(market.Entries, e)
		if market.byName[e.Name.Text] == nil {
			market.byName[e.Name.Text] = e
		}
	}
	return market
}

// A PluginEntry is what a marketplace says about one plugin.
type PluginEntry struct {
	*document.Node
	Name        contract.Name
	Marketplace *Marketplace
	Dir         string // the folder that a local source names; "" for a remote one, or one that leaves the workspace
}

// Local reports whether the entry's source is a path.
func (e *PluginEntry) Local() bool { return e.Get("source").Is(document.String) }

// Entry returns the marketplace's entry of that name, or nil. A name that
// `renames` gives up leads to its successor.
func (m *Marketplace) Entry(name string) *PluginEntry {
	for range tree.MaxLinks {
		if e := m.byName[name]; e != nil {
			return e
		}
		if name = m.Root.Get("renames").Get(name).Str(); name == "" {
			break
		}
	}
	return nil
}

// lowerPlugin reads plugin.json. Its ID is name@marketplace, as Claude Code
// has it; the marketplace is added when all of them are known.
func lowerPlugin(m *Manifest, s *Skill) {
	s.Dir = path.Dir(s.Dir)
	s.Plugin = &Plugin{Dir: s.Dir, Manifest: m}
	s.ID = NameOf(m.Root.Get("name"))
	if s.ID.Text == "" {
		s.ID = contract.Name{Text: path.Base(s.Dir)}
	}
	s.ID.Text += "@"
	s.setVersion(m.Root.Get("version"))
	s.addDependencies(m.Root.Get("dependencies"))
}

// AddEntry adds what a marketplace says about a plugin.
func (s *Skill) AddEntry(e *PluginEntry) {
	s.Plugin.Entries = append(s.Plugin.Entries, e)
	s.addDependencies(e.Get("dependencies"))
	if s.Version.Text == "" {
		s.setVersion(e.Get("version"))
	}
}

func (s *Skill) setVersion(n *document.Node) {
	if !n.Is(document.String) || n.Text == "" {
		return
	}
	s.Version = NameOf(n)
	s.Provides, _ = contract.ParseVersion(n.Text)
}

// addDependencies adds the entries of a list of dependencies: "name",
// "name@marketplace", or a map with name, version and marketplace.
func (s *Skill) addDependencies(list *document.Node) {
	known := len(s.Plugin.Dependencies) // what plugin.json says, its marketplace entry need not say again
	for _, item := range list.Items() {
		n := item.Value
		var d PluginDependency
		imp := contract.Import{Key: "dependencies", Pos: n.Pos, End: n.End}
		switch {
		case n.Is(document.String):
			name, marketplace, _ := strings.Cut(n.Text, "@")
			d = PluginDependency{NameOf(n), contract.Name{Text: marketplace, Pos: n.Pos, End: n.End}}
			d.Name.Text = name
		case n.Is(document.Map):
			d = PluginDependency{NameOf(n.Get("name")), NameOf(n.Get("marketplace"))}
			if v := n.Get("version"); v.Is(document.String) && v.Text != "" {
				imp.Version = NameOf(v)
				imp.Range, imp.Err = contract.ParseRange(v.Text)
			}
		}
		if d.Name.Text == "" || slices.ContainsFunc(s.Plugin.Dependencies[:known], func(k PluginDependency) bool { return k.Name.Text == d.Name.Text }) {
			continue
		}
		imp.From = d.Name
		imp.From.Text += "@" + d.Marketplace.Text
		s.Plugin.Dependencies = append(s.Plugin.Dependencies, d)
		s.Imports = append(s.Imports, imp)
	}
}

// besidePlugin is the package.json in the plugin's folder, with which
// plugin.json has to agree.
func besidePlugin(m *Manifest, t *tree.Tree) []string {
	p := path.Join(path.Dir(path.Dir(m.Path)), "package.json")
	if e, ok := t.Lookup(p); ok && e.Kind == tree.Regular {
		return []string{p}
	}
	return nil
}
