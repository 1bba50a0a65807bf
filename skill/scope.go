package skill

import "path"

var collections Memo[map[string]bool]

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
	for d := p; d != "." && d != "/"; d = path.Dir(d) {
		if folders[d] || isClone(path.Base(d)) {
			return d
		}
	}
	return "."
}

// nameScope returns the folder in which the name of a skill in another folder
// is unique: that of the plugin which loads it, else the one that hosts search.
func (s *standing) nameScope(dir string) string {
	for d := dir; ; d = path.Dir(d) {
		if p := s.plugins[d]; p != nil {
			if p.loads(dir) && p.alone {
				return d
			}
			break
		}
		if d == "." || d == "/" {
			break
		}
	}
	if isClone(path.Base(dir)) {
		return dir // another repository, with the skill at its root
	}
	return path.Dir(dir)
}
