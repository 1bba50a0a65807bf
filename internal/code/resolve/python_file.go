package resolve

import (
	"path"

	"github.com/skilllint/skilllint/internal/tree"
)

// PythonFile returns the file that a module's name means, by the tree alone:
// relative ones start at the importing package, absolute ones at any folder
// above the importing file. It is "" when there is none.
func PythonFile(t *tree.Tree, from string, dots int, parts []string) string {
	dir := path.Dir(from)
	name := path.Join(parts...)
	for range max(0, dots-1) {
		dir = path.Dir(dir)
	}
	for {
		for _, p := range []string{path.Join(dir, name+".py"), path.Join(dir, name, "__init__.py")} {
			if target, kind := t.Resolve(p); kind == tree.Regular {
				return target
			}
		}
		if dots > 0 || dir == "." {
			return ""
		}
		dir = path.Dir(dir)
	}
}
