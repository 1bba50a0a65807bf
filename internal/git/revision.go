package git

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
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
	prefix string // the root of the file system inside the repository, "" or "a/b/"

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

const unknownSize = int64(-1)

// Open reads the tree of a revision: a branch, a tag, a commit, or with
// "A...B" the merge base of the two, each HEAD when it is left out. dir is the
// folder that becomes the root.
func Open(ctx context.Context, dir, name string) (*Revision, error) {
	prefix, err := run(ctx, dir, "rev-parse", "--show-prefix")
	if err != nil {
		var e *Error
		if errors.As(err, &e) && strings.Contains(e.Msg, "not a git repository") {
			return nil, &Error{dir + " is in no git repository", "name a plain folder with --base-dir"}
		}
		return nil, err
	}
	commit, err := resolve(ctx, dir, name)
	if err != nil {
		return nil, err
	}
	r := newRevision(dir, strings.TrimSuffix(string(prefix), "\n"), commit, name)
	if err := r.list(ctx); err != nil {
		return nil, err
	}
	for _, children := range r.dirs {
		sort.Slice(children, func(i, j int) bool { return children[i].path < children[j].path })
	}
	return r, nil
}

func newRevision(dir, prefix, commit, name string) *Revision {
	return &Revision{
		Objects: OpenObjects(dir), Commit: commit, Name: name, prefix: prefix,
		entries: map[string]entry{}, dirs: map[string][]entry{".": nil},
		submodules: map[string]*Revision{}, absent: map[string]bool{},
	}
}

// resolve returns the commit that a name means.
func resolve(ctx context.Context, dir, name string) (string, error) {
	if a, b, ok := strings.Cut(name, "..."); ok {
		left, err := resolve(ctx, dir, cmp.Or(a, "HEAD"))
		if err != nil {
			return "", err
		}
		right, err := resolve(ctx, dir, cmp.Or(b, "HEAD"))
		if err != nil {
			return "", err
		}
		out, err := run(ctx, dir, "merge-base", left, right)
		if err != nil {
			return "", missing(ctx, dir, name, "has no merge base")
		}
		return strings.TrimSpace(string(out)), nil
	}
	out, err := run(ctx, dir, "rev-parse", "--verify", "--quiet", "--end-of-options", name+"^{commit}")
	if err != nil {
		return "", missing(ctx, dir, name, "is no commit of this repository")
	}
	return strings.TrimSpace(string(out)), nil
}

// missing explains a revision that is not there: in a shallow clone the
// reason is nearly always that it was not fetched.
func missing(ctx context.Context, dir, name, what string) error {
	if shallow(ctx, dir) {
		return &Error{fmt.Sprintf("%q %s, which is a shallow clone", name, what), "fetch the history (actions/checkout: fetch-depth: 0; or git fetch --unshallow)"}
	}
	return &Error{fmt.Sprintf("%q %s", name, what), "git branch -a and git tag list what there is"}
}

// shallow reports whether the history of a clone was not fetched wholly.
func shallow(ctx context.Context, dir string) bool {
	out, err := run(ctx, dir, "rev-parse", "--is-shallow-repository")
	return err == nil && strings.TrimSpace(string(out)) == "true"
}

// list reads the tree below the prefix.
func (r *Revision) list(ctx context.Context) error {
	out, err := run(ctx, r.dir, "ls-tree", "-r", "-z", "-l", "--full-tree", r.Commit)
	if err != nil { // a partial clone does not know the sizes of files that it has not
		out, err = run(ctx, r.dir, "ls-tree", "-r", "-z", "--full-tree", r.Commit)
	}
	if err != nil {
		return err
	}
	for _, record := range bytes.Split(out, []byte{0}) {
		info, name, ok := strings.Cut(string(record), "\t")
		fields := strings.Fields(info)
		if !ok || len(fields) < 3 {
			continue
		}
		size := unknownSize
		if len(fields) > 3 && fields[1] == "blob" {
			size, _ = strconv.ParseInt(fields[3], 10, 64)
		}
		rel, below := strings.CutPrefix(name, r.prefix)
		switch {
		case !below:
		case fields[1] == "commit":
			r.mount(ctx, rel, fields[2])
		case fields[0] == "120000":
			r.add(entry{path: rel, id: fields[2], size: size, repo: r.Objects, mode: fs.ModeSymlink | 0o777})
		default:
			r.add(entry{path: rel, id: fields[2], size: size, repo: r.Objects, mode: 0o644})
		}
	}
	return nil
}

// mount shows a submodule as of a commit.
func (r *Revision) mount(ctx context.Context, at, commit string) {
	dir := filepath.Join(r.dir, filepath.FromSlash(at))
	sub := newRevision(dir, "", commit, commit)
	_, err := os.Lstat(filepath.Join(dir, ".git")) // else git would take the repository around it
	if err != nil || sub.list(ctx) != nil {
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

// Close ends the processes that read objects.
func (r *Revision) Close() error {
	err := r.Objects.Close()
	for _, sub := range r.submodules {
		err = errors.Join(err, sub.Close())
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

// Changed returns the paths below the root that differ between the revision
// and the work tree, untracked files included.
func (r *Revision) Changed(ctx context.Context) (map[string]bool, error) {
	changed := map[string]bool{}
	for _, args := range [][]string{
		{"diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--ignore-submodules=all", "--relative", r.Commit, "--"},
		{"ls-files", "-z", "--others", "--exclude-standard"},
	} {
		out, err := run(ctx, r.dir, args...)
		if err != nil {
			return nil, err
		}
		for _, name := range bytes.Split(out, []byte{0}) {
			if len(name) > 0 {
				changed[string(name)] = true
			}
		}
	}
	for at, sub := range r.submodules {
		inside, err := sub.Changed(ctx)
		if err != nil {
			return nil, err
		}
		for name := range inside {
			changed[at+"/"+name] = true
		}
	}
	return changed, nil
}
