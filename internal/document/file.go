package document

import (
	"bytes"
	"fmt"
	"go/token"
	"path"
	"strings"
	"sync"
	"unicode/utf8"
)

// MaxData is how many bytes of YAML are read, frontmatter too.
const MaxData = 1 << 20

// A File is one file that was read, registered in a FileSet.
type File struct {
	Path string // relative to the root, with slashes
	Src  []byte // nil when it could not be read
	tok  *token.File

	lines sync.Once // finds the lines of a text when the first position is asked for
	text  lazyText
	prose lazyProse
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
	n, err := ParseJSON(f.Src, f.Pos(0))
	if err != nil {
		return nil
	}
	return n
}

// Frontmatter reads the frontmatter of a Markdown file that is no manifest. It
// is nil when there is none that can be read.
func (f *File) Frontmatter() *Node {
	from, to, _, has, closed := SplitFrontmatter(f.Src)
	if !has || !closed || to-from > MaxData {
		return nil
	}
	n, err := ParseYAML(f.Src[from:to], f.Pos(from))
	if err != nil {
		return nil
	}
	return n
}

// IsMarkdown and IsJSON tell a file's format from its name.
func IsMarkdown(p string) bool { return strings.EqualFold(path.Ext(p), ".md") }

func IsJSON(p string) bool {
	ext := path.Ext(p)
	return strings.EqualFold(ext, ".json") || ext == ".snap" // a tool of an MCP server, recorded
}

// In reports whether the file is this one of its FileSet.
func (f *File) In(tok *token.File) bool { return f.tok == tok }

// New registers a file's contents under a name in the FileSet.
func New(fset *token.FileSet, name, path string, src []byte) *File {
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

var bom = []byte("\xef\xbb\xbf")

// CheckText says why src is no text that a manifest may be: its encoding, or
// a NUL. nil means that it is valid UTF-8.
func CheckText(src []byte) *SyntaxError {
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
