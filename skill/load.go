package skill

import (
	"bytes"
	"errors"
	"fmt"
	"go/token"
	"io"
	"io/fs"
	"path"
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/contract"
)

// Options say how a tree is to be read. The zero Options read all of it.
type Options struct {
	// Ignore reports whether a path is to be left out, as the configuration says.
	Ignore func(path string) bool
	// Dialect returns the dialect that the configuration pins to a path, or nil.
	Dialect func(path string) *Dialect

	// Revision names an earlier state of the tree, and Today is the present
	// one, with the same FileSet. Files that are there today have the revision
	// before their paths in the FileSet ("main:a/SKILL.md").
	Revision string
	Today    *Workspace
	// Same reports whether a file is the same today, so that Today's manifest
	// is taken in place of reading it again.
	Same func(path string) bool
	// Code says how the code of skills is read.
	Code CodeOptions

	// Tree is the listing that ReadTree gave, when there is one already.
	Tree *Tree
}

// Load reads the whole tree of fsys. Files that cannot be read or parsed
// become Problems of the Workspace, and the rest is still read; the error is
// for a root that cannot be listed at all.
func Load(fset *token.FileSet, fsys fs.FS, opts Options) (*Workspace, error) {
	if opts.Tree == nil {
		opts.Tree = ReadTree(fsys, opts)
	}
	ws := &Workspace{Fset: fset, opts: opts, Tree: opts.Tree, files: map[string]*File{}, owner: map[*contract.Contract]*Skill{}}
	if root, ok := ws.Tree.Lookup("."); ok && root.Err != nil {
		return nil, root.Err
	}
	ws.read(fsys, opts)
	ws.assemble()
	ws.readReleases(fsys)
	ws.readCode(fsys, opts)
	return ws, nil
}

// configName is the configuration, which is read as a text: findings about
// suppressions stand in it.
const configName = ".skilllint.yaml"

// read reads and parses every file that may be a manifest, and what stands
// beside manifests.
func (ws *Workspace) read(fsys fs.FS, opts Options) {
	var paths []string
	for _, e := range ws.Tree.Entries() {
		if e.Err != nil {
			ws.problem("manifest-syntax", ws.place(e.Path), "the directory cannot be read: %s", reason(e.Err))
		}
		if e.Kind == Regular && (slices.ContainsFunc(Dialects, func(d *Dialect) bool { return d.Files(e.Path) }) || opts.pinned(e.Path) != nil) {
			paths = append(paths, e.Path)
		}
		if isSkillMD(e.Path) {
			ws.checkManifestEntry(e)
		}
	}
	if src, err := readCapped(fsys, configName, maxManifest); err == nil {
		ws.files[configName] = ws.addFile(configName, src)
	}
	results := make([]parsed, len(paths))
	parallel(len(paths), func(i int) {
		if m := opts.reused(paths[i]); m != nil {
			results[i].manifest = m
		} else {
			results[i] = parse(ws.Fset, fsys, paths[i], opts)
		}
	})
	results = slices.DeleteFunc(results, func(r parsed) bool { return r.manifest == nil })
	for _, r := range results {
		ws.files[r.manifest.Path] = r.manifest.File
	}
	ws.readBeside(fsys, results)
	if slices.ContainsFunc(results, func(r parsed) bool { return r.manifest.Dialect == SOP }) {
		ws.readToolRegistry(fsys)
	}
	for _, r := range results {
		if r.manifest.Dialect != nil && ws.confirms(r.manifest, opts) {
			ws.Manifests = append(ws.Manifests, r.manifest)
			ws.Problems = append(ws.Problems, r.problems...)
		}
	}
	ws.findPackages()
	ws.digestPackages(fsys)
	ws.hashLockedSkills(fsys)
	ws.readTexts(fsys, opts)
}

// parallel calls do(0) … do(n-1) on all processors.
func parallel(n int, do func(i int)) {
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	group.Wait()
}

// readBeside reads the files that the manifests' dialects want beside them.
func (ws *Workspace) readBeside(fsys fs.FS, results []parsed) {
	var paths []string
	for _, r := range results {
		if d := r.manifest.Dialect; d != nil && d.Beside != nil {
			paths = append(paths, d.Beside(r.manifest, ws.Tree)...)
		}
	}
	slices.Sort(paths)
	paths = slices.DeleteFunc(slices.Compact(paths), func(p string) bool { return ws.files[p] != nil })
	files := make([]*File, len(paths))
	parallel(len(paths), func(i int) {
		if src, err := readCapped(fsys, paths[i], maxFile); err == nil {
			files[i] = ws.addFile(paths[i], src)
		}
	})
	for i, f := range files {
		if f != nil {
			ws.files[paths[i]] = f
		}
	}
}

