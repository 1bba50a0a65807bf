package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// maxTables is how many states of workspaces the cache knows the files of.
const maxTables = 64

const (
	atFile   lookKind = 'f' // the contents of a file
	atFolder lookKind = 'd' // the names and kinds of what is in a folder
	atLink   lookKind = 'l' // where a symbolic link leads
	atKind   lookKind = 'k' // what stands at a path
	atTool   lookKind = 't' // skilllint's own program
)

// A lookStore has the tables of looks, one a state of a folder. What an entry of the
// cache names is the state: any folder may be in it, with stamps of its own.
type lookStore struct {
	dir   string
	root  string    // what the names of the folder's own tables begin with
	state string    // of the table, "" without one
	table lookTable // the last that was read or kept
	first lookTable // that was read
}

// A lookTable is what a run looked at.
type lookTable struct {
	Program []byte
	Looks   []look
}

func openLooks(dir, folder string) *lookStore {
	sum := sha256.Sum256([]byte(folder))
	return &lookStore{dir: filepath.Join(dir, "looks"), root: hex.EncodeToString(sum[:16]) + "-"}
}

// path is where the folder's table of its state is.
func (s *lookStore) path() string { return filepath.Join(s.dir, s.root+s.state) }

// read reads the table of a state, the folder's own or another's, false when
// there is none.
func (s *lookStore) read(state string) bool {
	if state == s.state {
		return state != ""
	}
	s.state, s.table = state, lookTable{}
	known := readChecked(s.path(), &s.table)
	for _, f := range cacheFiles(s.dir, "") {
		known = known || strings.HasSuffix(f.path, "-"+state) && readChecked(f.path, &s.table)
	}
	switch {
	case !known:
		s.state, s.table = "", lookTable{}
	case s.first.Looks == nil:
		s.first = s.table
	}
	return known
}

// before returns the looks at whole files and at folders of the table that was
// read first, else of the latest; none when that is another program's.
func (s *lookStore) before(program [sha256.Size]byte) map[lookAt]*look {
	if files := cacheFiles(s.dir, s.root); s.first.Looks == nil && len(files) > 0 {
		s.read(strings.TrimPrefix(filepath.Base(files[0].path), s.root))
	}
	table := s.first
	s.state, s.table, s.first = "", lookTable{}, lookTable{}
	if string(table.Program) != string(program[:]) {
		return nil
	}
	before := make(map[lookAt]*look, len(table.Looks))
	for i := range table.Looks {
		if l := &table.Looks[i]; l.Stamp != "" && (l.Kind == atFolder || l.whole()) {
			before[lookAt{l.Kind, l.Path}] = l
		}
	}
	return before
}

// keep writes the looks of a run, and drops what there is too much of.
func (s *lookStore) keep(program [sha256.Size]byte, looks []look) {
	sum, b := sha256.New(), []byte(nil)
	for _, l := range looks {
		b = append(append(append(b[:0], byte(l.Kind)), l.Path...), 0)
		b = append(append(b, l.Found...), 0)
		sum.Write(b)
	}
	s.state, s.table = hex.EncodeToString(sum.Sum(nil)[:16]), lookTable{program[:], looks}
	s.write()
	for i, f := range cacheFiles(s.dir, s.root) {
		if i >= maxVariants {
			os.Remove(f.path)
		}
	}
	size := int64(0)
	for i, f := range cacheFiles(s.dir, "") {
		if size += f.size; i >= maxTables || size > maxCacheBytes {
			os.Remove(f.path)
		}
	}
}

func (s *lookStore) write() { writeChecked(s.path(), &s.table) }

// whole reports whether a look was at all of a regular file.
func (l *look) whole() bool {
	rest, ok := strings.CutSuffix(l.Found, " 0")
	return l.Kind == atFile && ok && len(rest) > 16 && rest[16:] == " "+strconv.FormatInt(l.Bytes, 10)
}

// A listed is a name in a folder, and the kind of what is there.
type listed struct {
	Text string
	Type uint32
}

// same reports whether two looks found the same at the same.
func (l look) same(m look) bool {
	return l.Kind == m.Kind && l.Path == m.Path && l.Bytes == m.Bytes && l.Found == m.Found && l.Stamp == m.Stamp
}

// A listedEntry is an entry of a folder that was listed before.
type listedEntry struct {
	listed
	under fs.FS
	path  string
}

func (e listedEntry) Name() string               { return e.Text }
func (e listedEntry) Type() fs.FileMode          { return fs.FileMode(e.listed.Type) }
func (e listedEntry) IsDir() bool                { return e.Type().IsDir() }
func (e listedEntry) Info() (fs.FileInfo, error) { return fs.Lstat(e.under, e.path) }

// A look is one thing that a run learnt from the disk. What a run says is a
// function of its looks: when all of them would find the same again, so would
// the run.
type look struct {
	Kind  lookKind
	Path  string // relative to the root, with slashes
	Bytes int64  // of a file: how many of its bytes were read
	Found string // what was found, or a digest of it
	// Stamp is the identity of the file by which it is known to be as it was,
	// without reading it; "" when it has to be looked at again.
	Stamp string
	Names []listed // what is in a folder
}

type lookKind byte

type lookAt struct {
	kind lookKind
	path string
}
