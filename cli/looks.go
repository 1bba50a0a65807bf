package cli

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/internal/limit"
)

// maxTables is how many states of workspaces the cache knows the files of.
const maxTables = 64

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

// programSum is the SHA-256 of the program itself: what another one found may
// be something else. It is remembered in a folder for the program's stamp.
func programSum(dir string) (sum [sha256.Size]byte, err error) {
	file, err := os.Executable()
	if err != nil {
		return sum, err
	}
	stamp, _ := fileStamp(noDir, file, true)
	memo := filepath.Join(dir, "looks", "program")
	if text, err := limit.ReadFile(memo, limit.Line); err == nil && stamp != "" && len(text) == len(stamp)+len(sum) && strings.HasPrefix(string(text), stamp) {
		return [sha256.Size]byte(text[len(stamp):]), nil
	}
	f, err := os.Open(file)
	if err != nil {
		return sum, err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return sum, err
	}
	if sum = [sha256.Size]byte(h.Sum(nil)); stamp != "" {
		writeWhole(memo, append([]byte(stamp), sum[:]...))
	}
	return sum, nil
}
