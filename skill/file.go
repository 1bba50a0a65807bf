package skill

import (
	"bytes"
	"errors"
	"fmt"
	"go/token"
	"io"
	"io/fs"
	"sync"
	"unicode/utf8"
)

// The largest files that are read, in bytes.
const (
	maxManifest = 1 << 20 // YAML, frontmatter, configuration
	maxFile     = 5 << 20 // a whole file, with its text; JSON: a marketplace of 10,000 plugins
)

// A File is one file that was read, registered in the workspace's FileSet.
type File struct {
	Path string // relative to the root, with slashes
	Src  []byte // nil when it could not be read
	tok  *token.File

	lines sync.Once // finds the lines of a text when the first position is asked for
	text  lazyText
}

// Pos returns the position of a byte of the file. An offset behind the end
// is the end.
func (f *File) Pos(offset int) token.Pos {
	f.lines.Do(f.setLines)
	return f.tok.Pos(max(0, min(offset, f.tok.Size())))
}

// Offset is the inverse of Pos.
func (f *File) Offset(pos token.Pos) int { return f.tok.Offset(pos) }

// JSON reads the file as JSON, for files that are no manifests. It is nil when
// the file is none.
func (f *File) JSON() *Node {
	n, err := parseJSON(f.Src, f.Pos(0))
	if err != nil {
		return nil
	}
	return n
}

// Frontmatter reads the frontmatter of a Markdown file that is no manifest. It
// is nil when there is none that can be read.
func (f *File) Frontmatter() *Node {
	from, to, _, has, closed := splitFrontmatter(f.Src)
	if !has || !closed || to-from > maxManifest {
		return nil
	}
	n, err := parseYAML(f.Src[from:to], f.Pos(from))
	if err != nil {
		return nil
	}
	return n
}

// addFile registers a file's contents under a name in the FileSet.
func addFile(fset *token.FileSet, name, path string, src []byte) *File {
	return &File{Path: path, Src: src, tok: fset.AddFile(name, -1, len(src))}
}

func (f *File) setLines() {
	lines := make([]int, 1, 1+bytes.Count(f.Src, []byte("\n"))) // an empty file has a first line too
	for at := 0; ; {
		n := bytes.IndexByte(f.Src[at:], '\n')
		if n < 0 || at+n+1 == len(f.Src) { // a line that nothing stands in begins nowhere
			break
		}
		at += n + 1
		lines = append(lines, at)
	}
	f.tok.SetLines(lines)
}

// errTooLarge says that a file was not read because of its size.
type errTooLarge int

func (e errTooLarge) Error() string {
	return fmt.Sprintf("the file is larger than %d MiB and was not read", int(e)>>20)
}

// readCapped reads a file of at most limit bytes.
func readCapped(fsys fs.FS, path string, limit int) ([]byte, error) {
	f, err := fsys.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("it is no regular file")
	}
	if info.Size() > int64(limit) {
		return nil, errTooLarge(limit)
	}
	buf := make([]byte, info.Size()+1)
	n, err := io.ReadFull(f, buf)
	for err == nil { // it grew while it was read
		if len(buf) > limit {
			return nil, errTooLarge(limit)
		}
		var more int
		buf = append(buf, make([]byte, len(buf))...)
		more, err = io.ReadFull(f, buf[n:])
		n += more
	}
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = nil
	}
	return buf[:n], err
}

var bom = []byte("\xef\xbb\xbf")

// checkText says why src is no text that a manifest may be: its encoding, or
// a NUL. nil means that it is valid UTF-8.
func checkText(src []byte) *SyntaxError {
	switch {
	case bytes.HasPrefix(src, []byte("\xff\xfe")), bytes.HasPrefix(src, []byte("\xfe\xff")):
		return &SyntaxError{0, 2, "the file is UTF-16, expected UTF-8"}
	case !utf8.Valid(src):
		at := 0
		for at < len(src) {
			r, size := utf8.DecodeRune(src[at:])
			if r == utf8.RuneError && size == 1 {
				break
			}
			at += size
		}
		return &SyntaxError{at, at + 1, fmt.Sprintf("invalid UTF-8: byte 0x%02x", src[at])}
	}
	if at := bytes.IndexByte(src, 0); at >= 0 {
		return &SyntaxError{at, at + 1, "the file holds a NUL character: it is no text"}
	}
	return nil
}
