package audit

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/gateway/internal/flock"
)

// Files is a Store in a folder: a segment is the file ID.jsonl, one row a line. While
// there is a file ID.lock, the segment is not sealed; while its writer lives, it holds
// that file. A folder serves any number of processes of one host.
type Files struct {
	dir  string
	open func(path string) (file, error)
}

var _ Store = (*Files)(nil)

// A file is what a segment needs of one.
type file interface {
	io.WriteCloser
	Sync() error
}

const (
	rowsExt = ".jsonl"
	lockExt = ".lock"
	tornExt = ".torn"
)

// OpenFiles opens the folder, and makes it, for its owner only, if it is not there.
func OpenFiles(dir string) (*Files, error) {
	dir, err := filepath.Abs(dir)
	if err == nil {
		err = os.MkdirAll(dir, 0o700)
	}
	if err != nil {
		return nil, fmt.Errorf("open audit folder: %w", err)
	}
	return &Files{dir: dir, open: openFile}, nil
}

func openFile(path string) (file, error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	return dataFile{f}, err
}

// Close implements Store. It does nothing.
func (s *Files) Close() error { return nil }

func (s *Files) path(id, ext string) string { return filepath.Join(s.dir, id+ext) }

// ids lists the files with the extension.
func (s *Files) ids(ext string) ([]string, error) {
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, e := range entries {
		if id, ok := strings.CutSuffix(e.Name(), ext); ok {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids, nil
}

// Segments implements Reader.
func (s *Files) Segments(context.Context) ([]string, error) { return s.ids(rowsExt) }

// Sealed implements Reader.
func (s *Files) Sealed(_ context.Context, id string) (bool, error) {
	_, err := os.Lstat(s.path(id, lockExt))
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil
	}
	return false, err
}

// Lines implements Reader. The bytes after the last line end are no line yet.
func (s *Files) Lines(_ context.Context, id string) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		f, err := os.Open(s.path(id, rowsExt))
		if err != nil {
			yield(nil, err)
			return
		}
		defer f.Close()
		r := bufio.NewReaderSize(f, 64<<10)
		for {
			line, err := r.ReadBytes('\n')
			if err == io.EOF {
				return
			}
			if !yield(bytes.TrimSuffix(line, []byte("\n")), err) || err != nil {
				return
			}
		}
	}
}

// Create implements Store.
func (s *Files) Create(_ context.Context, id string) (Segment, error) {
	// A lock file is taken before others can see it.
	lock, err := flock.Lock(s.path(id, lockExt+".new"))
	if err != nil {
		return nil, err
	}
	seg := &fileSegment{store: s, id: id, lock: lock}
	if err := os.Rename(s.path(id, lockExt+".new"), s.path(id, lockExt)); err != nil {
		os.Remove(s.path(id, lockExt+".new"))
		lock.Close()
		return nil, err
	}
	if seg.file, err = s.open(s.path(id, rowsExt)); err == nil {
		err = syncDir(s.dir)
	}
	if err == nil {
		err = seg.opened()
	}
	if err != nil {
		seg.Close()
		return nil, err
	}
	return seg, nil
}

// Abandoned implements Store. What the last write left of a row is moved to ID.torn.
func (s *Files) Abandoned(context.Context) (Segment, error) {
	ids, err := s.ids(lockExt)
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		lock, err := flock.Lock(s.path(id, lockExt))
		if errors.Is(err, flock.ErrLocked) {
			continue
		}
		if err != nil {
			return nil, err
		}
		err = s.repair(id)
		if errors.Is(err, fs.ErrNotExist) { // it died before the first row
			os.Remove(s.path(id, lockExt))
			lock.Close()
			continue
		}
		var f file
		if err == nil {
			f, err = s.open(s.path(id, rowsExt))
		}
		seg := &fileSegment{store: s, id: id, lock: lock, file: f, kept: true}
		if err == nil {
			err = seg.opened()
		}
		if err != nil {
			seg.Close()
			return nil, err
		}
		return seg, nil
	}
	return nil, nil
}

// repair cuts off the bytes after the last line end, and keeps them aside.
func (s *Files) repair(id string) error {
	f, err := os.OpenFile(s.path(id, rowsExt), os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	end, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	var tail []byte
	for at := end; at > 0; {
		n := min(at, 64<<10)
		at -= n
		part := make([]byte, n)
		if _, err := f.ReadAt(part, at); err != nil {
			return err
		}
		cut := bytes.LastIndexByte(part, '\n')
		tail = append(part[cut+1:], tail...)
		if cut >= 0 {
			break
		}
	}
	if len(tail) == 0 {
		return nil
	}
	if err := os.WriteFile(s.path(id, tornExt), tail, 0o600); err != nil {
		return err
	}
	if err := f.Truncate(end - int64(len(tail))); err != nil {
		return err
	}
	return f.Sync()
}

type fileSegment struct {
	store *Files
	id    string
	lock  io.Closer
	file  file
	buf   []byte
	info  os.FileInfo // of the file when it was opened
	size  int64
	kept  bool // something in it is on record
	err   error
}

func (f *fileSegment) ID() string { return f.id }

// opened notes which file the segment is.
func (f *fileSegment) opened() (err error) {
	if f.info, err = os.Stat(f.store.path(f.id, rowsExt)); err == nil {
		f.size = f.info.Size()
	}
	return err
}

// inPlace fails if the rows are no longer where Check looks for them: somebody removed,
// replaced or shortened the file.
func (f *fileSegment) inPlace() error {
	info, err := os.Stat(f.store.path(f.id, rowsExt))
	switch {
	case err != nil:
		return fmt.Errorf("%w: %w", ErrTampered, err)
	case !os.SameFile(info, f.info):
		return fmt.Errorf("%w: %s is another file", ErrTampered, f.id+rowsExt)
	case info.Size() != f.size:
		return fmt.Errorf("%w: %s has %d bytes, %d were written", ErrTampered, f.id+rowsExt, info.Size(), f.size)
	}
	return nil
}

// Append implements Segment. A sync that failed is not tried again: the system may have
// thrown away what it could not write, and say that all is well the second time.
func (f *fileSegment) Append(_ context.Context, entries []Entry) error {
	if f.err != nil {
		return f.err
	}
	f.buf = f.buf[:0]
	for _, e := range entries {
		f.buf = append(append(f.buf, e.Line...), '\n')
	}
	n, err := f.file.Write(f.buf)
	f.size += int64(n)
	if f.err = err; f.err == nil {
		f.err = f.file.Sync()
	}
	if f.err == nil {
		f.err = f.inPlace()
	}
	f.kept = f.kept || f.err == nil
	return f.err
}

// Seal implements Segment.
func (f *fileSegment) Seal(context.Context) error {
	err := f.file.Close()
	if e := os.Remove(f.store.path(f.id, lockExt)); err == nil && !errors.Is(e, fs.ErrNotExist) {
		err = e
	}
	f.lock.Close()
	return err
}

// Close implements Segment.
func (f *fileSegment) Close() error {
	var err error
	if f.file != nil {
		err = f.file.Close()
	}
	if !f.kept {
		os.Remove(f.store.path(f.id, rowsExt))
		os.Remove(f.store.path(f.id, lockExt))
	}
	f.lock.Close()
	return err
}
