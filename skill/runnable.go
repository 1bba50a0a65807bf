package skill

import (
	"bytes"
	"io/fs"
	"runtime"

	"github.com/skilllint/skilllint/internal/tree"
)

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
