package skill

import (
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/filestore"
	"github.com/skilllint/skilllint/internal/parallel"
	"github.com/skilllint/skilllint/internal/standing"
	"github.com/skilllint/skilllint/internal/tree"
	"github.com/skilllint/skilllint/manifest"
)

// Load reads the whole tree of fsys. Files that cannot be read or parsed
// become Problems of the Workspace, and the rest is still read; the error is
// for a root that cannot be listed at all.
func Load(fset *token.FileSet, fsys fs.FS, opts Options) (*Workspace, error) {
	tracked := opts.Tracked
	if tracked == nil {
		tracked = func(string) bool { return false }
	}
	tree := opts.Last.sameTree(tree.ReadTracked(fsys, func(p string, dir bool) bool { return opts.Ignore != nil && opts.Ignore(p) }, tracked))
	ws := newWorkspace(fset, fsys, tree, opts.Last, opts)
	ws.standing = standing.New(ws.Tree, opts.Judge)
	if root, ok := ws.Tree.Lookup("."); ok && root.Err != nil {
		return nil, root.Err
	}
	ws.read(fsys, opts)
	ws.assemble()
	ws.readComponents(opts)
	ws.readReleases(fsys)
	ws.readCode(fsys, opts)
	ws.release()
	ws.opts.Last = nil
	return ws, nil
}

// LoadPart reads one folder of a workspace again, as it is now. Of all else the
// paths are known, and who loads what, as they were; nothing of it is read, nor
// is any code.
func LoadPart(fset *token.FileSet, fsys fs.FS, whole *Workspace, folder string) *Workspace {
	opts := whole.opts
	ws := newWorkspace(fset, fsys, whole.Tree, whole, opts)
	ws.part, ws.standing = &part{folder, whole}, whole.standing
	ws.read(fsys, opts)
	ws.assemble()
	ws.readComponents(opts)
	ws.release()
	return ws
}

func newWorkspace(fset *token.FileSet, fsys fs.FS, tree *Tree, like *Workspace, opts Options) *Workspace {
	ws := &Workspace{Fset: fset, opts: opts, Tree: tree, parsed: map[string]*Manifest{}, owner: map[*contract.Contract]*Skill{}}
	ws.files = filestore.New(filestore.Inputs{
		FileSet: fset, FS: fsys, Name: ws.opts.name, Facts: opts.Facts,
		Last: func(path string) *File { return ws.opts.Last.held(path) },
	})
	if like != nil {
		ws.reader = like.reader // the facts that files hold are its
	} else {
		ws.reader = opts.Code.newReader()
	}
	return ws
}

// sameTree returns the workspace's tree when another is the same, else that one:
// one of the two is enough.
func (ws *Workspace) sameTree(now *Tree) *Tree {
	if ws != nil && ws.Tree.Same(now) {
		return ws.Tree
	}
	return now
}

// read reads and parses every file that may be a manifest, and what stands
// beside manifests.
func (ws *Workspace) read(fsys fs.FS, opts Options) {
	manifests := ws.readManifests(fsys, opts)
	for _, e := range ws.entries() {
		if e.Err != nil {
			ws.problem(document.Syntax, ws.files.Place(e.Path), "the directory cannot be read: %s", tree.Reason(e.Err))
		}
		switch {
		case e.Kind == Special && mayBeManifest(e.Path, opts) && !ws.InertAt(e.Path):
			ws.problem(document.Syntax, ws.files.Place(e.Path), "%s is not a regular file", path.Base(e.Path))
		case e.Kind == Symlink && (mayBeManifest(e.Path, opts) || standing.IsCollection(path.Dir(e.Path))) && !ws.InertAt(e.Path):
			ws.checkLink(e)
		}
	}
	if src, err := readCapped(fsys, configName, maxManifest); err == nil {
		ws.files.Put(ws.files.NewFile(configName, src, nil))
	}
	for _, m := range manifests {
		ws.files.Put(m.File)
	}
	ws.readBeside(fsys, manifests)
	if slices.ContainsFunc(manifests, func(m *Manifest) bool { return m.Dialect == SOP }) {
		ws.readToolRegistry(fsys)
	}
	for _, m := range manifests {
		if m.Dialect != nil && ws.confirmed(m, opts) {
			ws.Manifests = append(ws.Manifests, m)
			ws.Problems = append(ws.Problems, m.Problems...)
		}
	}
	ws.findPackages()
	ws.digestPackages(fsys)
	ws.hashLockedSkills(fsys)
	ws.readTexts(opts)
}

