package standing

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/tree"
)

// isVendored reports whether a folder is called as those are that hold what others made, as it came, and is no skill or
// plugin itself, or is such a thing in external/, with a licence of its own. In a folder of skills the name is that of a kind of them.
func isVendored(t *tree.Tree, dir string) bool {
	switch strings.ToLower(path.Base(dir)) {
	case "third_party", "third-party", "thirdparty", "vendor", "vendored":
		if holdsManifest(t, dir) {
			return false
		}
	default:
		if around := strings.ToLower(path.Base(path.Dir(dir))); around != "external" && around != "externals" || !hasLicence(t, dir) {
			return false
		}
	}
	for at := path.Dir(dir); at != "." && at != "/"; at = path.Dir(at) {
		if IsCollection(at) {
			return false
		}
	}
	return true
}

// copiedRepositories returns the folders that hold whole repositories of others: two and more beside each other that have
// workflows, which GitHub runs at the root alone, and a licence.
func copiedRepositories(t *tree.Tree) []string {
	beside := map[string][]string{}
	for _, e := range t.Entries() {
		if dir := path.Dir(path.Dir(e.Path)); e.Kind == tree.Dir && strings.HasSuffix(e.Path, "/.github/workflows") && dir != "." && hasLicence(t, dir) {
			beside[path.Dir(dir)] = append(beside[path.Dir(dir)], dir)
		}
	}
	var list []string
	for _, dirs := range beside {
		if len(dirs) > 1 {
			list = append(list, dirs...)
		}
	}
	slices.Sort(list)
	return list
}

func hasLicence(t *tree.Tree, dir string) bool {
	return slices.ContainsFunc(t.Children(dir), func(e tree.Entry) bool {
		name := strings.ToUpper(path.Base(e.Path))
		return strings.HasPrefix(name, "LICENSE") || strings.HasPrefix(name, "LICENCE") || strings.HasPrefix(name, "COPYING")
	})
}

// listedFromOutside reports whether a marketplace that is not in a folder lists a plugin in it.
func (s *Folders) listedFromOutside(dir string, markets []*Manifest) bool {
	return slices.ContainsFunc(markets, func(m *Manifest) bool {
		return !tree.Holds(dir, m.Path) && slices.ContainsFunc(localSources(s.tree, m), func(source string) bool { return tree.Holds(dir, source) })
	})
}

// leaveOutRoot leaves out what hosts read at the root of a repository alone that was copied with all that it has: skills may be
// taken out of it, but nobody works in it, or installs from there.
func (s *Folders) leaveOutRoot(repository string) {
	for _, e := range s.tree.Children(repository) {
		if strings.HasPrefix(path.Base(e.Path), ".") {
			s.add(e.Path, Vendored, "")
		}
	}
}
