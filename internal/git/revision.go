package git

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
)

// A Revision is one commit, seen from a folder of its repository. Submodules
// are shown as of the commit that it names, where their objects are at hand.
type Revision struct {
	*Objects
	Commit string // the full object name
	Name   string // as the user wrote it
	dir    string // the root of the file system on disk
	depth  int    // of submodules in submodules
	prefix string // the root of the file system inside the repository, "" or "a/b/"
	alone  bool   // the repository was opened for it, and is closed with it

	entries map[string]entry   // by path below the folder
	dirs    map[string][]entry // children by folder, sorted by name

	submodules map[string]*Revision // by path below the folder
	absent     map[string]bool      // paths of the submodules that cannot be shown
}

// An entry is one object of the tree.
type entry struct {
	path string
	mode fs.FileMode
	id   string
	size int64    // in bytes, or unknownSize
	repo *Objects // where the object is
}

const (
	unknownSize   = int64(-1)
	maxSubmodules = 16 // one in another
)

// Open reads the tree of a revision: a branch, a tag, a commit, or with
// "A...B" the merge base of the two, each HEAD when it is left out. dir is the
// folder that becomes the root.
func (r *Repository) Open(ctx context.Context, dir, name string) (*Revision, error) {
	prefix, err := r.prefix(dir)
	if err != nil {
		return nil, err
	}
	commit, err := r.resolve(ctx, name)
	if err != nil {
		return nil, err
	}
	rev := r.revision(dir, prefix, commit, name)
	if err := rev.list(ctx); err != nil {
		rev.Close()
		return nil, err
	}
	for _, children := range rev.dirs {
		sort.Slice(children, func(i, j int) bool { return children[i].path < children[j].path })
	}
	return rev, nil
}

func (r *Repository) revision(dir, prefix, commit, name string) *Revision {
	return &Revision{
		Objects: r.Objects(), Commit: commit, Name: name, dir: dir, prefix: prefix,
		entries: map[string]entry{}, dirs: map[string][]entry{".": nil},
		submodules: map[string]*Revision{}, absent: map[string]bool{},
	}
}

// list reads the tree below the prefix. The paths are counted first, with nothing kept: a small tree can stand
// for any number of files.
func (r *Revision) list(ctx context.Context) error {
	files, size := 0, 0
	err := r.listed(ctx, func(record string) error {
		if files, size = files+1, size+len(record); files > maxFiles {
			return &Error{Msg: fmt.Sprintf("%q has more than %d files", r.Name, maxFiles)}
		} else if size > maxPaths {
			return &Error{Msg: fmt.Sprintf("the paths of the files of %q have more than %d MiB", r.Name, maxPaths>>20)}
		}
		return nil
	}, "--name-only")
	if err != nil {
		return err
	}
	take := func(record string) error { r.take(ctx, record); return nil }
	err = r.listed(ctx, take, "-l")
	if e := (*Error)(nil); errors.As(err, &e) && r.repo.partial() { // it does not know the sizes of files that it has not
		clear(r.entries)
		clear(r.dirs)
		r.dirs["."] = nil
		return r.listed(ctx, take)
	}
	return err
}

// listed calls use for each file of the tree below the prefix, as git prints it.
func (r *Revision) listed(ctx context.Context, use func(record string) error, more ...string) error {
	dir, env, err := r.repo.borrow()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	args := append([]string{"ls-tree", "-r", "-z", "--full-tree"}, append(more, r.Commit)...)
	if r.prefix != "" {
		args = append(args, "--", r.prefix)
	}
	return read(command(ctx, dir, env, args...), func(out *bufio.Reader) error { return records(out, use) })
}

// take adds an entry as git prints it.
func (r *Revision) take(ctx context.Context, record string) {
	info, name, ok := strings.Cut(record, "\t")
	fields := strings.Fields(info)
	rel, below := strings.CutPrefix(name, r.prefix)
	if !ok || !below || len(fields) < 3 || !fs.ValidPath(rel) {
		return
	}
	size := unknownSize
	if len(fields) > 3 && fields[1] == "blob" {
		size, _ = strconv.ParseInt(fields[3], 10, 64)
	}
	switch {
	case fields[1] == "commit":
		r.mount(ctx, rel, fields[2])
	case fields[0] == "120000":
		r.add(entry{path: rel, id: fields[2], size: size, repo: r.Objects, mode: fs.ModeSymlink | 0o777})
	default:
		r.add(entry{path: rel, id: fields[2], size: size, repo: r.Objects, mode: 0o644})
	}
}

// mount shows a submodule as of a commit.
func (r *Revision) mount(ctx context.Context, at, commit string) {
	if r.absent[at] || r.submodules[at] != nil { // the tree is listed a second time
		return
	}
	sub := r.open(ctx, at, commit)
	if sub == nil {
		r.absent[at] = true
		if _, known := r.dirs[at]; !known {
			r.dirs[at] = nil
			r.add(entry{path: at, mode: fs.ModeDir | 0o755})
		}
		return
	}
	r.submodules[at] = sub
	for _, e := range sub.entries {
		if !e.mode.IsDir() {
			e.path = at + "/" + e.path
			r.add(e)
		}
	}
	for p := range sub.absent {
		r.absent[at+"/"+p] = true
	}
}

// open reads a submodule, nil when it is not checked out or its commit was
// not fetched.
func (r *Revision) open(ctx context.Context, path, commit string) *Revision {
	dir := filepath.Join(r.dir, filepath.FromSlash(path))
	repo, err := at(dir)
	if err != nil || repo == nil || !isObjectName(commit) {
		return nil
	}
	sub := repo.revision(dir, "", commit, commit)
	sub.depth, sub.alone = r.depth+1, true
	if sub.depth > maxSubmodules || sub.list(ctx) != nil {
		sub.Close()
		return nil
	}
	return sub
}

// Absent reports whether a path is a submodule that cannot be shown: it is
// not checked out, or its commit was not fetched.
func (r *Revision) Absent(path string) bool { return r.absent[path] }

// Missing is the error of the first object that could not be read, nil when
// all could.
func (r *Revision) Missing() error {
	if r.missing != nil {
		return r.missing
	}
	for _, sub := range r.submodules {
		if err := sub.Missing(); err != nil {
			return err
		}
	}
	return nil
}

// Close ends the processes that read objects, and closes what was opened for the revision.
func (r *Revision) Close() error {
	err := r.Objects.Close()
	for _, sub := range r.submodules {
		err = errors.Join(err, sub.Close())
	}
	if r.alone {
		err = errors.Join(err, r.repo.Close())
	}
	return err
}

// add registers an entry and the folders above it.
func (r *Revision) add(e entry) {
	r.entries[e.path] = e
	parent := path.Dir(e.path)
	if _, known := r.dirs[parent]; !known {
		r.dirs[parent] = nil
		r.add(entry{path: parent, mode: fs.ModeDir | 0o755})
	}
	r.dirs[parent] = append(r.dirs[parent], e)
}

// Blob returns the object name of a file, "" when there is none.
func (r *Revision) Blob(name string) string { return r.entries[name].id }