// readManifests parses every file that may be a manifest and that somebody loads.
// Marketplaces come first: they say which folders somebody does.
func (ws *Workspace) readManifests(fsys fs.FS, opts Options) []*Manifest {
	if ws.part != nil {
		return ws.parseAll(fsys, opts, ws.manifestPaths(opts, func(p string) bool { return !ws.standing.IsPage(p) && !ws.InertAt(p) }))
	}
	isMarketplace := func(p string) bool { return standing.InPluginFolder(p, "marketplace.json") }
	manifests := ws.parseAll(fsys, opts, ws.manifestPaths(opts, isMarketplace))
	ws.standing.FindNamed(judging(manifests))
	if loan, err := ws.files.Borrow("README.md", maxManifest); err == nil {
		ws.standing.FindTestbed(loan.Src)
		loan.Return()
	}
	manifests = append(manifests, ws.parseAll(fsys, opts, ws.manifestPaths(opts, func(p string) bool { return !isMarketplace(p) && !ws.standing.Skip(p) }))...)
	ws.standing.FindUnloaded(judging(manifests))
	manifests = slices.DeleteFunc(manifests, func(m *Manifest) bool { return ws.standing.IsPage(m.Path) || ws.standing.Skip(m.Path) })
	slices.SortFunc(manifests, func(a, b *Manifest) int { return strings.Compare(a.Path, b.Path) })
	return manifests
}

// judging are manifests as they say who loads what.
func judging(manifests []*Manifest) []*standing.Manifest {
	list := make([]*standing.Manifest, len(manifests))
	for i, m := range manifests {
		list[i] = &standing.Manifest{File: m.File, Data: m.Data}
		switch m.Dialect {
		case PluginManifest:
			list[i].Kind = standing.Plugin
		case MarketplaceManifest:
			list[i].Kind = standing.Marketplace
		}
	}
	return list
}

// manifestPaths are the files that may be manifests and that want accepts.
func (ws *Workspace) manifestPaths(opts Options, want func(p string) bool) []string {
	var paths []string
	for _, e := range ws.entries() {
		if e.Kind == Regular && mayBeManifest(e.Path, opts) && want(e.Path) {
			paths = append(paths, e.Path)
		}
	}
	return paths
}

// mayBeManifest tells by its path whether a file may be a manifest.
func mayBeManifest(p string, opts Options) bool {
	return manifest.IsCandidate(p) || opts.pinned(p) != nil
}

// parseAll parses files; those that are no manifests are left out.
func (ws *Workspace) parseAll(fsys fs.FS, opts Options, paths []string) []*Manifest {
	manifests := make([]*Manifest, len(paths))
	Parallel(len(paths), func(i int) {
		if manifests[i] = opts.reused(paths[i]); manifests[i] == nil {
			manifests[i] = ws.parse(fsys, paths[i], opts)
		}
	})
	if ws.files.Holds() {
		for i, p := range paths {
			ws.parsed[p] = manifests[i]
		}
	}
	return slices.DeleteFunc(manifests, func(m *Manifest) bool { return m == nil })
}

// release drops the bytes of what is still there: code, and what stands beside
// manifests.
func (ws *Workspace) release() {
	files := ws.Files()
	parallel.Do(len(files), func(i int) { files[i].Release(files[i].FrontmatterSize()) })
}

