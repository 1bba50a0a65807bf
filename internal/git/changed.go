package git

import (
	"bytes"
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/skilllint/skilllint/internal/parallel"
)

// Changed returns the paths of the revision that have other bytes in the work
// tree, or are not there. A file counts as unchanged when git's index vouches
// for it, when it has the bytes of the revision, and when only what git itself
// does at a checkout makes the difference: line ends, and files that Git LFS
// keeps elsewhere. No filter runs.
func (r *Revision) Changed(ctx context.Context) (map[string]bool, error) {
	root, err := os.OpenRoot(r.dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	w := worktree{r: r, root: root, index: r.repo.index(ctx, r.prefix)}
	var entries []entry
	for _, e := range r.entries {
		if e.repo == r.Objects && !e.mode.IsDir() {
			entries = append(entries, e)
		}
	}
	differs := make([]bool, len(entries))
	parallel.Do(len(entries), func(i int) { differs[i] = !w.holds(entries[i]) })
	changed := map[string]bool{}
	for i, e := range entries {
		if differs[i] {
			changed[e.path] = true
		}
	}
	for at, sub := range r.submodules {
		inside, err := sub.Changed(ctx)
		if err != nil {
			return nil, err
		}
		for name := range inside {
			changed[at+"/"+name] = true
		}
	}
	return changed, nil
}

// A worktree is the disk, compared with a revision.
type worktree struct {
	r     *Revision
	root  *os.Root
	index *index // nil when there is none that can be read
}

// holds reports whether the work tree has an entry unchanged.
func (w *worktree) holds(e entry) bool {
	name := filepath.FromSlash(e.path)
	info, err := w.root.Lstat(name)
	if err != nil {
		return w.index.skipped(w.r.prefix+e.path, e.id)
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		target, err := w.root.Readlink(name)
		return err == nil && e.mode&fs.ModeSymlink != 0 && sum(e.id, []byte(filepath.ToSlash(target))) == e.id
	}
	if !info.Mode().IsRegular() {
		return false
	}
	if e.mode.IsRegular() && w.index.vouches(w.r.prefix+e.path, e.id, info) {
		return true
	}
	return w.hashed(e, name, info.Size())
}

// hashed compares what a file holds.
func (w *worktree) hashed(e entry, name string, size int64) bool {
	if size > maxBlob {
		return false
	}
	f, err := w.root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return false
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return false
	}
	src, err := io.ReadAll(io.LimitReader(f, size+1))
	if err != nil {
		return false
	}
	if sum(e.id, src) == e.id {
		return true
	}
	if unix := bytes.ReplaceAll(src, []byte("\r\n"), []byte("\n")); len(unix) < len(src) && sum(e.id, unix) == e.id {
		return true
	}
	return e.size < maxPointer && int64(len(src)) != e.size && w.largeFile(e, src)
}

// maxPointer bounds the file that stands for one of Git LFS.
const maxPointer = 1024

// largeFile reports whether an entry stands for a file of Git LFS that holds
// these bytes.
func (w *worktree) largeFile(e entry, src []byte) bool {
	pointer, err := e.repo.Read(e.id)
	if err != nil || !bytes.HasPrefix(pointer, []byte("version https://git-lfs.github.com/spec/")) {
		return false
	}
	of := sha256.Sum256(src)
	want := "oid sha256:" + hex.EncodeToString(of[:])
	for line := range strings.Lines(string(pointer)) {
		if strings.TrimSuffix(line, "\n") == want {
			return true
		}
	}
	return false
}

// sum is the name of a blob, in the kind of an object name.
func sum(like string, src []byte) string {
	var h hash.Hash
	if len(like) == 64 {
		h = sha256.New()
	} else {
		h = sha1.New() // what git names objects by
	}
	fmt.Fprintf(h, "blob %d\x00", len(src))
	h.Write(src)
	return hex.EncodeToString(h.Sum(nil))
}
