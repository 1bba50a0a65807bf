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

// registered is the dialect of the Python registry of tools, which is no manifest.
var registered = &Dialect{Name: "tools"}

// provideTools makes the tool registry the provider of what procedures list: the tools that are put into
// it, and, where others may be in it or it stands in another repository, what procedures list and nobody
// else has. There is none without a procedure.
func (ws *Workspace) provideTools() {
	isSOP := func(s *Skill) bool { return s.Manifest().Dialect == SOP }
	if !slices.ContainsFunc(ws.Skills, isSOP) {
		return
	}
	s := &Skill{Contract: contract.Contract{ID: contract.Name{Text: contract.Registry}}}
	added := map[string]bool{}
	add := func(t contract.Tool) {
		if !added[t.Name.Text] {
			added[t.Name.Text] = true
			t.Pos, t.End = t.Name.Pos, t.Name.End
			s.Exports = append(s.Exports, t)
		}
	}
	if ws.ToolRegistry != nil {
		for i := range ws.ToolRegistry.Tools {
			t := &ws.ToolRegistry.Tools[i]
			tool := contract.Tool{Name: t.Name, Description: t.Description}
			if t.Input != nil {
				tool.Input = t.Input
			}
			add(tool)
		}
	}
	if ws.ToolRegistry == nil || !ws.ToolRegistry.Complete {
		others := map[string]bool{}
		for _, other := range ws.Skills {
			if other.Superseded {
				continue // its name means another version
			}
			for i := range other.Exports {
				others[other.Exports[i].Name.Text] = true
			}
		}
		for _, sop := range ws.Skills {
			for _, imp := range sop.Imports {
				if name := imp.Tools; imp.Key == "tools" && isSOP(sop) && !others[name[0].Text] && !slices.Contains(ws.opts.Core, name[0].Text) {
					add(contract.Tool{Name: name[0]})
				}
			}
		}
	}
	if len(s.Exports) == 0 {
		return
	}
	first := s.Exports[0].Name
	s.ID.Pos, s.ID.End = first.Pos, first.End
	file := ws.FileAt(first.Pos)
	s.Dir = path.Dir(file.Path)
	s.Manifests = []*Manifest{{File: file, Data: document.Data{Root: &Node{Kind: Map, Pos: first.Pos, End: first.End}}, Dialect: registered}}
	ws.owner[&s.Contract] = s
	ws.Tools = s
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
	if f := ws.files.Take(p); f != nil && !*registryNamed.Of(f) {
		return nil
	}
	loan, err := ws.files.Borrow(p, maxFile)
	defer loan.Return()
	if err != nil || !*registryNamed.Find(p, loan.Src) {
		return nil
	}
	return bytes.Clone(loan.Src)
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
	f := m.ws.files.At(t.Path)
	if f == nil {
		f = m.ws.files.NewFile(t.Path, m.sources[t.Path], nil)
		m.ws.files.Put(f)
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
