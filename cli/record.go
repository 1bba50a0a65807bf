package cli

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/skilllint/skilllint/internal/parallel"
	"github.com/skilllint/skilllint/internal/tree"
)

// settled is how long a file must have been as it is for its stamp to vouch
// for it: longer than the resolution of the times of any file system, within
// which it could change again unseen.
const settled = 2 * time.Second

// noDir is no folder's descriptor: only absolute paths lead to files.
const noDir = -1

// settledStamp is the stamp of a file at a time, "" when it has changed too lately.
func settledStamp(dir int, file string, follow bool, at time.Time) string {
	stamp, changed := fileStamp(dir, file, follow)
	if !changed.Before(at.Add(-settled)) {
		return ""
	}
	return stamp
}

// A recorder is a file system that remembers each look at it.
type recorder struct {
	under fs.FS
	dir   int // the descriptor of its folder on the disk
	start time.Time

	before map[lookAt]*look // at whole files and folders, in an earlier run

	mu     sync.Mutex
	stamps map[lookAt]string // which were taken
	looks  []look
}

func newRecorder(under fs.FS, dir int) *recorder {
	return &recorder{under: under, dir: dir, start: time.Now(), stamps: map[lookAt]string{}}
}

// stamp is the file's stamp, "" when it has changed too lately.
func (r *recorder) stamp(kind lookKind, path string) string {
	at := lookAt{kind, path}
	r.mu.Lock()
	known, ok := r.stamps[at]
	r.mu.Unlock()
	if ok {
		return known
	}
	stamp := r.stampNow(kind, path)
	r.mu.Lock()
	r.stamps[at] = stamp
	r.mu.Unlock()
	return stamp
}

// stampNow is stamp, taken anew.
func (r *recorder) stampNow(kind lookKind, path string) string {
	if kind == atTool {
		path, _ = os.Executable()
	}
	return settledStamp(r.dir, path, kind == atFile || kind == atTool, r.start)
}

func (r *recorder) add(l look) {
	r.mu.Lock()
	r.looks = append(r.looks, l)
	r.mu.Unlock()
}

// Open remembers what will have been read of the file when it is closed.
func (r *recorder) Open(name string) (fs.File, error) {
	l := look{Kind: atFile, Path: name, Stamp: r.stamp(atFile, name)} // before it is read: a change meanwhile has a later one
	file, err := r.under.Open(name)
	if err != nil {
		l.Found, l.Stamp = failure(err), ""
		r.add(l)
		return nil, err
	}
	return &recordedFile{SummingFile: tree.NewSumming(file), recorder: r, look: l}, nil
}

// ReadDir remembers the names and kinds of the entries.
func (r *recorder) ReadDir(name string) ([]fs.DirEntry, error) {
	if was := r.asBefore(atFolder, name); was != nil {
		list := make([]fs.DirEntry, len(was.Names))
		for i, n := range was.Names {
			list[i] = listedEntry{n, r.under, path.Join(name, n.Text)}
		}
		return list, nil
	}
	l := look{Kind: atFolder, Path: name, Stamp: r.stamp(atFolder, name)}
	list, err := fs.ReadDir(r.under, name)
	if l.Found = foundFolder(list, err); err != nil {
		l.Stamp = ""
	}
	for _, e := range list {
		l.Names = append(l.Names, listed{e.Name(), uint32(e.Type())})
	}
	r.add(l)
	return list, err
}

// ReadLink remembers the target.
func (r *recorder) ReadLink(name string) (string, error) {
	l := look{Kind: atLink, Path: name, Stamp: r.stamp(atLink, name)}
	target, err := fs.ReadLink(r.under, name)
	l.Found = foundLink(target, err)
	r.add(l)
	return target, err
}

// Stat and Lstat remember the kind of what is there, and whether it may be run.
func (r *recorder) Stat(name string) (fs.FileInfo, error) {
	info, err := fs.Stat(r.under, name)
	r.add(look{Kind: atKind, Path: name, Found: foundKind(info, err)})
	return info, err
}

func (r *recorder) Lstat(name string) (fs.FileInfo, error) { return r.Stat(name) }

// A recordedFile is a look at the file that is being read.
type recordedFile struct {
	*tree.SummingFile
	recorder *recorder
	look     look
	once     sync.Once
}

