package tree

import (
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/skilllint/skilllint/internal/parallel"
)

// An EntryKind says what stands at a path of the tree.
type EntryKind uint8

const (
	Absent  EntryKind = iota
	Regular           // a regular file
	Dir               // a directory that was walked
	Pruned            // there, but not looked into: ignored by git or by the configuration, .git, node_modules, a submodule that is not checked out, …
	Symlink           // a symbolic link
	Special           // a FIFO, device or socket: never opened
	Outside           // a path that leaves the tree: nothing is known about it
)

// An Entry is one path of the tree, relative to the root, with slashes.
type Entry struct {
	Path   string
	Kind   EntryKind
	Left   bool   // of a Dir: git leaves out what is in it, but for what a .gitignore keeps (data/*)
	Target string // of a Symlink, as written
	Err    error  // why a directory could not be read
}

// A Tree is the list of all entries below a root, sorted by path. It knows
// names only, no contents.
type Tree struct {
	entries []Entry
	index   map[string]int
	ignores map[string]*gitIgnore // by the folders in which git ignores what it does not ignore above them

	once    sync.Once
	folders map[string]bool // names of folders, see HasFolder

	linking sync.Once
	links   map[string][]string // the links to a path, see Aliases
}

// prunedDirs are never looked into: they hold other people's code.
var prunedDirs = map[string]bool{
	".git": true, ".hg": true, ".svn": true, ".jj": true, "node_modules": true,
	"__pycache__": true, "site-packages": true, ".venv": true, "venv": true, ".tox": true, ".mypy_cache": true, ".pytest_cache": true,
}

// Read walks the whole of fsys. It does not follow symbolic links, so it
// ends on any tree. skip says which further paths are not to be read; dir
// tells whether the path is a directory.
func Read(fsys fs.FS, skip func(path string, dir bool) bool) *Tree {
	return ReadTracked(fsys, skip, func(string) bool { return false })
}

// ReadTracked is Read for a tree of which git tracks some files and folders:
// these are read even where a .gitignore names them, as git does. tracked is
// asked about such paths only.
func ReadTracked(fsys fs.FS, skip func(path string, dir bool) bool, tracked func(path string) bool) *Tree {
	var folders []folder // that were read
	all := 0             // entries
	for level := []folder{{path: ".", ignore: rootIgnore(fsys), tracked: tracked}}; len(level) > 0; {
		parallel.Do(len(level), func(i int) { level[i].read(fsys, skip) })
		folders = append(folders, level...)
		var next []folder
		for i := range level {
			next = level[i].below(next)
			all += len(level[i].entries)
		}
		level = next
	}
	t := &Tree{entries: make([]Entry, 0, all+1), index: make(map[string]int, all+1), ignores: map[string]*gitIgnore{}}
	for i := range folders {
		t.entries = append(t.entries, folders[i].entries...)
		if at := folders[i].path; folders[i].ignore != nil && (at == "." || folders[i].ignore.dir == at) {
			t.ignores[at] = folders[i].ignore
		}
	}
	if err := folders[0].err; err != nil {
		t.entries = append(t.entries, Entry{Path: ".", Kind: Dir, Err: err})
	}
	slices.SortFunc(t.entries, func(a, b Entry) int { return strings.Compare(a.Path, b.Path) })
	t.prune(submodules(fsys))
	for i := range t.entries {
		t.index[t.entries[i].Path] = i
	}
	for i := range t.entries {
		for _, as := range installedAs(t.entries[i].Path) {
			if _, there := t.index[as]; !there {
				t.index[as] = i
			}
		}
	}
	for i := range folders {
		if at, ok := t.index[folders[i].path]; ok {
			t.entries[at].Left, t.entries[at].Err = folders[i].left, folders[i].err
		}
	}
	return t
}