// name is how a path is called in the FileSet.
func (o *Options) name(path string) string {
	if o.Today == nil {
		return path
	}
	if _, there := o.Today.Tree.Lookup(path); !there {
		return path
	}
	return o.Revision + ":" + path
}

// reused returns today's manifest of a path that has not changed.
func (o *Options) reused(path string) *Manifest {
	if o.Today == nil || o.Same == nil || !o.Same(path) {
		return nil
	}
	return o.Today.ManifestAt(path)
}

// checkManifestEntry reports a SKILL.md that is no file.
func (ws *Workspace) checkManifestEntry(e Entry) {
	switch e.Kind {
	case Special:
		ws.problem("manifest-syntax", ws.place(e.Path), "%s is no regular file", path.Base(e.Path))
	case Symlink:
		switch _, kind := ws.Tree.Resolve(e.Path); kind {
		case Absent:
			ws.problem("dangling-symlink", ws.place(e.Path), "the symbolic link leads to %q, which is not there", e.Target)
		case Outside:
			ws.problem("dangling-symlink", ws.place(e.Path), "the symbolic link leads out of the workspace, to %q: it is not followed, and nobody else has it", e.Target)
		}
	}
}

// place returns a position for a path that was not read as a file.
func (ws *Workspace) place(p string) token.Pos {
	f, ok := ws.files[p]
	if !ok {
		f = ws.addFile(p, nil)
		ws.files[p] = f
	}
	return f.Pos(0)
}

func (ws *Workspace) problem(rule string, pos token.Pos, format string, args ...any) {
	ws.Problems = append(ws.Problems, analysis.Diagnostic{Pos: pos, End: pos, Category: rule, Message: fmt.Sprintf(format, args...)})
}

// reason strips the path from an error of package fs: the finding has it.
func reason(err error) string {
	if errors.Is(err, fs.ErrInvalid) {
		return "its name is not UTF-8"
	}
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		return pathError.Err.Error()
	}
	return err.Error()
}

type parsed struct {
	manifest *Manifest
	problems []analysis.Diagnostic
}

func (p *parsed) problem(rule string, from, end int, format string, args ...any) {
	p.problems = append(p.problems, analysis.Diagnostic{
		Pos: p.manifest.Pos(from), End: p.manifest.Pos(end), Category: rule, Message: fmt.Sprintf(format, args...),
	})
}

// parse reads one file and finds its dialect. Its manifest has no Dialect
// when the file speaks none, and is nil when a look at its beginning told so.
func parse(fset *token.FileSet, fsys fs.FS, p string, opts Options) (out parsed) {
	pinned := opts.pinned(p)
	if pinned == nil && maySOP(p) && !hasFence(fsys, p) {
		return out
	}
	src, err := readCapped(fsys, p, maxFile)
	if pinned == nil && maySOP(p) && !hasSOPKeys(src) {
		return out
	}
	m := &Manifest{File: addFile(fset, opts.name(p), p, src), Body: len(src), prose: &lazyProse{}}
	out.manifest = m
	switch {
	case err != nil:
		out.problem("manifest-syntax", 0, 0, "%s", reason(err))
	case isMarkdown(p):
		out.markdown()
	default:
		out.data(0, len(src))
	}
	m.Dialect = pinned
	for _, d := range Dialects {
		if m.Dialect == nil && d.Files(p) && d.Match(m) {
			m.Dialect = d
		}
	}
	return out
}

// pinned is the dialect that the configuration gives a path, or nil.
func (o Options) pinned(p string) *Dialect {
	if o.Dialect == nil {
		return nil
	}
	return o.Dialect(p)
}

// hasFence reports whether a file begins with the fence of a frontmatter.
func hasFence(fsys fs.FS, p string) bool {
	f, err := fsys.Open(p)
	if err != nil {
		return false
	}
	defer f.Close()
	var head [len("\xef\xbb\xbf---")]byte
	n, _ := io.ReadFull(f, head[:])
	return bytes.HasPrefix(bytes.TrimPrefix(head[:n], bom), fence)
}

func isMarkdown(p string) bool { return strings.EqualFold(path.Ext(p), ".md") }

func isJSON(p string) bool { return strings.EqualFold(path.Ext(p), ".json") }

// conflictMarker returns where git's mark of a merge conflict stands, -1
// when there is none.
func conflictMarker(src []byte) int {
	const marker = "<<<<<<< "
	if bytes.HasPrefix(src, []byte(marker)) {
		return 0
	}
	if at := bytes.Index(src, []byte("\n"+marker)); at >= 0 {
		return at + 1
	}
	return -1
}

