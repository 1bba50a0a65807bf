package skill

import (
	"go/token"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/Masterminds/semver/v3"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/code"
	"github.com/skilllint/skilllint/internal/code/resolve"
	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/tree"
)

// A Workspace is a tree of files as the rules see it. It is complete when
// Load returns it and is never changed afterwards.
type Workspace struct {
	Fset      *token.FileSet
	Tree      *Tree
	Skills    []*Skill    // sorted by path of their first manifest
	Remote    []*Skill    // plugins of other repositories, of which only the entries of marketplaces here are known
	Manifests []*Manifest // of skills and others, sorted by path
	Index     *contract.Index

	// ToolRegistry is the Python registry of tools that SOPs use; nil when
	// there is no SOP or no registry.
	ToolRegistry *ToolRegistry

	// Tools is the provider of the tools that SOPs list, contract.Registry; nil when there is no SOP.
	Tools *Skill

	Problems []Problem // what could not be read, sorted by place

	standing *standing

	part   *part // what is read of a workspace; nil for all of it
	opts   Options
	reader *code.Reader
	again  *again // reads a file another time
	files  map[string]*File
	parsed map[string]*Manifest // by path, nil for what is none, when the next load may take it
	owner  map[*contract.Contract]*Skill

	roots       []string              // folders {skillId}, sorted
	packages    map[string]*Package   // by folder of the version
	versions    map[string][]*Package // by folder {skillId}, lowest first
	definitions map[string]*Manifest  // by folder {skillId}

	docs         []*File
	components   []*Component
	passedOver   []*Component
	installed    map[string][]installation // by folder of the plugin
	marketplaces []*Marketplace
	locked       []LockedSkill
	releases     map[string][]*semver.Version
	modules      *modules
	links        *resolve.Resolver          // nil when no skill has code
	bodies       map[string]*code.Facts     // of the code of functions, by path
	sources      []*Source                  // sorted by path
	platform     []*Source                  // of code outside of skills, sorted by path
	code         map[*Skill]map[string]bool // of skills with code: the tools of their contracts that it names

	memos sync.Map // values that rules share, see Memo
}

// A part is a folder of a workspace, which is read again.
type part struct {
	folder string
	of     *Workspace
}

// File returns a file that was read, nil for any other path.
func (ws *Workspace) File(path string) *File { return ws.file(path) }

// ManifestAt returns the manifest of a path, nil for any other file.
func (ws *Workspace) ManifestAt(path string) *Manifest {
	i, ok := slices.BinarySearchFunc(ws.Manifests, path, func(m *Manifest, path string) int { return strings.Compare(m.Path, path) })
	if !ok {
		return nil
	}
	return ws.Manifests[i]
}

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

// addFile registers a file of the workspace in its FileSet.
func (ws *Workspace) addFile(path string, src []byte) *File { return ws.addSummed(path, src, nil) }

// addSummed is addFile for bytes whose sum may be known.
func (ws *Workspace) addSummed(path string, src []byte, known *[16]byte) *File {
	if known == nil && src != nil && ws.takeable() {
		sum := [16]byte(document.SumOf(src))
		known = &sum
	}
	facts := ws.opts.Facts
	if facts != nil && mayHoldSecrets(path, src) {
		facts = unkept{}
	}
	return document.NewKept(ws.Fset, ws.opts.name(path), path, src, (*document.Sum)(known), facts).From(ws.again)
}

// recall returns a file of at most limit bytes as addFile would, without reading
// it, when its contents and their facts are known. The file is nil when it is no
// text.
func (ws *Workspace) recall(fsys fs.FS, p string, limit int) (f *File, known bool) {
	if ws.opts.Facts == nil {
		return nil, false
	}
	sum, size, ok := tree.SumOf(fsys, p)
	if !ok || size > limit {
		return nil, false
	}
	if f, known = document.Recall(ws.Fset, ws.opts.name(p), p, size, sum, ws.opts.Facts); f != nil {
		f.From(ws.again)
	}
	return f, known
}

// Owner returns the skill that a contract of the workspace belongs to.
func (ws *Workspace) Owner(c *contract.Contract) *Skill { return ws.owner[c] }

