package lint

import (
	"bytes"
	"io/fs"
	"time"
)

// An Overlay is a file system with some files replaced, as by unsaved buffers
// of an editor or by fixes that are not written yet. Files that Under does
// not list are not added to its directories.
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

// ReadDir, ReadLink and Lstat are those of the file system below.
func (o Overlay) ReadDir(name string) ([]fs.DirEntry, error) { return fs.ReadDir(o.Under, name) }
func (o Overlay) ReadLink(name string) (string, error)       { return fs.ReadLink(o.Under, name) }
func (o Overlay) Lstat(name string) (fs.FileInfo, error)     { return fs.Lstat(o.Under, name) }

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
