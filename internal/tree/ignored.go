package tree

import (
	"path"
	"reflect"
	"slices"
	"strings"
)

// Same reports whether two trees have the same entries, and git ignores the same below them.
func (t *Tree) Same(as *Tree) bool {
	return slices.Equal(t.entries, as.entries) && reflect.DeepEqual(t.ignores, as.ignores)
}

// Ignored reports whether git would ignore a file that is not there, or one of the folders
// that it would be in. What git tracks all the same is in the tree.
func (t *Tree) Ignored(p string) bool {
	p = path.Clean(p)
	if strings.HasPrefix(p, "../") {
		return false
	}
	for end := range len(p) + 1 {
		if end < len(p) && p[end] != '/' {
			continue
		}
		if at := p[:end]; t.ignoring(path.Dir(at)).match(at, end < len(p)) {
			return true
		}
	}
	return false
}

// IgnoredByName reports whether git would ignore a file that is not there by its very name, not by a pattern or
// with a folder: whoever wrote that keeps it on one machine on purpose.
func (t *Tree) IgnoredByName(p string) bool {
	p = path.Clean(p)
	by := t.ignoring(path.Dir(p)).decides(p, false)
	return by != nil && !by.negate && by.isOne() && !t.Ignored(path.Dir(p))
}

// IgnoresRepository reports whether a path leads to or into a folder of the root that is not there, and that git ignores by its
// very name: another repository is cloned into it.
func (t *Tree) IgnoresRepository(p string) bool {
	top, _, below := strings.Cut(path.Clean(p), "/")
	if _, is := t.Lookup(top); is || !below && path.Ext(top) != "" {
		return false
	}
	by := t.ignoring(".").decides(top, true)
	return by != nil && !by.negate && by.isOne()
}

// ignoring is what git ignores in a folder, which need not be there.
func (t *Tree) ignoring(dir string) *gitIgnore {
	for {
		if g, ok := t.ignores[dir]; ok || dir == "." {
			return g
		}
		dir = path.Dir(dir)
	}
}
