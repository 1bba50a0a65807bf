package git

import (
	"bytes"
	"io/fs"
	"path"
	"time"
)

func (r *Revision) Open(name string) (fs.File, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	if _, dir := r.dirs[name]; dir {
		return &file{info: info{entry{path: name, mode: fs.ModeDir | 0o755}}}, nil
	}
	e, ok := r.entries[name]
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	src, err := e.repo.Read(e.id)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	e.size = int64(len(src))
	return &file{info{e}, *bytes.NewReader(src)}, nil
}

func (r *Revision) ReadDir(name string) ([]fs.DirEntry, error) {
	children, ok := r.dirs[name]
	if !ok {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: fs.ErrNotExist}
	}
	list := make([]fs.DirEntry, len(children))
	for i, c := range children {
		list[i] = dirEntry{info{c}, r}
	}
	return list, nil
}

func (r *Revision) ReadLink(name string) (string, error) {
	e, ok := r.entries[name]
	if !ok || e.mode&fs.ModeSymlink == 0 {
		return "", &fs.PathError{Op: "readlink", Path: name, Err: fs.ErrInvalid}
	}
	target, err := e.repo.Read(e.id)
	return string(target), err
}

func (r *Revision) Lstat(name string) (fs.FileInfo, error) {
	e, ok := r.entries[name]
	if !ok {
		return nil, &fs.PathError{Op: "lstat", Path: name, Err: fs.ErrNotExist}
	}
	if e.size == unknownSize {
		src, err := e.repo.Read(e.id)
		e.size = int64(len(src))
		return info{e}, err
	}
	return info{e}, nil
}

// A file is a blob or a folder that was opened.
type file struct {
	info
	bytes.Reader
}

func (f *file) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *file) Close() error               { return nil }
func (f *file) Size() int64                { return f.e.size }

// A dirEntry is an entry of a folder. Lstat finds its size where it is unknown.
type dirEntry struct {
	info
	r *Revision
}

func (d dirEntry) Type() fs.FileMode          { return d.e.mode.Type() }
func (d dirEntry) Info() (fs.FileInfo, error) { return d.r.Lstat(d.e.path) }

// An info describes an entry.
type info struct{ e entry }

func (i info) Name() string       { return path.Base(i.e.path) }
func (i info) Size() int64        { return i.e.size }
func (i info) Mode() fs.FileMode  { return i.e.mode }
func (i info) ModTime() time.Time { return time.Time{} }
func (i info) IsDir() bool        { return i.e.mode.IsDir() }
func (i info) Sys() any           { return nil }