// readBeside reads the files that the manifests' dialects want beside them.
func (ws *Workspace) readBeside(fsys fs.FS, manifests []*Manifest) {
	var paths []string
	for _, m := range manifests {
		if d := m.Dialect; d != nil && d.Beside != nil {
			paths = append(paths, d.Beside(m, ws.Tree)...)
		}
	}
	slices.Sort(paths)
	paths = slices.DeleteFunc(slices.Compact(paths), func(p string) bool { return ws.files.At(p) != nil })
	files := make([]*File, len(paths))
	Parallel(len(paths), func(i int) {
		if files[i] = ws.files.Take(paths[i]); files[i] != nil {
			return
		}
		if src, sum, err := tree.ReadInto(fsys, paths[i], maxFile, nil); err == nil {
			files[i] = ws.files.NewFile(paths[i], src, (*document.Sum)(sum))
		}
	})
	for _, f := range files {
		if f != nil {
			ws.files.Put(f)
		}
	}
}

// checkLink reports a link of a skill's folder or to a SKILL.md that leads
// nowhere, and one to any manifest that leads out of the workspace. What other
// manifests' names lead to within it, a build may write.
func (ws *Workspace) checkLink(e Entry) {
	_, kind := ws.Tree.Resolve(e.Path)
	switch {
	case kind == Absent && !isSkillMD(e.Path) && !standing.IsCollection(path.Dir(e.Path)):
	case kind == Absent && path.Join(path.Dir(e.Path), e.Target) == e.Path:
		ws.problem(document.DanglingLink, ws.files.Place(e.Path), "the symbolic link points to itself, by %q", e.Target)
	case kind == Absent:
		ws.problem(document.DanglingLink, ws.files.Place(e.Path), "the symbolic link points to %q, which does not exist: commit it, or correct the link", e.Target)
	case kind == Outside:
		ws.problem(document.DanglingLink, ws.files.Place(e.Path), "the symbolic link points out of the workspace, to %q, and is not followed: commit what it leads to, and make the link relative", e.Target)
	}
}

func (ws *Workspace) problem(kind document.ProblemKind, pos token.Pos, format string, args ...any) {
	ws.Problems = append(ws.Problems, document.ProblemAt(kind, pos, pos, format, args...))
}

// confirmed reports whether a manifest belongs to its dialect in this workspace.
func (ws *Workspace) confirmed(m *Manifest, opts Options) bool {
	d := m.Dialect
	registered := func(tool string) bool { return ws.ToolRegistry.Tool(tool) != nil }
	return d.Confirm == nil || opts.pinned(m.Path) == d || d.Confirm(m, ws.Tree, registered)
}

// digestPackages computes the digest of every package that has a manifest.
func (ws *Workspace) digestPackages(fsys fs.FS) {
	var list []*Package
	for _, p := range ws.packages {
		if p.Manifest != nil {
			list = append(list, p)
		}
	}
	Parallel(len(list), func(i int) { list[i].Digest, list[i].Size, list[i].DigestErr = Digest(fsys, list[i].Dir) })
}

// LockedSkills returns the entries of all skills-lock.json that record a hash
// and whose folder is in the workspace.
func (ws *Workspace) LockedSkills() []LockedSkill { return ws.locked }

// hashLockedSkills finds them, and hashes their folders.
func (ws *Workspace) hashLockedSkills(fsys fs.FS) {
	for _, m := range ws.Manifests {
		if m.Dialect == SkillsLock {
			ws.locked = append(ws.locked, manifest.LockedSkills(m, ws.Tree)...)
		}
	}
	Parallel(len(ws.locked), func(i int) {
		l := &ws.locked[i]
		for _, dir := range l.Places {
			hash, err := InstallHash(fsys, dir)
			if l.Dir == "" || hash == l.Recorded.Text {
				l.Dir, l.Hash, l.Err = dir, hash, err
			}
		}
		if l.Err == nil && l.Hash != l.Recorded.Text && tree.HadInstallHash(fsys, l.Dir, l.Recorded.Text) {
			l.Hash = l.Recorded.Text
		}
	})
}
