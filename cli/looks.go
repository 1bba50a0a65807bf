package cli

import (
	"cmp"
	"crypto/sha256"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/internal/limit"
	"github.com/skilllint/skilllint/internal/pack"
)

// maxTables is how many workspaces the cache knows the files of.
const maxTables = 64

// A lookTable is what the last run in a folder looked at.
type lookTable struct {
	Program []byte
	Check   [sha256.Size]byte // of Looks
	Looks   string
}

// readLooks reads the looks of the last run at whole files and at folders, none
// when they are broken or of another program.
func readLooks(file string, program [sha256.Size]byte) map[lookAt]*look {
	text, err := limit.ReadFile(file, limit.Cache)
	var table lookTable
	var looks []look
	if err != nil || pack.Read(text, &table, 1) != nil || string(table.Program) != string(program[:]) ||
		sha256.Sum256([]byte(table.Looks)) != table.Check || pack.ReadText(table.Looks, &looks, 1) != nil {
		return nil
	}
	before := make(map[lookAt]*look, len(looks))
	for i := range looks {
		if l := &looks[i]; l.Stamp != "" && (l.Kind == atFolder || l.whole()) {
			before[lookAt{l.Kind, l.Path}] = l
		}
	}
	return before
}

// whole reports whether a look was at all of a regular file.
func (l *look) whole() bool {
	rest, ok := strings.CutSuffix(l.Found, " 0")
	return l.Kind == atFile && ok && len(rest) > 16 && rest[16:] == " "+strconv.FormatInt(l.Bytes, 10)
}

// writeLooks keeps the looks of a run.
func writeLooks(file string, program [sha256.Size]byte, looks []look) {
	table := lookTable{Program: program[:], Looks: string(pack.Append(nil, &looks, 1))}
	table.Check = sha256.Sum256([]byte(table.Looks))
	text := pack.Append(nil, &table, 1)
	if len(text) > maxEntrySize {
		return
	}
	writeWhole(file, text)
	for i, f := range cacheFiles(filepath.Dir(file), "") {
		if i >= maxTables {
			os.Remove(f.path)
		}
	}
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
