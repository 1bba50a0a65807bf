package standing

import (
	"slices"

	"github.com/skilllint/skilllint/internal/tree"
)

// A shipped is a folder that is installed as a plugin, before its contents are
// known.
type shipped struct {
	dir, name string
	roots     []string // folders of skills and commands, or of one of them each
	alone     bool     // no other plugin has the same folder
}

// loads reports whether a plugin loads the skill in a folder, or something in
// the folders around it.
func (p *shipped) loads(dir string) bool {
	return dir == p.dir || slices.ContainsFunc(p.roots, func(root string) bool { return tree.Holds(root, dir) })
}

// around reports whether a folder holds one that the plugin loads.
func (p *shipped) around(folder string) bool {
	return slices.ContainsFunc(p.roots, func(root string) bool { return tree.Holds(folder, root) })
}
