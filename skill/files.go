package skill

import (
	"bytes"
	"go/token"
	"io/fs"
	"runtime"
	"slices"
	"strings"

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
	if f := ws.files.At(path); f != nil {
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
	return sortedFiles.Of(ws, ws.files.All)
}

// held returns a file of which the facts are held, nil when there is none.
func (ws *Workspace) held(p string) *File {
	if ws == nil || !ws.files.Holds() {
		return nil
	}
	f := ws.file(p)
	if m := ws.parsed[p]; m != nil {
		f = m.File
	} else if f == nil {
		f = ws.files.Asked(p)
	}
	if f == nil || !f.Known() {
		return nil
	}
	return f
}

// Executable reports whether a file may be run by its path alone; known is false
// where the file system does not tell.
func (ws *Workspace) Executable(p string) (executable, known bool) {
	info, err := fs.Stat(ws.files.FS, p)
	if err != nil || !info.Mode().IsRegular() || info.Mode()&0o200 == 0 || runtime.GOOS == "windows" {
		return false, false
	}
	return info.Mode()&0o111 != 0, true
}

// FirstLine returns the first line of a file, without its line feed; ok is false when the
// file cannot be read.
func (ws *Workspace) FirstLine(p string) (line string, ok bool) {
	src, ok := ws.Script(p)
	first, _, _ := bytes.Cut(src, []byte("\n"))
	return string(first), ok
}

// Script returns what a file holds that no list of the workspace has, such as a script of a hook; ok is false when it
// cannot be read.
func (ws *Workspace) Script(p string) (src []byte, ok bool) {
	src, err := tree.ReadFile(ws.files.FS, p, tree.MaxFile)
	return src, err == nil
}
