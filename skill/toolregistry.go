package skill

import (
	"bytes"
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/code/resolve"
	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/pytools"
	"github.com/skilllint/skilllint/internal/tree"
)

// A ToolRegistry is what the Python modules of a workspace put into
// TOOL_REGISTRY, read without running them.
type ToolRegistry struct {
	Tools []RegisteredTool // sorted by file and place
	// Complete says that no other tool can be in it: every module could be
	// read, and nothing is done to it that cannot be told from the source.
	Complete bool

	byName map[string]*RegisteredTool
}

// A RegisteredTool is one entry of the registry.
type RegisteredTool struct {
	contract.Name // the key, as a string literal

	NoDescription bool          // the definition has none, or an empty one
	Schema        contract.Name // the class of args_schema, as written; Text is empty when none is named
	SchemaFault   string        // why there is no such class; "" when there may be one
	Destructive   bool          // marked so by the definition

	First       contract.Name // of a key that stands twice in one display: the first of them
	Func        contract.Name // the function, as written; Text is empty when it has no dotted name
	FuncFault   string        // why there is no such function; "" when there may be one
	Others      []string      // the names that the function's module has instead
	Description string        // a literal one
	Input       *Node         // the JSON Schema of the class of its arguments; nil when it is not known
}

// Tool returns the tool of that name, or nil. It accepts a nil registry.
func (r *ToolRegistry) Tool(name string) *RegisteredTool {
	if r == nil {
		return nil
	}
	return r.byName[name]
}

// readToolRegistry reads the registry of the workspace, nil when no module
// has one.
func (ws *Workspace) readToolRegistry(fsys fs.FS) {
	var paths []string
	for _, e := range ws.Tree.Entries() {
		if e.Kind == Regular && path.Ext(e.Path) == ".py" {
			paths = append(paths, e.Path)
		}
	}
	sources := make([][]byte, len(paths))
	Parallel(len(paths), func(i int) { sources[i] = ws.registrySource(fsys, paths[i]) })
	m := &registryModules{ws: ws, fsys: fsys, sources: map[string][]byte{}, facts: map[string]*pytools.Facts{}}
	var defining []string
	for i, src := range sources {
		if src != nil {
			m.sources[paths[i]] = src
			defining = append(defining, paths[i])
		}
	}
	found := pytools.Join(defining, m.read, func(from string, dots int, parts []string) string {
		return resolve.PythonFile(ws.Tree, from, dots, parts)
	})
	if len(found.Tools) == 0 {
		return
	}
	out := &ToolRegistry{Complete: found.Complete, byName: map[string]*RegisteredTool{}}
	for _, t := range found.Tools {
		out.Tools = append(out.Tools, m.tool(t))
	}
	slices.SortStableFunc(out.Tools, func(a, b RegisteredTool) int {
		pa, pb := ws.Fset.Position(a.Pos), ws.Fset.Position(b.Pos)
		return cmp.Or(strings.Compare(pa.Filename, pb.Filename), cmp.Compare(pa.Offset, pb.Offset))
	})
	for i := range out.Tools {
		if t := &out.Tools[i]; out.byName[t.Text] == nil {
			out.byName[t.Text] = t
		}
	}
	ws.ToolRegistry = out
}

// registrySource reads a module that names the registry, nil for any other. What is
// known not to name it is not read.
func (ws *Workspace) registrySource(fsys fs.FS, p string) []byte {
	if ws.opts.Facts != nil {
		if sum, _, ok := tree.SumOf(fsys, p); ok {
			if named := registryNamed.Recall(p, sum, ws.opts.Facts); named != nil && !*named {
				return nil
			}
		}
	}
	if f := ws.taken(fsys, p); f != nil && !*registryNamed.Of(f) {
		return nil
	}
	buf := buffers.Get().(*[]byte)
	defer buffers.Put(buf)
	src, _, err := tree.ReadInto(fsys, p, maxFile, *buf)
	if err == nil && len(src) <= maxText {
		*buf = src[:0]
	}
	if err != nil || !*registryNamed.Find(p, src) {
		return nil
	}
	return bytes.Clone(src)
}

// registryNamed says whether a Python file may define the registry.
var registryNamed = document.Part[bool]{Name: "registry", Find: func(_ string, src []byte) *bool {
	named := bytes.Contains(src, []byte(pytools.RegistryName))
	return &named
}}

// RegistryModules are the Python modules that the registry is followed through.
type registryModules struct {
	ws      *Workspace
	fsys    fs.FS
	sources map[string][]byte
	facts   map[string]*pytools.Facts
}

// read returns the Facts of a module, nil when it cannot be read.
func (m *registryModules) read(p string) *pytools.Facts {
	f, known := m.facts[p]
	if known {
		return f
	}
	src, read := m.sources[p]
	if !read {
		var err error
		if src, err = readCapped(m.fsys, p, maxFile); err != nil {
			m.facts[p] = nil
			return nil
		}
		m.sources[p] = src
	}
	f = pytools.Read(src)
	m.facts[p] = f
	return f
}

// tool gives a tool its place in the workspace.
func (m *registryModules) tool(t pytools.Tool) RegisteredTool {
	f := m.ws.files[t.Path]
	if f == nil {
		f = m.ws.addFile(t.Path, m.sources[t.Path])
		m.ws.files[t.Path] = f
	}
	name := func(n pytools.Name) contract.Name {
		if n.Text == "" {
			return contract.Name{}
		}
		return contract.Name{Text: n.Text, Pos: f.Pos(n.Start), End: f.Pos(n.End)}
	}
	key := contract.Name{Text: t.Text, Pos: f.Pos(t.Start), End: f.Pos(t.End)}
	out := RegisteredTool{
		Name: key, NoDescription: t.NoDescription, Schema: name(t.Schema), SchemaFault: t.SchemaFault, Destructive: t.Destructive,
		First: name(t.First), Func: name(t.Func), FuncFault: t.FuncFault, Others: t.Others, Description: t.Description,
	}
	if root, err := document.ParseJSON(t.Input, key.Pos); t.Input != nil && err == nil {
		root.MoveTo(key.Pos, key.End)
		out.Input = root
	}
	return out
}
