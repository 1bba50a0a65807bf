// Package limit reads files that a stranger may have made: only regular ones,
// and only as much as is reasonable. A named pipe, a device or a socket is an
// error before anything is read of it; a file that is too large is one by its
// size.
package limit

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// How many bytes of a file are read. docs/limits.md lists them.
const (
	Line     = 64 << 10 // a file that holds one line, such as a .git that points elsewhere
	Config   = 1 << 20  // .skilllint.yaml and what it extends
	Schema   = 4 << 20  // a JSON Schema, or a list of tools, named on the command line
	Lock     = 4 << 20  // skilllint.lock
	Input    = 16 << 20 // standard input
	Tools    = 32 << 20 // a list of tools that was recorded
	Baseline = 64 << 20 // a baseline, a report or a trace that skilllint reads
	Git      = 64 << 20 // a file of git that is read without git
	Cache    = 64 << 20 // an entry of the cache
	Ignore   = 1 << 20  // a .gitignore
	Data     = 1 << 20  // the data of a manifest: frontmatter, YAML
	File     = 5 << 20  // a manifest with its text, JSON, a file of code
	Document = 2 << 20  // a JSON Schema as the proof takes it
	Batch    = 1 << 30  // a file of questions to the proof
)

// How much of what is read is looked at.
const (
	Depth          = 256     // values in one another
	Values         = 300_000 // of one JSON text
	Aliased        = 10_000  // values that the aliases of one YAML document stand for
	IgnorePatterns = 10_000  // of a .gitignore
	Globs          = 1_000   // of one list in the configuration
	Schemas        = 50_000  // in one another, of one document of the proof
	PackageFiles   = 100_000 // of a package that is digested
	PackageBytes   = 4 << 30
)

// ErrIrregular says that a path is no regular file.
var ErrIrregular = errors.New("no regular file")

// A TooLarge says that a file has more bytes than are read.
type TooLarge int64

func (n TooLarge) Error() string {
	switch size := int64(n); {
	case size >= 1<<20:
		return fmt.Sprintf("larger than %d MiB, and not read", size>>20)
	default:
		return fmt.Sprintf("larger than %d KiB, and not read", size>>10)
	}
}

// ReadFile returns the bytes of a file of the disk, of which there may be
// limit. The error is a *fs.PathError with ErrIrregular or a TooLarge.
func ReadFile(name string, limit int64) ([]byte, error) {
	f, err := Open(name, limit)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return all(f, name, limit)
}

// Open opens a regular file of the disk of at most limit bytes, and nothing
// else: it never waits.
func Open(name string, limit int64) (*os.File, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if err := regular(info, name); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0) // it may be another by now
	if err != nil {
		return nil, err
	}
	if info, err = f.Stat(); err == nil {
		err = regular(info, name)
	}
	if err == nil && info.Size() > limit {
		err = &fs.PathError{Op: "read", Path: name, Err: TooLarge(limit)}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// OpenRoot opens a folder of the disk, and nothing else: it never waits.
func OpenRoot(name string) (*os.Root, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fmt.Errorf("%s is no folder", kind(info.Mode()))}
	}
	return os.OpenRoot(name)
}

// ReadFS is ReadFile for a file system.
func ReadFS(fsys fs.FS, name string, limit int64) ([]byte, error) {
	info, err := fs.Stat(fsys, name)
	if err != nil {
		return nil, err
	}
	if err := regular(info, name); err != nil {
		return nil, err
	}
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return all(f, name, limit)
}

// ReadAll returns what a stream holds, at most limit bytes. name is what it is
// called in an error.
func ReadAll(r io.Reader, name string, limit int64) ([]byte, error) {
	return readAll(r, 0, name, limit)
}

// readAll reads a stream that holds size bytes, or others.
func readAll(r io.Reader, size int64, name string, limit int64) ([]byte, error) {
	text := bytes.NewBuffer(make([]byte, 0, size+bytes.MinRead))
	_, err := text.ReadFrom(io.LimitReader(r, limit+1))
	if err == nil && int64(text.Len()) > limit {
		err = &fs.PathError{Op: "read", Path: name, Err: TooLarge(limit)}
	}
	return text.Bytes(), err
}

func all(f fs.File, name string, limit int64) ([]byte, error) {
	size := int64(0)
	if info, err := f.Stat(); err == nil {
		size = info.Size()
	}
	if size > limit {
		return nil, &fs.PathError{Op: "read", Path: name, Err: TooLarge(limit)}
	}
	return readAll(f, size, name, limit)
}

func regular(info fs.FileInfo, name string) error {
	if info.Mode().IsRegular() {
		return nil
	}
	return &fs.PathError{Op: "read", Path: name, Err: fmt.Errorf("%s is %w", kind(info.Mode()), ErrIrregular)}
}

// kind names what is no regular file.
func kind(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "a folder"
	case mode&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	case mode&fs.ModeDevice != 0:
		return "a device"
	case mode.IsRegular():
		return "a file"
	}
	return "this"
}
