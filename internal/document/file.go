// Package document reads a file as text, JSON, YAML or Markdown, and keeps the
// place of each value. It knows nothing of skills, and opens no file.
package document

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"go/token"
	"hash/maphash"
	"math"
	"path"
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"github.com/skilllint/skilllint/internal/limit"
)

// MaxData is how many bytes of YAML are read, frontmatter too.
const MaxData = limit.Data

// A Reader reads a file of the workspace another time. It returns nil when the
// bytes are none that it wants; sum tells them from others of the path. known is
// NewKept's.
type Reader interface {
	ReadAgain(path string, sum Sum, wants func(src []byte, known *Sum) bool) []byte
	// Lend gives the bytes to use, which keeps none of them.
	Lend(path string, sum Sum, wants func(src []byte, known *Sum) bool, use func(src []byte))
}

// A File is one file that was read, registered in a FileSet. Its bytes are
// there until Release; after that it is what is known of it, and Source reads
// them again.
type File struct {
	Path string // relative to the root, with slashes
	Size int    // in bytes
	Sum  Sum    // of its bytes

	read   bool // its bytes were read, be they none
	exact  bool // Sum is the first half of their SHA-256
	held   atomic.Pointer[held]
	again  atomic.Pointer[Reader]
	keeper Keeper // nil when nothing is kept
	tok    *token.File
	lines  lineTable

	lining sync.Mutex   // of tok
	lined  atomic.Int64 // tok has the lines up to this byte and itself; 0 for none
	parts  parts
}

// What a File holds of its bytes: all of them, or the first.
type held struct{ src, head []byte }

// New registers a file's contents under a name in the FileSet. A nil src is a
// file that is there and was not read.
func New(fset *token.FileSet, name, path string, src []byte) *File {
	return NewKept(fset, name, path, src, nil, nil)
}

// NewKept is New for a file that is known by its contents: a Keeper has its facts, or
// is to keep them, or it is taken over from load to load, see Join. known is the first
// half of the SHA-256 of its bytes, nil when nobody has made it yet.
func NewKept(fset *token.FileSet, name, path string, src []byte, known *Sum, keeper Keeper) *File {
	f := &File{Path: path, Size: len(src), read: src != nil, exact: keeper != nil || known != nil, keeper: keeper, tok: fset.AddFile(name, -1, len(src))}
	f.held.Store(&held{src: src})
	if f.read {
		f.Sum = sumOf(src, known, f.exact)
		f.lines = linesOf(src)
	}
	return f
}

// Join adds the file to a further FileSet, its positions as they are, when it
// holds the contents of a sum; false when it may not. From then on it is read again
// where those were seen.
func (f *File) Join(fset *token.FileSet, sum Sum, size int, r *Reader) bool {
	if !f.exact || f.Sum != sum || f.Size != size {
		return false
	}
	fset.AddExistingFiles(f.tok)
	f.From(r)
	return true
}

// A Sum tells contents from others: equal for equal bytes of one run.
type Sum [16]byte

// SumOf returns the first half of the SHA-256 of contents.
func SumOf(src []byte) Sum {
	sum := sha256.Sum256(src)
	return Sum(sum[:])
}

// seed makes the sums of a run unlike those of any other, so that nobody can
// write two files of one sum.
var seed = maphash.MakeSeed()

// sumOf sums for one run, or exactly, so that contents are known from other runs.
func sumOf(src []byte, known *Sum, exact bool) (s Sum) {
	switch {
	case exact && known != nil:
		return *known
	case exact:
		return SumOf(src)
	}
	binary.NativeEndian.PutUint64(s[:], maphash.Bytes(seed, src))
	return s
}

// From sets where Source reads the file again, as others do.
func (f *File) From(r *Reader) *File {
	f.again.Store(r)
	return f
}

// Known reports whether the file's bytes were read.
func (f *File) Known() bool { return f.read }

// Holds reports whether contents are the file's.
func (f *File) Holds(src []byte) bool { return f.holds(src, nil) }

func (f *File) holds(src []byte, known *Sum) bool {
	return f.read && len(src) == f.Size && sumOf(src, known, f.exact) == f.Sum
}

// Source returns the file's bytes; it reads them again when they were dropped.
// It is nil when the file has changed since, or is gone, and when it never was
// read.
func (f *File) Source() []byte {
	h, again := f.held.Load(), f.again.Load()
	switch {
	case h.src != nil || !f.read || again == nil:
		return h.src
	case len(h.head) == f.Size:
		return h.head
	}
	return (*again).ReadAgain(f.Path, f.Sum, f.holds)
}

