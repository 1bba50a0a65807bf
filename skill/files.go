package skill

import (
	"bytes"
	"go/token"
	"io/fs"
	"maps"
	"runtime"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/tree"
)

// File returns a file that was read, nil for any other path.
func (ws *Workspace) File(path string) *File { return ws.file(path) }

// FileAt returns the file that holds a position, nil when another revision's does.
func (ws *Workspace) FileAt(pos token.Pos) *File {
	tok := ws.Fset.File(pos)
	if tok == nil {
		return nil
	}
	if f := ws.file(strings.TrimPrefix(tok.Name(), ws.opts.Revision+":")); f != nil && f.In(tok) {
		return f
	}
	return nil
}

// file finds a file that was read.
func (ws *Workspace) file(path string) *File {
	if f := ws.files[path]; f != nil {
		return f
	}
	i, ok := slices.BinarySearchFunc(ws.docs, path, func(f *File, path string) int { return strings.Compare(f.Path, path) })
	if !ok {
		return nil
	}
	return ws.docs[i]
}

var sortedFiles Memo[[]*File]

// Files returns all files that were read, sorted by path.
func (ws *Workspace) Files() []*File {
	return sortedFiles.Of(ws, func() []*File {
		return slices.SortedFunc(maps.Values(ws.files), func(a, b *File) int { return strings.Compare(a.Path, b.Path) })
	})
}

// addFile registers a file of the workspace in its FileSet.
func (ws *Workspace) addFile(path string, src []byte) *File { return ws.addSummed(path, src, nil) }

// addSummed is addFile for bytes whose sum may be known.
func (ws *Workspace) addSummed(path string, src []byte, known *[16]byte) *File {
	if known == nil && src != nil && ws.takeable() {
		sum := [16]byte(document.SumOf(src))
		known = &sum
	}
	facts := ws.opts.Facts
	if facts != nil && mayHoldSecrets(path, src) {
		facts = unkept{}
	}
	return document.NewKept(ws.Fset, ws.opts.name(path), path, src, (*document.Sum)(known), facts).From(&ws.again.shared)
}

// recall returns a file of at most limit bytes as addFile would, without reading
// it, when its contents and their facts are known. The file is nil when it is no
// text.
func (ws *Workspace) recall(fsys fs.FS, p string, limit int) (f *File, known bool) {
	if ws.opts.Facts == nil {
		return nil, false
	}
	sum, size, ok := tree.SumOf(fsys, p)
	if !ok || size > limit {
		return nil, false
	}
	if f, known = document.Recall(ws.Fset, ws.opts.name(p), p, size, sum, ws.opts.Facts); f != nil {
		f.From(&ws.again.shared)
	}
	return f, known
}

// takeable reports whether files are known by exact sums and hold their facts
// themselves, so that another load can take them over.
func (ws *Workspace) takeable() bool {
	_, summed := ws.again.fsys.(Summed)
	return summed && ws.opts.Facts == nil
}

// taken returns the file of the last load at a path, as a file of this one, nil when
// it is not known, without reading it, to hold the same.
func (ws *Workspace) taken(fsys fs.FS, p string) *File {
	if ws.opts.Last.held(p) == nil {
		return nil
	}
	sum, size, ok := tree.SumOf(fsys, p)
	if !ok {
		return nil
	}
	return ws.takenAs(p, &sum, size)
}

// takenAs is taken for a file of a sum; nil is none.
func (ws *Workspace) takenAs(p string, sum *[16]byte, size int) *File {
	f := ws.opts.Last.held(p)
	if f == nil || sum == nil || !f.Join(ws.Fset, *sum, size, &ws.again.shared) {
		return nil
	}
	return f
}

// held returns a file of which the facts are held, nil when there is none.
func (ws *Workspace) held(p string) *File {
	if ws == nil || !ws.takeable() {
		return nil
	}
	f := ws.file(p)
	if m := ws.parsed[p]; m != nil {
		f = m.File
	} else if f == nil && ws.modules != nil {
		if of, ok := ws.modules.files.Load(p); ok {
			f = of.(*File)
		}
	}
	if f == nil || !f.Known() {
		return nil
	}
	return f
}

// place returns a position for a path that was not read as a file.
func (ws *Workspace) place(p string) token.Pos {
	f, ok := ws.files[p]
	if !ok {
		f = ws.addFile(p, nil)
		ws.files[p] = f
	}
	return f.Pos(0)
}

// Executable reports whether a file may be run by its path alone; known is false
// where the file system does not tell.
func (ws *Workspace) Executable(p string) (executable, known bool) {
	info, err := fs.Stat(ws.again.fsys, p)
	if err != nil || !info.Mode().IsRegular() || info.Mode()&0o200 == 0 || runtime.GOOS == "windows" {
		return false, false
	}
	return info.Mode()&0o111 != 0, true
}

// FirstLine returns the first line of a file, without its line feed; ok is false when the
// file cannot be read.
func (ws *Workspace) FirstLine(p string) (line string, ok bool) {
	src, err := tree.ReadFile(ws.again.fsys, p, tree.MaxFile)
	if err != nil {
		return "", false
	}
	first, _, _ := bytes.Cut(src, []byte("\n"))
	return string(first), true
}