// Consumers returns all that may need others: Skills, then Remote.
func (ws *Workspace) Consumers() []*Skill { return slices.Concat(ws.Skills, ws.Remote) }

// Changed reports whether a file of an earlier revision is known to be
// another today, by its bytes.
func (ws *Workspace) Changed(path string) bool { return ws.opts.Same != nil && !ws.opts.Same(path) }

func newWorkspace(fset *token.FileSet, fsys fs.FS, tree *Tree, like *Workspace, opts Options) *Workspace {
	ws := &Workspace{Fset: fset, opts: opts, again: &again{fsys: fsys}, Tree: tree, files: map[string]*File{}, parsed: map[string]*Manifest{}, owner: map[*contract.Contract]*Skill{}}
	if like != nil {
		ws.reader = like.reader // the facts that files hold are its
	} else {
		ws.reader = opts.Code.newReader()
	}
	return ws
}

// FileSetAfter returns a FileSet for a load that takes files over from a workspace:
// their positions stay free. nil stands for none.
func FileSetAfter(last *Workspace) *token.FileSet {
	fset := token.NewFileSet()
	if last != nil {
		fset.RemoveFile(fset.AddFile("", last.Fset.Base(), 0))
	}
	return fset
}

// takeable reports whether files are known by exact sums and hold their facts
// themselves, so that another load can take them over.
func (ws *Workspace) takeable() bool {
	_, summed := ws.again.fsys.(Summed)
	return summed && ws.opts.Facts == nil
}

// taken returns the file of the last load at a path, as a file of this one, nil when
// it is not known, without reading it, to hold the same.
func (ws *Workspace) taken(fsys fs.FS, p string) *File {
	if ws.opts.Last.held(p) == nil {
		return nil
	}
	sum, size, ok := tree.SumOf(fsys, p)
	if !ok {
		return nil
	}
	return ws.takenAs(p, &sum, size)
}

// takenAs is taken for a file of a sum; nil is none.
func (ws *Workspace) takenAs(p string, sum *[16]byte, size int) *File {
	f := ws.opts.Last.held(p)
	if f == nil || sum == nil || !f.Join(ws.Fset, *sum, size, ws.again) {
		return nil
	}
	return f
}

// held returns a file of which the facts are held, nil when there is none.
func (ws *Workspace) held(p string) *File {
	if ws == nil || !ws.takeable() {
		return nil
	}
	f := ws.file(p)
	if m := ws.parsed[p]; m != nil {
		f = m.File
	} else if f == nil && ws.modules != nil {
		if of, ok := ws.modules.files.Load(p); ok {
			f = of.(*File)
		}
	}
	if f == nil || !f.Known() {
		return nil
	}
	return f
}

// sameTree returns the workspace's tree when another is the same, else that one:
// one of the two is enough.
func (ws *Workspace) sameTree(now *Tree) *Tree {
	if ws != nil && slices.Equal(ws.Tree.Entries(), now.Entries()) {
		return ws.Tree
	}
	return now
}

// WithSources returns the same workspace with other sources, for a tool that
// knows more of them than their text says. They must be positioned in its
// FileSet.
func (ws *Workspace) WithSources(sources []*Source) *Workspace {
	view := &Workspace{
		Fset: ws.Fset, again: ws.again, Tree: ws.Tree, Skills: ws.Skills, Remote: ws.Remote, Manifests: ws.Manifests, Index: ws.Index,
		ToolRegistry: ws.ToolRegistry, Tools: ws.Tools, Problems: ws.Problems, standing: ws.standing, opts: ws.opts, owner: ws.owner,
		roots: ws.roots, packages: ws.packages, versions: ws.versions, definitions: ws.definitions,
		docs: ws.docs, components: ws.components, passedOver: ws.passedOver, installed: ws.installed, marketplaces: ws.marketplaces, locked: ws.locked, releases: ws.releases,
		modules: ws.modules, reader: ws.reader, links: ws.links, bodies: ws.bodies, code: ws.code, part: ws.part, parsed: ws.parsed, sources: sources, platform: ws.platform,
	}
	view.files = maps.Clone(ws.files)
	for _, src := range sources {
		view.files[src.Path] = src.File
	}
	return view
}