// lfsPointer is how a file begins whose content Git LFS keeps elsewhere.
var lfsPointer = []byte("version https://git-lfs.github.com/spec/")

func (p *parsed) markdown() {
	m := p.manifest
	if e := checkText(m.Src); e != nil {
		p.problem("manifest-syntax", e.Offset, e.End, "%s", e.Msg)
		return
	}
	from, to, body, has, closed := splitFrontmatter(m.Src)
	m.Body, m.HasFrontmatter = body, has
	switch {
	case bytes.HasPrefix(m.Src, lfsPointer):
		p.problem("manifest-syntax", 0, 0, "the file is a pointer of Git LFS, its content is not here: fetch it with git lfs pull")
	case len(bytes.TrimSpace(m.Src)) == 0:
		p.problem("manifest-syntax", 0, 0, "the file is empty")
	case has && !closed:
		p.problem("manifest-syntax", from-len("---\n"), from-1, `the frontmatter is never closed: expected a line "---" after it`)
	case has:
		p.data(from, to)
	case isSkillMD(m.Path) && path.Base(m.Path) == "SKILL.md" && linkStub(m.Src) == "":
		line, _ := lineAt(m.Src, body)
		p.problem("manifest-syntax", body, body+len(line), `the file has no frontmatter: expected a line "---", then name and description`)
	}
}

// data parses the JSON or YAML in src[from:to].
func (p *parsed) data(from, to int) {
	m := p.manifest
	if from == 0 && !isMarkdown(m.Path) {
		if e := checkText(m.Src); e != nil {
			p.problem("manifest-syntax", e.Offset, e.End, "%s", e.Msg)
			return
		}
		if bytes.HasPrefix(m.Src, bom) {
			from = len(bom)
		}
		if len(bytes.TrimSpace(m.Src[from:])) == 0 {
			p.problem("manifest-syntax", 0, 0, "the file is empty")
			return
		}
	}
	if to-from > maxManifest {
		p.problem("manifest-syntax", from, from, "the data is larger than %d MiB and was not read", maxManifest>>20)
		return
	}
	if at := conflictMarker(m.Src[from:to]); at >= 0 {
		p.problem("manifest-syntax", from+at, from+at+len("<<<<<<<"), "a merge conflict is not resolved here")
		return
	}
	read := parseYAML
	if isJSON(m.Path) {
		read = parseJSON
	}
	root, err := read(m.Src[from:to], m.Pos(from))
	if err != nil {
		e := errSyntax(err)
		if d := unquotedColon(m, from, to, from+e.Offset); !isJSON(m.Path) && d != nil {
			p.problems = append(p.problems, *d)
			return
		}
		p.problem("manifest-syntax", from+e.Offset, from+e.End, "%s", e.Msg)
		return
	}
	m.Root = root
	p.duplicates(root)
}

// duplicates reports keys written twice in one map, at the later one.
func (p *parsed) duplicates(n *Node) {
	if n == nil {
		return
	}
	var seen map[string]*Node
	if n.Kind == Map {
		seen = make(map[string]*Node, len(n.Members))
	}
	for _, m := range n.Members {
		if m.Key != nil {
			if first, again := seen[m.Key.Text]; again && first.Pos != m.Key.Pos {
				p.problems = append(p.problems, analysis.Diagnostic{
					Pos: m.Key.Pos, End: m.Key.End, Category: "duplicate-key",
					Message: fmt.Sprintf("key %q is written twice in one map", m.Key.Text),
					Related: []analysis.RelatedInformation{{Pos: first.Pos, End: first.End, Message: "the first is here"}},
				})
			} else {
				seen[m.Key.Text] = m.Key
			}
		}
		p.duplicates(m.Value)
	}
}

