package main

import (
	"context"
	"errors"
	"io/fs"
	"os"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
	"github.com/skilllint/skilllint/skill/git"
)

// A base is the earlier state of the workspace that a check compares with.
type base struct {
	name     string
	fsys     fs.FS
	revision *git.Revision // nil for a plain folder
	folder   *os.Root      // nil for a revision
	changed  map[string]bool
}

// openBase opens what --base or --base-dir names; nil when neither is given.
func openBase(root string, f *checkFlags) (*base, error) {
	switch {
	case f.base != "" && f.baseDir != "":
		return nil, errors.New("--base and --base-dir exclude each other")
	case f.base != "":
		revision, err := git.Open(context.Background(), root, f.base)
		if err != nil {
			return nil, err
		}
		b := &base{name: f.base, fsys: revision, revision: revision}
		if b.changed, err = revision.Changed(context.Background()); err != nil {
			b.Close()
			return nil, err
		}
		return b, nil
	case f.baseDir != "":
		folder, err := os.OpenRoot(f.baseDir)
		if err != nil {
			return nil, err
		}
		return &base{name: f.baseDir, fsys: folder.FS(), folder: folder}, nil
	case f.onlyNew:
		return nil, errors.New("--new needs a base: --base REV or --base-dir DIR")
	case f.configFromBase:
		return nil, errors.New("--config-from-base needs a base: --base REV or --base-dir DIR")
	}
	return nil, nil
}

// Close releases what openBase opened; a nil base has nothing to release.
func (b *base) Close() {
	if b == nil {
		return
	}
	if b.revision != nil {
		b.revision.Close()
	}
	if b.folder != nil {
		b.folder.Close()
	}
}

// load reads the base. Manifests that have not changed are shared with the
// workspace of today.
func (b *base) load(today *skill.Workspace, config *lint.Config) (*skill.Workspace, error) {
	opts := config.LoadOptions()
	opts.Revision, opts.Today = b.name, today
	if b.revision != nil {
		opts.Same = func(path string) bool { return !b.changed[path] && b.revision.Blob(path) != "" }
		ignore := opts.Ignore
		opts.Ignore = func(path string) bool { return ignore(path) || opts.Same(path) && b.sparse(today, path) }
	}
	return skill.Load(today.Fset, b.fsys, opts)
}

// sparse reports whether a file that has not changed is not in the work tree:
// a sparse checkout left it out.
func (b *base) sparse(today *skill.Workspace, path string) bool {
	_, kind := today.Tree.Resolve(path)
	return kind == skill.Absent
}
