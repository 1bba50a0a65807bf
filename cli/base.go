package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/skilllint/skilllint/internal/git"
	"github.com/skilllint/skilllint/internal/limit"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// A base is the earlier state of the workspace that a check compares with.
type base struct {
	name     string
	fsys     fs.FS
	repo     *git.Repository // nil for a plain folder
	revision *git.Revision   // the same
	folder   *os.Root        // nil for a revision
	changed  map[string]bool // paths that differ from the revision
	// same reports whether a file has the same bytes in the base and on disk.
	same func(path string) bool
}

// openBase opens what --base or --base-dir names; nil when neither is given.
func openBase(today *os.Root, f *checkFlags) (*base, error) {
	switch {
	case f.base != "" && f.baseDir != "":
		return nil, errors.New("--base and --base-dir exclude each other")
	case f.base != "":
		return openRevision(today.Name(), f.base)
	case f.baseDir != "":
		folder, err := limit.OpenRoot(f.baseDir)
		if err != nil {
			return nil, err
		}
		same := func(path string) bool { return sameFile(folder, today, path) }
		return &base{name: f.baseDir, fsys: folder.FS(), folder: folder, same: same}, nil
	case f.onlyNew:
		return nil, errors.New("--new needs a base: --base REV or --base-dir DIR")
	case f.configFromBase:
		return nil, errors.New("--config-from-base needs a base: --base REV or --base-dir DIR")
	}
	return nil, nil
}

// openRevision opens a revision of the repository that holds a folder.
func openRevision(dir, name string) (*base, error) {
	repo, err := git.Find(dir)
	if err != nil {
		return nil, err
	}
	b := &base{name: name, repo: repo}
	if b.revision, err = repo.Open(context.Background(), dir, name); err == nil {
		b.changed, err = b.revision.Changed(context.Background())
	}
	if err != nil {
		b.Close()
		return nil, err
	}
	b.fsys = b.revision
	b.same = func(path string) bool { return !b.changed[path] && b.revision.Blob(path) != "" }
	return b, nil
}

// Close releases what openBase opened; a nil base has nothing to release.
func (b *base) Close() {
	if b == nil {
		return
	}
	if b.revision != nil {
		b.revision.Close()
	}
	b.repo.Close()
	if b.folder != nil {
		b.folder.Close()
	}
}

// sameFile reports whether a file of two folders has the same bytes.
func sameFile(a, b *os.Root, path string) bool {
	for _, root := range []*os.Root{a, b} { // what is no file could make Open wait
		if info, err := root.Stat(path); err != nil || !info.Mode().IsRegular() {
			return false
		}
	}
	before, err := a.Open(path)
	if err != nil {
		return false
	}
	defer before.Close()
	now, err := b.Open(path)
	if err != nil {
		return false
	}
	defer now.Close()
	x, errX := before.Stat()
	y, errY := now.Stat()
	if errX != nil || errY != nil || x.Size() != y.Size() || !x.Mode().IsRegular() || !y.Mode().IsRegular() {
		return false
	}
	var block, other [1 << 15]byte
	for {
		n, err := io.ReadFull(before, block[:])
		m, _ := io.ReadFull(now, other[:])
		if !bytes.Equal(block[:n], other[:m]) {
			return false
		}
		if err != nil {
			return err == io.EOF || err == io.ErrUnexpectedEOF
		}
	}
}

// loadBase reads the base. Manifests that have not changed are shared with the
// workspace of today, in which some files have another text than on disk.
func (s *session) loadBase(today *skill.Workspace, overlay map[string][]byte) (*skill.Workspace, error) {
	b, opts := s.base, s.in.Config.LoadOptions()
	opts.Code.Unread = !s.new // code is judged in the base only to tell what is new
	opts.Revision, opts.Today = b.name, today
	opts.Facts = s.facts
	opts.Same = func(path string) bool {
		_, other := overlay[path]
		return !other && b.same(path)
	}
	if b.revision == nil {
		return skill.Load(today.Fset, b.fsys, opts)
	}
	ignore := opts.Ignore
	opts.Ignore = func(path string) bool {
		return ignore(path) || b.revision.Absent(path) || b.same(path) && b.sparse(today, path)
	}
	opts.Tracked = func(string) bool { return true } // all of it
	ws, err := skill.Load(today.Fset, unchanged{b.revision, s.root.FS(), opts.Same}, opts)
	if err == nil {
		err = b.revision.Missing()
	}
	return ws, err
}

// unchanged is a revision of which the files that have not changed are read
// from disk: only blobs that differ are read, and what git does to files at a
// checkout (line ends, Git LFS) is no change.
type unchanged struct {
	*git.Revision
	disk fs.FS
	same func(path string) bool
}

func (u unchanged) Open(name string) (fs.File, error) {
	if u.same(name) {
		return u.disk.Open(name)
	}
	return u.Revision.Open(name)
}

// sparse reports whether a file that has not changed is not in the work tree:
// a sparse checkout left it out.
func (b *base) sparse(today *skill.Workspace, path string) bool {
	_, kind := today.Tree.Resolve(path)
	return kind == skill.Absent
}

// sameConfig reports whether two configurations say the same, wherever their
// parts stand.
func sameConfig(a, b *lint.Config) bool {
	var texts [2][]byte
	for i, c := range []lint.Config{*a, *b} {
		c.Origins = nil
		texts[i], _ = json.Marshal(c)
	}
	return bytes.Equal(texts[0], texts[1])
}

// sameInBase reports whether a file of the workspace is the same in the base;
// one that is outside of it is no part of the change.
func (s *session) sameInBase(name string) bool {
	abs, err := filepath.Abs(name)
	if err != nil {
		return true
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		abs = real
	}
	rel, err := filepath.Rel(s.root.Name(), abs)
	return err != nil || !filepath.IsLocal(rel) || s.base.same(filepath.ToSlash(rel))
}
