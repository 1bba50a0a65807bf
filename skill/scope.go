package skill

import (
	"path"

	"github.com/skilllint/skilllint/internal/standing"
	"github.com/skilllint/skilllint/internal/tree"
)

var collections Memo[map[string]bool]

var contractedCollections Memo[map[string]bool]

// HoldsContracts reports whether a skill of the collection that a path is in has a contract: a gateway, or a platform,
// loads them.
func (ws *Workspace) HoldsContracts(p string) bool {
	whole := ws.Whole()
	return contractedCollections.Of(whole, func() map[string]bool {
		in := map[string]bool{}
		for _, s := range whole.Skills {
			if s.Contracted() {
				in[whole.Collection(s.Dir)] = true
			}
		}
		return in
	})[whole.Collection(p)]
}

// Collection returns the folder of the collection that a path belongs to: the
// nearest around it with a marketplace of its own, or that is a copy of another
// repository by its name, owner--repository or owner@repository, or by the
// .github that it has kept; "." for what is in none. Names
// mean nothing outside of their collection.
func (ws *Workspace) Collection(p string) string {
	folders := collections.Of(ws, func() map[string]bool {
		folders := map[string]bool{}
		for _, m := range ws.marketplaces {
			folders[m.Dir] = true
		}
		for _, e := range ws.Tree.Entries() {
			if path.Base(e.Path) == ".github" {
				folders[path.Dir(e.Path)] = true
			}
		}
		return folders
	})
	for d := p; d != "." && d != "/"; d = tree.Parent(d) {
		if folders[d] || standing.IsClone(path.Base(d)) && !ws.isFile(d) {
			return d
		}
	}
	return "."
}

// isFile reports whether a path is that of a file.
func (ws *Workspace) isFile(p string) bool {
	e, ok := ws.Tree.Lookup(p)
	return ok && e.Kind == Regular
}
