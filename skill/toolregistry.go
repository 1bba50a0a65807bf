package skill

import (
	"bytes"
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/source/python"
)

// registryName is the Python variable that holds the tools of SOPs.
const registryName = "TOOL_REGISTRY"

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
	Parallel(len(paths), func(i int) {
		if src, err := readCapped(fsys, paths[i], maxFile); err == nil && bytes.Contains(src, []byte(registryName)) {
			sources[i] = src
		}
	})
	r := &registryReader{ws: ws, fsys: fsys, modules: map[string]*pyModule{}, visiting: map[[2]string]bool{}, out: &ToolRegistry{Complete: true}}
	var defining []*pyModule
	for i, src := range sources {
		if src != nil {
			defining = append(defining, r.add(paths[i], src))
		}
	}
	for _, m := range defining {
		names := []string{registryName}
		for imp := range m.ast.Imports() {
			if imp.Name.Name == registryName && imp.As.Name != "" && imp.As.Name != registryName {
				names = append(names, imp.As.Name)
			}
		}
		for _, name := range names {
			r.dict(m, name, 0)
		}
	}
	if len(r.out.Tools) == 0 {
		return
	}
	slices.SortStableFunc(r.out.Tools, func(a, b RegisteredTool) int {
		pa, pb := ws.Fset.Position(a.Pos), ws.Fset.Position(b.Pos)
		return cmp.Or(strings.Compare(pa.Filename, pb.Filename), cmp.Compare(pa.Offset, pb.Offset))
	})
	r.out.byName = map[string]*RegisteredTool{}
	for i := range r.out.Tools {
		if t := &r.out.Tools[i]; r.out.byName[t.Text] == nil {
			r.out.byName[t.Text] = t
		}
	}
	ws.ToolRegistry = r.out
}

// A pyModule is one Python file that says something about the registry.
type pyModule struct {
	*File
	ast *python.File
}

// name is a node with its place.
func (m *pyModule) name(text string, n python.Node) contract.Name {
	span := n.At()
	return contract.Name{Text: text, Pos: m.Pos(span.Start), End: m.Pos(span.End)}
}

// A registryReader follows the registry through modules.
type registryReader struct {
	ws       *Workspace
	fsys     fs.FS
	modules  map[string]*pyModule // by path; nil when it cannot be read
	visiting map[[2]string]bool   // module and variable
	out      *ToolRegistry
}

func (r *registryReader) add(p string, src []byte) *pyModule {
	f := r.ws.files[p]
	if f == nil {
		f = r.ws.addFile(p, src)
		r.ws.files[p] = f
	}
	m := &pyModule{f, python.Parse(src)}
	r.modules[p] = m
	return m
}

// module returns a module of the workspace, nil when it is not there.
func (r *registryReader) module(p string) *pyModule {
	if m, known := r.modules[p]; known {
		return m
	}
	src, err := readCapped(r.fsys, p, maxFile)
	if err != nil {
		r.modules[p] = nil
		return nil
	}
	return r.add(p, src)
}

func (r *registryReader) unknown() { r.out.Complete = false }