// prune makes Pruned those folders in which nothing is: what belongs there was not checked out.
// The entries are sorted by path.
func (t *Tree) prune(folders []string) {
	find := func(p string) (int, bool) {
		return slices.BinarySearchFunc(t.entries, p, func(e Entry, p string) int { return strings.Compare(e.Path, p) })
	}
	for _, p := range folders {
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

// anyNames are names of files that no pattern is about: git leaves out what is in a folder
// where it ignores them all. Some ignore all but the kinds of files that they name.
var anyNames = []string{"any~name", "any~name.md", "any~name.py", "any~name.json"}

// A folder is one directory while the tree is read.
type folder struct {
	path    string
	ignore  *gitIgnore
	ignored bool // only what is tracked counts
	left    bool // see Entry
	tracked func(path string) bool
	entries []Entry
	err     error
}

// below adds the folders that are to be read below a folder that was.
func (f *folder) below(list []folder) []folder {
	for _, e := range f.entries {
		if e.Kind == Dir {
			list = append(list, folder{path: e.Path, ignore: f.ignore, tracked: f.tracked, ignored: f.ignored || f.ignore.match(e.Path, true)})
		}
	}
	return list
}

// read lists the folder.
func (f *folder) read(fsys fs.FS, skip func(path string, dir bool) bool) {
	var list []fs.DirEntry
	list, f.err = fs.ReadDir(fsys, f.path)
	if slices.ContainsFunc(list, func(e fs.DirEntry) bool { return e.Name() == "pyvenv.cfg" }) && f.path != "." {
		return // a virtual environment under another name
	}
	for _, e := range list {
		if e.Name() == ".gitignore" && e.Type().IsRegular() {
			f.ignore = f.ignore.with(fsys, f.path)
			break
		}
	}
	f.left = f.ignore != nil && !slices.ContainsFunc(anyNames, func(name string) bool { return !f.ignore.match(Join(f.path, name), false) })
	f.entries = make([]Entry, len(list))
	before, paths := strings.TrimPrefix(f.path+"/", "./"), f.room(list)
	for i, e := range list {
		from := paths.Len()
		paths.WriteString(before)
		paths.WriteString(e.Name())
		f.entries[i] = f.entry(fsys, skip, e, paths.String()[from:])
	}
}

// room is for the paths of what is in the folder, as parts of one text: a tree has many
// paths, and all live as long as it.
func (f *folder) room(list []fs.DirEntry) *strings.Builder {
	size := 0
	for _, e := range list {
		size += len(f.path) + 1 + len(e.Name())
	}
	var room strings.Builder
	room.Grow(size)
	return &room
}

// entry says what stands at one path of the folder.
func (f *folder) entry(fsys fs.FS, skip func(path string, dir bool) bool, e fs.DirEntry, p string) Entry {
	entry := Entry{Path: p}
	switch typ := e.Type(); {
	case typ.IsDir():
		entry.Kind = Dir
	case typ&fs.ModeSymlink != 0:
		entry.Kind = Symlink
		entry.Target, _ = fs.ReadLink(fsys, p)
	case typ.IsRegular():
		entry.Kind = Regular
	default:
		entry.Kind = Special
		return entry
	}
	dir := entry.Kind == Dir
	if dir && prunedDirs[e.Name()] || (f.ignored || f.ignore.match(p, dir)) && !f.tracked(p) || skip(p, dir) {
		entry.Kind = Pruned
	}
	return entry
}

// Entries returns all entries, sorted by path.
func (t *Tree) Entries() []Entry { return t.entries }

// Lookup returns the entry at exactly this path, without following links.
func (t *Tree) Lookup(p string) (Entry, bool) {
	i, ok := t.index[path.Clean(p)]
	if !ok {
		return Entry{}, false
	}
	return t.entries[i], true
}

// MaxLinks bounds how many symbolic links one path may go through, as the
// kernel does; a loop ends there.
const MaxLinks = 40

// Resolve follows the symbolic links in a path and says where it leads and
// what is there. Below a Pruned directory everything is Pruned, and what is not there
// below one that is Left; a path that leaves the root is Outside.
func (t *Tree) Resolve(p string) (string, EntryKind) {
	p = path.Clean(p)
	for range MaxLinks {
		if p == ".." || strings.HasPrefix(p, "../") || path.IsAbs(p) {
			return p, Outside
		}
		if p == "." {
			return p, Dir
		}
		kind, link := t.walkTo(p)
		e, listed := t.Lookup(cmp.Or(link, p))
		if kind != Symlink {
			if listed {
				p = e.Path
			}
			return p, kind
		}
		if path.IsAbs(e.Target) || e.Target == "" {
			return e.Target, Outside
		}
		p = path.Join(path.Dir(link), e.Target, strings.TrimPrefix(p, link))
	}
	return p, Absent
}

// walkTo returns the kind of p, or Symlink and the first link on the way to
// it. What is listed has no link above it, so the longest part of the path
// that is listed decides.
func (t *Tree) walkTo(p string) (EntryKind, string) {
	for at := p; ; {
		if i, ok := t.index[at]; ok {
			switch e := &t.entries[i]; {
			case e.Kind == Symlink:
				return Symlink, at
			case e.Kind == Pruned || at == p:
				return e.Kind, ""
			case e.Left:
				return Pruned, ""
			}
			return Absent, ""
		}
		end := strings.LastIndexByte(at, '/')
		if end < 0 {
			return Absent, ""
		}
		at = at[:end]
	}
}
