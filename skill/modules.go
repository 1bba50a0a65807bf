package skill

import (
	"io/fs"
	"slices"
	"sync"

	"github.com/skilllint/skilllint/internal/code"
	"github.com/skilllint/skilllint/internal/code/resolve"
	"github.com/skilllint/skilllint/internal/tree"
)

// Modules are the files of a workspace as its code sees them: each is read
// once, when something asks for it. They are safe for concurrent use.
type modules struct {
	ws     *Workspace
	fsys   fs.FS
	opts   CodeOptions
	owners map[*Skill]*resolve.Owner

	files sync.Map // path → *File that is none of the workspace's yet
}

func newModules(ws *Workspace, fsys fs.FS, opts Options) *modules {
	return &modules{ws: ws, fsys: fsys, opts: opts.Code, owners: map[*Skill]*resolve.Owner{}}
}

// resolver returns a resolver of the workspace's modules.
func (m *modules) resolver() *resolve.Resolver {
	folders := map[string]*resolve.Owner{}
	for dir, s := range m.ws.skillFolders() {
		if folders[dir] = nil; s != nil {
			if m.owners[s] == nil {
				m.owners[s] = &resolve.Owner{ID: s.ID.Text, Dir: s.Dir}
			}
			folders[dir] = m.owners[s]
		}
	}
	return resolve.New(resolve.Inputs{
		Tree: m.ws.Tree, Owners: folders, PythonRoots: slices.Clone(m.opts.PythonRoots),
		Read:  func(p string) ([]byte, error) { return readCapped(m.fsys, p, maxManifest) },
		Facts: m.module,
	})
}

// file reads a file, unless its text is there already.
func (m *modules) file(p string) (*File, error) {
	known := m.ws.files[p]
	if known != nil && known.Known() {
		return known, nil
	}
	if f, ok := m.files.Load(p); ok {
		return f.(*File), nil
	}
	f, ok := m.ws.taken(m.fsys, p), true
	if f == nil {
		f, ok = m.ws.recall(m.fsys, p, maxFile)
	}
	if ok && f != nil {
		first, _ := m.files.LoadOrStore(p, f)
		return first.(*File), nil
	}
	src, sum, err := tree.ReadInto(m.fsys, p, maxFile, nil)
	if err != nil && known != nil {
		return known, err
	}
	f = m.ws.addSummed(p, src, sum)
	if err == nil {
		first, _ := m.files.LoadOrStore(p, f)
		f = first.(*File)
	}
	return f, err
}

// module returns the Facts of a file, nil when it cannot be read.
func (m *modules) module(p string) *code.Facts {
	f, err := m.file(p)
	if err != nil {
		return nil
	}
	return m.ws.reader.FactsOf(f)
}
