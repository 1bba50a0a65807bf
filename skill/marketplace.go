package skill

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/manifest"
)

// Marketplaces returns the workspace's marketplaces, sorted by path.
func (ws *Workspace) Marketplaces() []*Marketplace { return ws.marketplaces }

// joinPlugins gives every plugin its marketplace, adds those that are an
// entry alone, and says in which marketplace each dependency is looked for.
// Plugins that live in other repositories are Remote.
func (ws *Workspace) joinPlugins() {
	byDir := map[string]*Skill{}
	for _, s := range ws.Skills {
		if s.Plugin != nil {
			byDir[s.Dir] = s
		}
	}
	own := map[*Skill]string{} // the plugin's marketplace
	for _, m := range ws.Manifests {
		if m.Dialect != MarketplaceManifest {
			continue
		}
		market := manifest.NewMarketplace(m, ws.Tree)
		ws.marketplaces = append(ws.marketplaces, market)
		for _, e := range market.Entries {
			s := byDir[e.Dir]
			if s == nil || e.Dir == "" || s.Plugin.Manifest == nil && s.ID.Text != e.Name.Text+"@" {
				s = &Skill{Dir: e.Dir, Scope: path.Dir(e.Dir), Manifests: []*Manifest{m}, Plugin: &Plugin{Dir: e.Dir}}
				s.ID = e.Name
				s.ID.Text += "@"
				if e.Dir == "" {
					s.Dir, s.Scope = market.Dir, market.Dir
					ws.Remote = append(ws.Remote, s)
				} else {
					byDir[e.Dir] = s
					ws.Skills = append(ws.Skills, s)
				}
			}
			if _, listed := own[s]; !listed {
				own[s] = market.Name.Text
				s.ID.Text = e.Name.Text + "@" // what users install it by
			}
			s.AddEntry(e)
		}
	}
	for _, s := range ws.Consumers() {
		if s.Plugin == nil {
			continue
		}
		s.ID.Text = pluginID(s.ID.Text, own[s])
		for i := range s.Imports {
			s.Imports[i].From.Text = pluginID(s.Imports[i].From.Text, own[s])
		}
	}
	slices.SortStableFunc(ws.Skills, func(a, b *Skill) int { return strings.Compare(a.Manifest().Path, b.Manifest().Path) })
}

// pluginID completes a plugin's id, name@marketplace, by the marketplace that
// is meant where none is written. Where that is not known either, the id says
// so in a way that no skill's name can be.
func pluginID(id, marketplace string) string {
	name, open := strings.CutSuffix(id, "@")
	switch {
	case !open:
		return id
	case marketplace == "":
		return name + " (plugin)"
	}
	return name + "@" + marketplace
}

// Marketplace returns the marketplace of that name, the workspace's own or the first
// of a source, or nil.
func (ws *Workspace) Marketplace(name string) *Marketplace {
	for _, m := range ws.marketplaces {
		if m.Name.Text == name {
			return m
		}
	}
	for _, source := range ws.opts.Sources {
		if m := source.Marketplace(name); m != nil {
			return m
		}
	}
	return nil
}
