package tree

import (
	"path"
	"sort"
	"strings"
)

// HasFolder reports whether a folder of the tree has a name, wherever it is.
func (t *Tree) HasFolder(name string) bool {
	t.once.Do(func() {
		t.folders = map[string]bool{}
		for _, e := range t.entries {
			if e.Kind == Dir {
				t.folders[path.Base(e.Path)] = true
			}
		}
	})
	return t.folders[name]
}

// Below returns the entries below a directory, at any depth, sorted by path.
func (t *Tree) Below(dir string) []Entry {
	if dir == "." {
		return t.entries
	}
	prefix := dir + "/"
	from := sort.Search(len(t.entries), func(i int) bool { return t.entries[i].Path >= prefix })
	to := from
	for to < len(t.entries) && strings.HasPrefix(t.entries[to].Path, prefix) {
		to++
	}
	return t.entries[from:to]
}

// Children returns the entries directly in a directory, sorted by path.
func (t *Tree) Children(dir string) []Entry {
	var children []Entry
	for _, e := range t.Below(dir) {
		if path.Dir(e.Path) == dir {
			children = append(children, e)
		}
	}
	return children
}
