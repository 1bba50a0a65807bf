// Package git reads an earlier revision of a repository as a file system,
// from git's objects, without touching the work tree. It asks the git binary,
// so that whatever git itself can read (worktrees, partial clones, packs) is
// read. It never writes, and never fetches.
package git

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"
)

// An Error says what git could not do, and what mends it.
type Error struct {
	Msg    string
	Remedy string // "" when there is none to name
}

func (e *Error) Error() string {
	if e.Remedy == "" {
		return e.Msg
	}
	return e.Msg + ": " + e.Remedy
}

// run runs git in dir and returns what it prints.
func run(ctx context.Context, dir string, args ...string) ([]byte, error) {
	cmd := command(ctx, dir, args...)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if errors.Is(err, exec.ErrNotFound) {
		return nil, &Error{"git is not installed", "install it, or name a plain folder with --base-dir"}
	}
	if err != nil {
		return nil, &Error{Msg: "git " + args[0] + ": " + strings.TrimSpace(errs.String())}
	}
	return out, nil
}

// command never asks for a password, fetches, runs hooks, or takes a lock.
func command(ctx context.Context, dir string, args ...string) *exec.Cmd {
	args = append([]string{"-C", dir, "--no-optional-locks", "--literal-pathspecs", "-c", "core.fsmonitor=false"}, args...)
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Env = append(os.Environ(), "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1", "LC_ALL=C")
	return cmd
}

// A Revision is one commit, seen from a folder of its repository.
type Revision struct {
	Commit string // the full object name
	Name   string // as the user wrote it
	dir    string // the folder on disk that is the root of the file system
	prefix string // that folder inside the repository, "" or "a/b/"

	entries map[string]entry   // by path below the folder
	dirs    map[string][]entry // children by folder, sorted by name

	mu    sync.Mutex
	batch *batch
}

// An entry is one object of the tree.
type entry struct {
	path string
	mode fs.FileMode
	id   string
	size int64
}

// Open reads the tree of a revision: a branch, a tag, a commit, or with
// "A...B" the merge base of the two. dir is the folder that becomes the root.
func Open(ctx context.Context, dir, name string) (*Revision, error) {
	prefix, err := run(ctx, dir, "rev-parse", "--show-prefix")
	if err != nil {
		var e *Error
		if errors.As(err, &e) && strings.Contains(e.Msg, "not a git repository") {
			return nil, &Error{dir + " is in no git repository", "name a plain folder with --base-dir"}
		}
		return nil, err
	}
	r := &Revision{Name: name, dir: dir, prefix: strings.TrimSuffix(string(prefix), "\n")}
	if r.Commit, err = resolve(ctx, dir, name); err != nil {
		return nil, err
	}
	if err := r.list(ctx); err != nil {
		return nil, err
	}
	return r, nil
}

// resolve returns the commit that a name means.
func resolve(ctx context.Context, dir, name string) (string, error) {
	if a, b, ok := strings.Cut(name, "..."); ok {
		if b == "" {
			b = "HEAD"
		}
		left, err := resolve(ctx, dir, a)
		if err != nil {
			return "", err
		}
		right, err := resolve(ctx, dir, b)
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
	shallow, err := run(ctx, dir, "rev-parse", "--is-shallow-repository")
	if err == nil && strings.TrimSpace(string(shallow)) == "true" {
		return &Error{fmt.Sprintf("%q %s, which is a shallow clone", name, what), "fetch the history (actions/checkout: fetch-depth: 0; or git fetch --unshallow)"}
	}
	return &Error{fmt.Sprintf("%q %s", name, what), "git branch -a and git tag list what there is"}
}

// list reads the tree below the prefix.
func (r *Revision) list(ctx context.Context) error {
	out, err := run(ctx, r.dir, "ls-tree", "-r", "-z", "-l", "--full-tree", r.Commit)
	if err != nil {
		return err
	}
	r.entries = map[string]entry{}
	r.dirs = map[string][]entry{".": nil}
	for _, record := range bytes.Split(out, []byte{0}) {
		info, name, ok := strings.Cut(string(record), "\t")
		fields := strings.Fields(info)
		if !ok || len(fields) != 4 {
			continue
		}
		rel, below := strings.CutPrefix(name, r.prefix)
		if !below || fields[1] != "blob" { // submodules are other repositories
			continue
		}
		size, _ := strconv.ParseInt(fields[3], 10, 64)
		e := entry{path: rel, id: fields[2], size: size, mode: 0o644}
		if fields[0] == "120000" {
			e.mode = fs.ModeSymlink | 0o777
		}
		r.add(e)
	}
	for _, children := range r.dirs {
		sort.Slice(children, func(i, j int) bool { return children[i].path < children[j].path })
	}
	return nil
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
	return changed, nil
}

// Close ends the process that reads objects.
func (r *Revision) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.batch == nil {
		return nil
	}
	err := r.batch.close()
	r.batch = nil
	return err
}

