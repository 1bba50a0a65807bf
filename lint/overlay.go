package lint

import (
	"bytes"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/tree"
)

// An Overlay is a file system with some files replaced, as by unsaved buffers
// of an editor or by fixes that are not written yet. Files that Under does not
// have are there, and so are the directories above them.
type Overlay struct {
	Under fs.FS
	Files map[string][]byte // by path
}

func (o Overlay) Open(name string) (fs.File, error) {
	if src, ok := o.Files[name]; ok {
		return &memFile{Reader: bytes.NewReader(src), name: name, length: int64(len(src))}, nil
	}
	return o.Under.Open(name)
}

// ReadDir lists the files that are replaced too.
func (o Overlay) ReadDir(name string) ([]fs.DirEntry, error) {
	list, err := fs.ReadDir(o.Under, name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return list, err
	}
	for file, src := range o.Files {
		below, ok := strings.CutPrefix(file, name+"/")
		if name == "." {
			below, ok = file, true
		}
		base, _, deeper := strings.Cut(below, "/")
		if !ok || slices.ContainsFunc(list, func(e fs.DirEntry) bool { return e.Name() == base }) {
			continue
		}
		entry := &memFile{name: base, length: int64(len(src))}
		if deeper {
			entry = &memFile{name: base, dir: true}
		}
		list, err = append(list, fs.FileInfoToDirEntry(entry)), nil
	}
	slices.SortFunc(list, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return list, err
}

// Sum is that of the file system below, for files that are not replaced.
func (o Overlay) Sum(name string) (sum [16]byte, size int, ok bool) {
	if src, replaced := o.Files[name]; replaced {
		return document.SumOf(src), len(src), true
	}
	return tree.SumOf(o.Under, name)
}

// ReadLink and Lstat are those of the file system below.
func (o Overlay) ReadLink(name string) (string, error)   { return fs.ReadLink(o.Under, name) }
func (o Overlay) Lstat(name string) (fs.FileInfo, error) { return fs.Lstat(o.Under, name) }

// memFile is a file in memory, or a directory that only such files are in, and its own FileInfo.
type memFile struct {
	*bytes.Reader
	name   string
	length int64
	dir    bool
}

func (f *memFile) Stat() (fs.FileInfo, error) { return f, nil }
func (f *memFile) Close() error               { return nil }
func (f *memFile) Name() string               { return f.name }
func (f *memFile) Size() int64                { return f.length }
func (f *memFile) ModTime() time.Time         { return time.Time{} }
func (f *memFile) IsDir() bool                { return f.dir }
func (f *memFile) Sys() any                   { return nil }

func (f *memFile) Mode() fs.FileMode {
	if f.dir {
		return fs.ModeDir | 0o555
	}
	return 0o444
}