// lend gives what Source returns to use, which keeps none of it.
func (f *File) lend(use func(src []byte)) {
	h, again := f.held.Load(), f.again.Load()
	if h.src != nil || !f.read || again == nil || len(h.head) == f.Size {
		use(f.Source())
		return
	}
	(*again).Lend(f.Path, f.Sum, f.holds, use)
}

// Held returns the file's bytes, nil when they were dropped.
func (f *File) Held() []byte { return f.held.Load().src }

// Head returns the first bytes of the file: those that Release kept, or all.
// What is written about a manifest's data stands there.
func (f *File) Head() []byte {
	h := f.held.Load()
	switch {
	case h.src != nil:
		return h.src
	case h.head == nil && f.keeper != nil:
		return headPart.Of(f).Bytes
	}
	return h.head
}

// Between returns the bytes between two offsets; none when the file cannot be
// read again as it was.
func (f *File) Between(from, to int) []byte {
	src := f.Head()
	if to > len(src) {
		src = f.Source()
	}
	if from < 0 || from > to || to > len(src) {
		return nil
	}
	return src[from:to]
}

// Written returns how the source writes what stands between two positions.
func (f *File) Written(pos, end token.Pos) string {
	return string(f.Between(f.Offset(pos), f.Offset(end)))
}

// Pos returns the position of a byte of the file. An offset behind the end
// is the end.
func (f *File) Pos(offset int) token.Pos { return f.Base(offset, offset) }

// Base is Pos of a byte that the positions of others are counted from, up to that of
// a further one.
func (f *File) Base(from, to int) token.Pos {
	f.line(to)
	return f.tok.Pos(max(0, min(from, f.tok.Size())))
}

// line gives the lines up to a byte to tok, for whose positions they are asked: at
// first those, as few as a frontmatter has, and then all.
func (f *File) line(to int) {
	if int64(to) < f.lined.Load() {
		return
	}
	f.lining.Lock()
	defer f.lining.Unlock()
	switch lined := f.lined.Load(); {
	case int64(to) < lined:
		return
	case lined > 0:
		to = math.MaxInt - 1
	}
	f.tok.SetLines(f.lines.starts(to))
	f.lined.Store(int64(to) + 1)
}

// Offset is the inverse of Pos.
func (f *File) Offset(pos token.Pos) int { return f.tok.Offset(pos) }

// In reports whether the file is this one of its FileSet.
func (f *File) In(tok *token.File) bool { return f.tok == tok }

// Copy registers the file in another FileSet.
func (f *File) Copy(fset *token.FileSet, name string) *token.File {
	tok := fset.AddFile(name, -1, f.Size)
	tok.SetLines(f.lines.starts(f.Size))
	return tok
}

// JSON reads the file as JSON, for files that are no manifests. It is nil when
// the file is none.
func (f *File) JSON() *Node {
	n, err := ParseJSON(f.Source(), f.Base(0, f.Size))
	if err != nil {
		return nil
	}
	return n
}

// Frontmatter reads the frontmatter of a Markdown file that is no manifest. It
// is nil when there is none that can be read.
func (f *File) Frontmatter() *Node {
	src := f.Head()
	from, to, _, has, closed := SplitFrontmatter(src)
	if !has || !closed || to-from > MaxData {
		return nil
	}
	n, err := ParseYAML(src[from:to], f.Base(from, to))
	if err != nil {
		return nil
	}
	return n
}

// FrontmatterSize is how many bytes of a Markdown file its frontmatter has, while the
// bytes are there; 0 for others.
func (f *File) FrontmatterSize() int {
	if !IsMarkdown(f.Path) {
		return 0
	}
	if _, _, body, has, closed := SplitFrontmatter(f.Held()); has && closed {
		return body
	}
	return 0
}

// IsMarkdown and IsJSON tell a file's format from its name.
func IsMarkdown(p string) bool { return strings.EqualFold(path.Ext(p), ".md") }

func IsJSON(p string) bool {
	ext := path.Ext(p)
	return strings.EqualFold(ext, ".json") || ext == ".snap" // a tool of an MCP server, recorded
}

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
		return &SyntaxError{at, at + 1, "the file contains a NUL character: it is not text"}
	}
	return nil
}
