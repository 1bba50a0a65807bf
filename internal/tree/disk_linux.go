package tree

import (
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// openBeneath opens a file below a folder in one call of the system, which
// refuses every way out of it. It fails where the system does not know the
// call, and for every path that os.Root has to judge.
func openBeneath(dir int, name string, flags int) (int, error) {
	how := unix.OpenHow{Flags: uint64(unix.O_RDONLY | unix.O_CLOEXEC | flags), Resolve: unix.RESOLVE_BENEATH | unix.RESOLVE_NO_MAGICLINKS}
	for {
		fd, err := unix.Openat2(dir, name, &how)
		if err != unix.EINTR {
			return fd, err
		}
	}
}

// Open opens a file: by openat2 where that can, by os.Root otherwise.
func (d *Disk) Open(name string) (fs.File, error) {
	if d.dir != nil && fs.ValidPath(name) {
		if fd, err := openBeneath(int(d.dir.Fd()), name, unix.O_NONBLOCK); err == nil { // a named pipe waits for no writer
			f := &diskFile{fd: fd, name: name}
			if unix.Fstat(fd, &f.stat) == nil && f.stat.Mode&unix.S_IFMT == unix.S_IFREG {
				return f, nil
			}
			f.Close()
		}
	}
	return d.root.Open(name)
}

// ReadDir lists a folder, sorted by name.
func (d *Disk) ReadDir(name string) ([]fs.DirEntry, error) {
	if d.dir != nil && fs.ValidPath(name) {
		if fd, err := openBeneath(int(d.dir.Fd()), name, unix.O_DIRECTORY); err == nil {
			f := os.NewFile(uintptr(fd), filepath.Join(d.path, name))
			defer f.Close()
			list, err := f.ReadDir(-1)
			slices.SortFunc(list, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
			return list, err
		}
	}
	return fs.ReadDir(d.root, name)
}

// A diskFile is a regular file that was opened without the poller of the
// runtime, which has no use for it.
type diskFile struct {
	fd   int
	name string
	read int64 // bytes
	stat unix.Stat_t
}

func (f *diskFile) Read(p []byte) (int, error) {
	if f.fd < 0 {
		return 0, fs.ErrClosed
	}
	if len(p) == 0 {
		return 0, nil
	}
	for {
		n, err := unix.Read(f.fd, p)
		switch {
		case err == unix.EINTR:
		case err != nil:
			return 0, &fs.PathError{Op: "read", Path: f.name, Err: err}
		case n == 0:
			return 0, io.EOF
		default:
			if f.read += int64(n); f.read == f.stat.Size && n < len(p) {
				return n, io.EOF // all of it, and there was room for more
			}
			return n, nil
		}
	}
}

func (f *diskFile) Close() error {
	if f.fd < 0 {
		return fs.ErrClosed
	}
	fd := f.fd
	f.fd = -1
	return unix.Close(fd)
}

func (f *diskFile) Stat() (fs.FileInfo, error) { return f, nil }

// What fs.FileInfo says of a regular file.

func (f *diskFile) Name() string       { return path.Base(f.name) }
func (f *diskFile) Size() int64        { return f.stat.Size }
func (f *diskFile) Mode() fs.FileMode  { return fs.FileMode(f.stat.Mode & 0o777) }
func (f *diskFile) ModTime() time.Time { return time.Unix(f.stat.Mtim.Unix()) }
func (f *diskFile) IsDir() bool        { return false }
func (f *diskFile) Sys() any           { return &f.stat }
