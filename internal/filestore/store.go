// Package filestore has the files of one load of a tree, each read once: taken over
// from the load before, recalled from the facts that are kept of it, or read.
package filestore

import (
	"bytes"
	"go/token"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/internal/tree"
)

// Inputs are what a Store reads, and how.
type Inputs struct {
	FileSet *token.FileSet
	FS      fs.FS
	// Name is how a path is called in the FileSet.
	Name func(path string) string
	// Facts keeps what is found in files; nil keeps nothing.
	Facts document.Keeper
	// Last returns a file of the load before, with the facts that it holds, nil where
	// there is none.
	Last func(path string) *document.File
}

// A Store has files by their paths.
type Store struct {
	Inputs
	again  *again
	byPath map[string]*document.File
	asked  *sync.Map // path → *document.File that Read read, and that may be none of byPath
}

// New returns a Store without files.
func New(in Inputs) *Store {
	return &Store{Inputs: in, again: newAgain(in.FS), byPath: map[string]*document.File{}, asked: &sync.Map{}}
}

// Clone returns a Store of the same files, to which others can be added.
func (s *Store) Clone() *Store {
	view := *s
	view.byPath = maps.Clone(s.byPath)
	return &view
}

// At returns the file of a path, nil when there is none.
func (s *Store) At(path string) *document.File { return s.byPath[path] }

// Put adds a file, or replaces the one of its path.
func (s *Store) Put(f *document.File) { s.byPath[f.Path] = f }

// All returns the files, sorted by path.
func (s *Store) All() []*document.File {
	return slices.SortedFunc(maps.Values(s.byPath), func(a, b *document.File) int { return strings.Compare(a.Path, b.Path) })
}

// Place returns a position for a path that was not read as a file.
func (s *Store) Place(p string) token.Pos {
	f, ok := s.byPath[p]
	if !ok {
		f = s.NewFile(p, nil, nil)
		s.Put(f)
	}
	return f.Pos(0)
}

// NewFile makes a file of bytes, whose sum may be known, in the FileSet. It is not put
// into the Store.
func (s *Store) NewFile(path string, src []byte, known *document.Sum) *document.File {
	if known == nil && src != nil && s.Holds() {
		sum := document.SumOf(src)
		known = &sum
	}
	facts := s.Facts
	if facts != nil && mayHoldSecrets(path, src) {
		facts = unkept{}
	}
	return document.NewKept(s.FileSet, s.Name(path), path, src, known, facts).From(&s.again.shared)
}

// Recall returns a file of at most limit bytes as NewFile would, without reading
// it, when its contents and their facts are known. The file is nil when it is no
// text.
func (s *Store) Recall(p string, limit int) (f *document.File, known bool) {
	if s.Facts == nil {
		return nil, false
	}
	sum, size, ok := tree.SumOf(s.FS, p)
	if !ok || size > limit {
		return nil, false
	}
	if f, known = document.Recall(s.FileSet, s.Name(p), p, size, sum, s.Facts); f != nil {
		f.From(&s.again.shared)
	}
	return f, known
}

// Holds reports whether files are known by exact sums and hold their facts
// themselves, so that another load can take them over.
func (s *Store) Holds() bool {
	_, summed := s.FS.(tree.Summed)
	return summed && s.Facts == nil
}

// Take returns the file of the last load at a path, as a file of this one, nil when
// it is not known, without reading it, to hold the same.
func (s *Store) Take(p string) *document.File {
	if s.Last(p) == nil {
		return nil
	}
	sum, size, ok := tree.SumOf(s.FS, p)
	if !ok {
		return nil
	}
	return s.TakeAs(p, (*document.Sum)(&sum), size)
}

// TakeAs is Take for a file of a sum; nil is none.
func (s *Store) TakeAs(p string, sum *document.Sum, size int) *document.File {
	f := s.Last(p)
	if f == nil || sum == nil || !f.Join(s.FileSet, *sum, size, &s.again.shared) {
		return nil
	}
	return f
}

// Borrow reads the bytes of a file of at most limit of them. They are to be returned
// where there is an error, too.
func (s *Store) Borrow(p string, limit int) (Loan, error) { return borrow(s.FS, p, limit) }

// Read reads a file, unless its text is there already. It is safe for concurrent use,
// and puts nothing into the Store.
func (s *Store) Read(p string) (*document.File, error) {
	known := s.byPath[p]
	if known != nil && known.Known() {
		return known, nil
	}
	if f := s.Asked(p); f != nil {
		return f, nil
	}
	f, ok := s.Take(p), true
	if f == nil {
		f, ok = s.Recall(p, tree.MaxFile)
	}
	if ok && f != nil {
		first, _ := s.asked.LoadOrStore(p, f)
		return first.(*document.File), nil
	}
	src, sum, err := tree.ReadInto(s.FS, p, tree.MaxFile, nil)
	if err != nil && known != nil {
		return known, err
	}
	f = s.NewFile(p, src, (*document.Sum)(sum))
	if err == nil {
		first, _ := s.asked.LoadOrStore(p, f)
		f = first.(*document.File)
	}
	return f, err
}

// Asked returns a file that Read has read, nil when there is none.
func (s *Store) Asked(p string) *document.File {
	f, _ := s.asked.Load(p)
	file, _ := f.(*document.File)
	return file
}

// unkept is the Keeper of files of which nothing is kept from run to run.
type unkept struct{}

func (unkept) Find(document.Key) []byte  { return nil }
func (unkept) Keep(document.Key, []byte) {}

// mayHoldSecrets reports whether a file defines servers, whose variables,
// headers and addresses may be secret.
func mayHoldSecrets(p string, src []byte) bool {
	if strings.EqualFold(path.Ext(p), ".md") {
		head, _, _ := bytes.Cut(bytes.TrimPrefix(src, []byte("---")), []byte("\n---"))
		return bytes.HasPrefix(src, []byte("---")) && (bytes.Contains(head, []byte("mcp-servers:")) || bytes.Contains(head, []byte("mcpServers:")))
	}
	if hosts.ServersFile(p) {
		return true
	}
	return (document.IsJSON(p) || path.Ext(p) == ".toml") && (bytes.Contains(src, []byte("mcpServers")) || bytes.Contains(src, []byte("mcp_servers")))
}
