package tree

import (
	"io/fs"
	"path"
	"slices"
	"strings"
)

// pruneSubmodules makes Pruned the folders of which .gitmodules says that git checks another
// repository out there, and in which nothing is: it was not. The entries are sorted by path.
func (t *Tree) pruneSubmodules(fsys fs.FS) {
	src, err := ReadFile(fsys, ".gitmodules", maxIgnoreFile)
	if err != nil {
		return
	}
	find := func(p string) (int, bool) {
		return slices.BinarySearchFunc(t.entries, p, func(e Entry, p string) int { return strings.Compare(e.Path, p) })
	}
	for line := range strings.Lines(string(src)) {
		key, value, _ := strings.Cut(line, "=")
		p := path.Clean(strings.Trim(strings.TrimSpace(value), `"`))
		if strings.TrimSpace(key) != "path" || !fs.ValidPath(p) || p == "." {
			continue
		}
		if i, _ := find(p + "/"); i < len(t.entries) && Holds(p, t.entries[i].Path) {
			continue
		}
		switch i, listed := find(p); {
		case !listed:
			t.entries = slices.Insert(t.entries, i, Entry{Path: p, Kind: Pruned})
		case t.entries[i].Kind == Dir:
			t.entries[i].Kind = Pruned
		}
	}
}
