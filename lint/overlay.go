package lint

import (
	"bytes"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// An Overlay is a file system with some files replaced, as by unsaved buffers
// of an editor or by fixes that are not written yet. A file that Under does
// not have is there when its directory is.
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
	for file, src := range o.Files {
		base := path.Base(file)
		if err == nil && path.Dir(file) == name && !slices.ContainsFunc(list, func(e fs.DirEntry) bool { return e.Name() == base }) {
			list = append(list, fs.FileInfoToDirEntry(&memFile{name: base, length: int64(len(src))}))
		}
	}
	slices.SortFunc(list, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return list, err
}

// ReadLink and Lstat are those of the file system below.
func (o Overlay) ReadLink(name string) (string, error)   { return fs.ReadLink(o.Under, name) }
func (o Overlay) Lstat(name string) (fs.FileInfo, error) { return fs.Lstat(o.Under, name) }

// memFile is a file in memory, and its own FileInfo.
type memFile struct {
	*bytes.Reader
	name   string
	length int64
}

func (f *memFile) Stat() (fs.FileInfo, error) { return f, nil }
func (f *memFile) Close() error               { return nil }
func (f *memFile) Name() string               { return f.name }
func (f *memFile) Size() int64                { return f.length }
func (f *memFile) Mode() fs.FileMode          { return 0o444 }
func (f *memFile) ModTime() time.Time         { return time.Time{} }
func (f *memFile) IsDir() bool                { return false }
func (f *memFile) Sys() any                   { return nil }
