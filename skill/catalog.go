package skill

import (
	"go/token"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/contract"
)

var catalogs Memo[contract.Catalog]

// Catalog returns what is handed to a gateway, and what the linter resolves
// bindings by: the contracts of the skills that export tools or import some,
// that speak a dialect of contracts or are packages, and the registry of the
// tools that procedures list, by id and version, and the agents' bindings to packages. Of several copies of a skill the first
// counts.
func (ws *Workspace) Catalog() contract.Catalog {
	return catalogs.Of(ws, func() (c contract.Catalog) {
		seen := map[[2]string]bool{}
		all := ws.Skills
		if ws.Tools != nil {
			all = append(slices.Clone(all), ws.Tools)
		}
		for _, source := range ws.opts.Sources {
			all = slices.Concat(all, source.Skills)
		}
		for _, s := range all {
			if ws.owner[&s.Contract] != s {
				continue // a skill of another repository whose id is taken here
			}
			key := [2]string{s.ID.Text, s.Version.Text}
			if s.ID.Text == "" || seen[key] || !s.Contracted() {
				continue
			}
			seen[key] = true
			c.Contracts = append(c.Contracts, &s.Contract)
		}
		slices.SortStableFunc(c.Contracts, func(a, b *contract.Contract) int {
			if byID := strings.Compare(a.ID.Text, b.ID.Text); byID != 0 {
				return byID
			}
			return strings.Compare(a.Version.Text, b.Version.Text)
		})
		for _, b := range ws.Bindings() {
			if b.Packaged && b.Err == nil {
				c.Bindings = append(c.Bindings, b.Binding)
			}
		}
		return c
	})
}

// A Binding is one agent's use of a skill, and where it is written.
type Binding struct {
	contract.Binding
	Packaged bool  // of a package; of anything else there is one version, and Lock chooses nothing
	Name     *Node // skillDefinitionId
	At       *Node // the lock, or Name where it is empty
	Err      error // why Lock is no range; Range is then meaningless
}

var bindingLists Memo[[]Binding]

// Bindings returns the agents' bindings to skills of the workspace, as they
// are written.
func (ws *Workspace) Bindings() []Binding {
	return bindingLists.Of(ws, func() (list []Binding) {
		packages := map[string]bool{}
		for _, s := range ws.Skills {
			if s.Package != nil {
				packages[s.ID.Text] = true
			}
		}
		for _, s := range ws.Skills {
			if s.Manifest().Dialect != Bindings {
				continue
			}
			entries := map[token.Pos]*Node{}
			for _, n := range s.Manifest().BindingEntries() {
				entries[n.Pos] = n
			}
			for i := range s.Imports { // one for each entry that names a skill, by what it means
				if imp := &s.Imports[i]; len(ws.Index.ID(imp.From.Text)) > 0 {
					b := bindingOf(s.ID.Text, imp.From.Text, entries[imp.Pos])
					b.Packaged = packages[b.Skill]
					list = append(list, b)
				}
			}
		}
		return list
	})
}

func bindingOf(agent, of string, n *Node) Binding {
	b := Binding{Binding: contract.Binding{Agent: agent, Skill: of, AutoUpdate: n.Get("autoUpdate").True()}, Name: n.Get("skillDefinitionId")}
	b.At = b.Name
	if id := n.Get("agentId").Str(); id != "" {
		b.Agent = id
	}
	if lock := n.Get("versionLock"); lock.Str() != "" {
		b.Lock, b.At = lock.Text, lock
		b.Range, b.Err = contract.ParseRange(lock.Text)
	}
	return b
}