// Read returns the bytes of an object.
func (r *Revision) Read(id string) ([]byte, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.batch == nil {
		b, err := startBatch(r.dir)
		if err != nil {
			return nil, err
		}
		r.batch = b
	}
	return r.batch.read(id)
}

// A batch is a running `git cat-file --batch`.
type batch struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

func startBatch(dir string) (*batch, error) {
	cmd := command(context.Background(), dir, "cat-file", "--batch")
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return &batch{cmd, in, bufio.NewReaderSize(out, 1<<16)}, nil
}

func (b *batch) read(id string) ([]byte, error) {
	if _, err := fmt.Fprintln(b.in, id); err != nil {
		return nil, err
	}
	header, err := b.out.ReadString('\n')
	if err != nil {
		return nil, err
	}
	fields := strings.Fields(header)
	if len(fields) != 3 {
		return nil, &Error{"object " + id + " is not in this clone", "fetch it (a partial clone leaves objects out)"}
	}
	size, err := strconv.Atoi(fields[2])
	if err != nil {
		return nil, err
	}
	src := make([]byte, size+1) // a line end follows
	if _, err := io.ReadFull(b.out, src); err != nil {
		return nil, err
	}
	return src[:size], nil
}

func (b *batch) close() error {
	b.in.Close()
	return b.cmd.Wait()
}

// Open, ReadDir, ReadLink and Lstat make a Revision a file system.
func (r *Revision) Open(name string) (fs.File, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	if _, dir := r.dirs[name]; dir {
		return &file{entry: entry{path: name, mode: fs.ModeDir | 0o755}}, nil
	}
	e, ok := r.entries[name]
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	src, err := r.Read(e.id)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return &file{entry: e, Reader: *bytes.NewReader(src)}, nil
}

func (r *Revision) ReadDir(name string) ([]fs.DirEntry, error) {
	children, ok := r.dirs[name]
	if !ok {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: fs.ErrNotExist}
	}
	list := make([]fs.DirEntry, len(children))
	for i, c := range children {
		list[i] = fs.FileInfoToDirEntry(info{c})
	}
	return list, nil
}

func (r *Revision) ReadLink(name string) (string, error) {
	e, ok := r.entries[name]
	if !ok || e.mode&fs.ModeSymlink == 0 {
		return "", &fs.PathError{Op: "readlink", Path: name, Err: fs.ErrInvalid}
	}
	target, err := r.Read(e.id)
	return string(target), err
}

func (r *Revision) Lstat(name string) (fs.FileInfo, error) {
	e, ok := r.entries[name]
	if !ok {
		return nil, &fs.PathError{Op: "lstat", Path: name, Err: fs.ErrNotExist}
	}
	return info{e}, nil
}

// A file is a blob or a folder that was opened.
type file struct {
	entry
	bytes.Reader
}

func (f *file) Stat() (fs.FileInfo, error) { return info{f.entry}, nil }
func (f *file) Close() error               { return nil }

// An info describes an entry.
type info struct{ e entry }

func (i info) Name() string       { return path.Base(i.e.path) }
func (i info) Size() int64        { return i.e.size }
func (i info) Mode() fs.FileMode  { return i.e.mode }
func (i info) ModTime() time.Time { return time.Time{} }
func (i info) IsDir() bool        { return i.e.mode.IsDir() }
func (i info) Sys() any           { return nil }

// Top returns the top level of the work tree that dir is in.
func Top(ctx context.Context, dir string) (string, error) {
	out, err := run(ctx, dir, "rev-parse", "--show-toplevel")
	return filepath.FromSlash(strings.TrimSuffix(string(out), "\n")), err
}