func (f *recordedFile) Close() error {
	f.once.Do(func() {
		sum, whole := f.Sum()
		f.look.Bytes = f.Size
		size, kind := f.Size, fs.FileMode(0)
		if !whole {
			info, err := f.Stat()
			if err != nil {
				f.look.Found = failure(err)
				f.recorder.add(f.look)
				return
			}
			size, kind = info.Size(), info.Mode().Type()
		}
		f.look.Found = foundFile(string(sum[:]), size, kind)
		f.recorder.add(f.look)
	})
	return f.File.Close()
}

func failure(err error) string { return "error: " + err.Error() }

func digest(h hash.Hash) string { return string(h.Sum(nil)[:16]) }

func foundFile(digest string, size int64, kind fs.FileMode) string {
	return fmt.Sprintf("%s %d %d", digest, size, kind)
}

func foundFolder(list []fs.DirEntry, err error) string {
	sum := sha256.New()
	for _, e := range list {
		fmt.Fprintf(sum, "%q %d\n", e.Name(), e.Type())
	}
	if err != nil {
		io.WriteString(sum, failure(err))
	}
	return digest(sum)
}

func foundLink(target string, err error) string {
	if err != nil {
		return failure(err)
	}
	return target
}

func foundKind(info fs.FileInfo, err error) string {
	if err != nil {
		return failure(err)
	}
	if info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
		return "executable"
	}
	return info.Mode().Type().String()
}

// again takes a look another time, and returns what it finds now.
func (r *recorder) again(l look) string {
	switch l.Kind {
	case atFolder:
		return foundFolder(fs.ReadDir(r.under, l.Path))
	case atLink:
		return foundLink(fs.ReadLink(r.under, l.Path))
	case atKind:
		return foundKind(fs.Stat(r.under, l.Path))
	case atTool:
		program, _ := os.Executable()
		file, err := os.Open(program)
		if err != nil {
			return failure(err)
		}
		defer file.Close()
		sum := sha256.New()
		if _, err := io.Copy(sum, file); err != nil {
			return failure(err)
		}
		return digest(sum)
	}
	info, err := fs.Stat(r.under, l.Path)
	if err == nil && !info.Mode().IsRegular() {
		return foundFile(digest(sha256.New()), info.Size(), info.Mode().Type()) // never opened: it could block
	}
	file, err := r.under.Open(l.Path)
	if err != nil {
		return failure(err)
	}
	defer file.Close()
	if info, err = file.Stat(); err != nil {
		return failure(err)
	}
	sum := sha256.New()
	if _, err := io.CopyN(sum, file, l.Bytes); err != nil {
		return failure(err)
	}
	return foundFile(digest(sum), info.Size(), info.Mode().Type())
}

// unchanged reports whether all looks would find the same again. Those whose
// stamp does not tell are taken again, and get the present stamp; renewed says
// that there were such.
func (r *recorder) unchanged(looks []look) (same, renewed bool) {
	var differs, fresh atomic.Bool
	parallel.Do(len(looks), func(i int) {
		l := &looks[i]
		if differs.Load() {
			return
		}
		stamp := r.stampNow(l.Kind, l.Path)
		switch {
		case stamp != "" && stamp == l.Stamp:
		case r.again(*l) != l.Found:
			differs.Store(true)
		case stamp != l.Stamp && !strings.HasPrefix(l.Found, "error: "):
			l.Stamp = stamp
			fresh.Store(true)
		}
	})
	return !differs.Load(), fresh.Load()
}

// asBefore returns the look of an earlier run that is known to find the same
// now, nil when none is. It counts as a look of this run.
func (r *recorder) asBefore(kind lookKind, path string) *look {
	was := r.before[lookAt{kind, path}]
	if was == nil || was.Stamp == "" || r.stamp(kind, path) != was.Stamp {
		return nil
	}
	r.add(*was)
	return was
}

// Sum returns what a file holds, when that is known without reading it.
func (r *recorder) Sum(name string) (sum [16]byte, size int, ok bool) {
	was := r.asBefore(atFile, name)
	if was == nil {
		return sum, 0, false
	}
	return [16]byte([]byte(was.Found[:16])), int(was.Bytes), true
}

// inOrder returns the looks of the run and more, in a fixed order.
func (r *recorder) inOrder(more ...look) []look {
	looks := slices.Concat(r.looks, more)
	slices.SortFunc(looks, func(a, b look) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Bytes, b.Bytes), strings.Compare(a.Found, b.Found), strings.Compare(a.Stamp, b.Stamp))
	})
	return slices.CompactFunc(looks, look.same)
}
