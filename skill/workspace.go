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
	"github.com/skilllint/skilllint/internal/standing"
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

	standing *standing.Folders

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

// ManifestAt returns the manifest of a path, nil for any other file.
func (ws *Workspace) ManifestAt(path string) *Manifest {
	i, ok := slices.BinarySearchFunc(ws.Manifests, path, func(m *Manifest, path string) int { return strings.Compare(m.Path, path) })
	if !ok {
		return nil
	}
	return ws.Manifests[i]
}

// Owner returns the skill that a contract of the workspace belongs to.
func (ws *Workspace) Owner(c *contract.Contract) *Skill { return ws.owner[c] }

// Consumers returns all that may need others: Skills, then Remote.
func (ws *Workspace) Consumers() []*Skill { return slices.Concat(ws.Skills, ws.Remote) }

// Changed reports whether a file of an earlier revision is known to be
// another today, by its bytes.
func (ws *Workspace) Changed(path string) bool { return ws.opts.Same != nil && !ws.opts.Same(path) }

func newWorkspace(fset *token.FileSet, fsys fs.FS, tree *Tree, like *Workspace, opts Options) *Workspace {
	ws := &Workspace{Fset: fset, opts: opts, again: newAgain(fsys), Tree: tree, files: map[string]*File{}, parsed: map[string]*Manifest{}, owner: map[*contract.Contract]*Skill{}}
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

// entries are those of the tree that are to be read.
func (ws *Workspace) entries() []Entry {
	if ws.part == nil {
		return ws.Tree.Entries()
	}
	return ws.Tree.Below(ws.part.folder)
}