// assemble makes skills of the manifests: one for each folder and identity.
func (ws *Workspace) assemble() {
	plugins := map[string]bool{}
	for _, e := range ws.Tree.Entries() {
		if path.Base(e.Path) == "plugin.json" && path.Base(path.Dir(e.Path)) == ".claude-plugin" {
			plugins[path.Dir(path.Dir(e.Path))] = true
		}
	}
	byID := map[[2]string]*Skill{}
	for _, m := range ws.Manifests {
		if m.Dialect.Lower == nil || m.shadowed(ws) || m.alias(ws) {
			continue
		}
		s := &Skill{Dir: path.Dir(m.Path), Manifests: []*Manifest{m}}
		s.Scope = scope(s.Dir, plugins)
		m.Dialect.Lower(m, s)
		s.Package = ws.packageOf(s)
		key := [2]string{s.Dir, s.ID.Text}
		if same := byID[key]; same != nil && s.ID.Text != "" {
			same.absorb(s)
			continue
		}
		byID[key] = s
		ws.Skills = append(ws.Skills, s)
	}
	ws.foldCopies()
	remote := ws.joinPlugins()
	contracts := make([]*contract.Contract, 0, len(ws.Skills)+len(remote))
	for _, s := range ws.Skills {
		ws.owner[&s.Contract] = s
		if !ws.Superseded(s) && s.Manifest().Dialect != Bindings {
			contracts = append(contracts, &s.Contract)
		}
	}
	for _, s := range remote {
		ws.owner[&s.Contract] = s
		contracts = append(contracts, &s.Contract)
	}
	ws.Index = contract.NewIndex(contracts)
	for _, s := range ws.Skills {
		ws.readMetadata(s)
	}
	ws.resolveReferences()
	ws.resolveCalls()
	ws.resolveBindings()
	sort.SliceStable(ws.Problems, func(i, j int) bool {
		a, b := ws.Fset.Position(ws.Problems[i].Pos), ws.Fset.Position(ws.Problems[j].Pos)
		return a.Filename < b.Filename || a.Filename == b.Filename && a.Offset < b.Offset
	})
}

// alias reports that a SKILL.md is a symbolic link that was checked out as a
// text, and speaks of one that leads nowhere.
func (m *Manifest) alias(ws *Workspace) bool {
	target := linkStub(m.Src)
	if target == "" || !isSkillMD(m.Path) {
		return false
	}
	if _, kind := ws.Tree.Resolve(path.Join(path.Dir(m.Path), target)); kind == Absent {
		ws.Problems = append(ws.Problems, analysis.Diagnostic{
			Pos: m.Pos(0), End: m.Pos(len(target)), Category: "dangling-symlink",
			Message: fmt.Sprintf("the file is a symbolic link, checked out as a text, that leads to %q, which is not there", target),
		})
	}
	return true
}

// shadowed reports that a skill.md stands beside a SKILL.md, which wins.
func (m *Manifest) shadowed(ws *Workspace) bool {
	if path.Base(m.Path) == "SKILL.md" || !isSkillMD(m.Path) {
		return false
	}
	_, ok := ws.Tree.Lookup(path.Join(path.Dir(m.Path), "SKILL.md"))
	return ok
}

// scope returns the plugin's folder that a folder is in, else its parent.
func scope(dir string, plugins map[string]bool) string {
	for d := dir; d != "."; d = path.Dir(d) {
		if plugins[d] {
			return d
		}
	}
	if plugins["."] {
		return "."
	}
	return path.Dir(dir)
}

// absorb adds what a further manifest of the same folder and name says.
func (s *Skill) absorb(more *Skill) {
	s.Manifests = append(s.Manifests, more.Manifests...)
	for _, tool := range more.Exports {
		if s.Export(tool.Name.Text) == nil { // said once is enough
			s.Exports = append(s.Exports, tool)
		}
	}
	s.Imports = append(s.Imports, more.Imports...)
	s.Deprecated = append(s.Deprecated, more.Deprecated...)
	if s.Provides == nil {
		s.Version, s.Provides = more.Version, more.Provides
	}
	if !s.Access.Pos.IsValid() {
		s.Access = more.Access
	}
}

// foldCopies keeps one of the byte-identical manifests that stand under the
// same folder name in several agents' folders (.claude/skills/x,
// .codex/skills/x): the one outside of them, else the first.
func (ws *Workspace) foldCopies() {
	type identity struct{ base, src string }
	groups := map[identity][]*Skill{}
	for _, s := range ws.Skills {
		id := identity{path.Base(s.Dir), string(s.Manifest().Src)}
		groups[id] = append(groups[id], s)
	}
	drop := map[*Skill]bool{}
	for _, group := range groups {
		keep := group[0]
		for _, s := range group {
			if !inAgentFolder(s.Dir) {
				keep = s
				break
			}
		}
		for _, s := range group {
			if s != keep && inAgentFolder(s.Dir) {
				keep.Copies = append(keep.Copies, s.Manifest().Path)
				drop[s] = true
			}
		}
	}
	if len(drop) == 0 {
		return
	}
	ws.Skills = slices.DeleteFunc(ws.Skills, func(s *Skill) bool { return drop[s] })
}

// inAgentFolder reports whether a path goes through a folder that begins with
// a dot: .claude, .codex, .agents, …
func inAgentFolder(dir string) bool {
	return strings.HasPrefix(dir, ".") && dir != "." || strings.Contains(dir, "/.")
}
