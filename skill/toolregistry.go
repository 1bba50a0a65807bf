package skill

import (
	"bytes"
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/skill/python"
)

// registryName is the Python variable that holds the tools of SOPs (S3 §4.2).
const registryName = "TOOL_REGISTRY"

// A ToolRegistry is what the Python modules of a workspace put into
// TOOL_REGISTRY, read without running them (F1).
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
	parallel(len(paths), func(i int) {
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

// maxMerges bounds how many dicts are followed into each other.
const maxMerges = 64

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

// dict reads all that a module does to a variable that holds a dict.
func (r *registryReader) dict(m *pyModule, variable string, depth int) {
	key := [2]string{m.Path, variable}
	if r.visiting[key] {
		return
	}
	r.visiting[key] = true
	if m.ast.Err != nil || depth > maxMerges {
		r.unknown()
		return
	}
	for n, ancestors := range m.ast.Nodes() {
		if e, ok := n.(python.Expr); ok && isVariable(e, variable) {
			r.use(m, e, ancestors, depth)
		}
	}
}

// isVariable reports whether an expression is the variable, or the registry
// as an attribute of its module.
func isVariable(e python.Expr, variable string) bool {
	switch e := e.(type) {
	case *python.Name:
		return e.ID == variable
	case *python.Attribute:
		return variable == registryName && e.Attr.Name == variable
	}
	return false
}

// use reads one place at which the dict is named: what is written to it
// there, or that it is only read. ancestors lead from the file to e's parent.
func (r *registryReader) use(m *pyModule, e python.Expr, ancestors []python.Node, depth int) {
	parent := ancestors[len(ancestors)-1]
	var grand python.Node
	if len(ancestors) > 1 {
		grand = ancestors[len(ancestors)-2]
	}
	switch p := parent.(type) {
	case *python.Assign:
		switch {
		case !slices.Contains(p.Targets, e):
			r.unknown() // another name for it
		case p.Value != nil && (p.Op == "" || p.Op == "|="):
			r.merge(m, p.Value, depth)
		case p.Value != nil:
			r.unknown()
		}
	case *python.Subscript:
		switch g := grand.(type) {
		case *python.Assign:
			if slices.Contains(g.Targets, python.Expr(p)) {
				r.entry(m, p.Index, g.Value)
			}
		case *python.Delete:
			r.unknown()
		}
	case *python.Attribute:
		call, ok := grand.(*python.Call)
		if !ok || call.Func != python.Expr(p) {
			r.unknown()
			return
		}
		r.method(m, p.Attr.Name, call, depth)
	case *python.Call:
		if !slices.Contains([]string{"len", "list", "sorted", "set", "tuple", "dict", "print", "iter", "enumerate", "str", "repr", "bool", "any", "all", "isinstance"}, p.Callee()) {
			r.unknown() // it may be changed there
		}
	case *python.Compare, *python.For, *python.Comprehension, *python.Dict, *python.BinOp, *python.BoolOp, *python.UnaryOp,
		*python.If, *python.While, *python.Conditional, *python.String, *python.ExprStmt, *python.Simple:
	default:
		r.unknown()
	}
}

// method reads a call of the dict's own methods.
func (r *registryReader) method(m *pyModule, name string, call *python.Call, depth int) {
	switch name {
	case "get", "items", "keys", "values", "copy":
	case "update":
		r.arguments(m, call, depth)
	case "setdefault":
		key, _ := call.Arg(0, "")
		value, _ := call.Arg(1, "")
		r.entry(m, key, value)
	default:
		r.unknown()
	}
}

// merge reads the entries of an expression that gives a dict.
func (r *registryReader) merge(m *pyModule, e python.Expr, depth int) {
	if depth > maxMerges {
		r.unknown()
		return
	}
	switch e := e.(type) {
	case *python.Dict:
		for _, item := range e.Items {
			if item.Key == nil {
				r.merge(m, item.Value, depth+1)
			} else {
				r.entry(m, item.Key, item.Value)
			}
		}
	case *python.Call:
		if e.Callee() != "dict" {
			r.unknown()
			return
		}
		r.arguments(m, e, depth)
	case *python.BinOp:
		if e.Op != "|" {
			r.unknown()
			return
		}
		r.merge(m, e.Left, depth+1)
		r.merge(m, e.Right, depth+1)
	case *python.Conditional:
		r.merge(m, e.Then, depth+1)
		r.merge(m, e.Else, depth+1)
	case *python.Name, *python.Attribute:
		r.follow(m, e, depth+1)
	default:
		r.unknown()
	}
}

// arguments reads those of dict(…) and .update(…).
func (r *registryReader) arguments(m *pyModule, call *python.Call, depth int) {
	for _, a := range call.Args {
		switch {
		case a.Stars == 1:
			r.unknown()
		case a.Name.Name != "":
			r.register(m, m.name(a.Name.Name, a.Name), a.Value)
		case a.Stars == 0 && isPairs(a.Value):
			for _, pair := range elements(a.Value) {
				if kv := elements(pair); len(kv) == 2 {
					r.entry(m, kv[0], kv[1])
				} else {
					r.unknown()
				}
			}
		default:
			r.merge(m, a.Value, depth+1)
		}
	}
}

func isPairs(e python.Expr) bool {
	switch e.(type) {
	case *python.List, *python.Tuple:
		return true
	}
	return false
}

func elements(e python.Expr) []python.Expr {
	switch e := e.(type) {
	case *python.List:
		return e.Elems
	case *python.Tuple:
		return e.Elems
	}
	return nil
}

// follow reads the dict that a name stands for, here or in the module that
// it is imported from.
func (r *registryReader) follow(m *pyModule, e python.Expr, depth int) {
	dotted := python.DottedName(e)
	if dotted == "" {
		r.unknown()
		return
	}
	if dotted == registryName {
		return // its own modules are all read
	}
	target, variable := r.lookup(m, dotted)
	if target == nil || !target.ast.Binds(variable) {
		r.unknown()
		return
	}
	r.dict(target, variable, depth)
}

// lookup returns the module of the workspace that defines a dotted name as a
// module sees it, and the variable's name there; nil when it is unknown.
func (r *registryReader) lookup(m *pyModule, dotted string) (*pyModule, string) {
	head, rest, _ := strings.Cut(dotted, ".")
	for imp := range m.ast.Imports() {
		var parts []string
		for _, p := range imp.Module.Parts {
			parts = append(parts, p.Name)
		}
		switch {
		case imp.Name.Name == "": // import a.b [as c]
			module := strings.Join(parts, ".")
			if imp.As.Name == head {
				return r.module(r.resolve(m.Path, 0, parts)), rest
			}
			if imp.As.Name == "" && strings.HasPrefix(dotted, module+".") {
				return r.module(r.resolve(m.Path, 0, parts)), strings.TrimPrefix(dotted, module+".")
			}
		case imp.As.Name == head || imp.As.Name == "" && imp.Name.Name == head:
			if rest != "" { // from a import b; b.c
				return r.module(r.resolve(m.Path, imp.Dots, append(parts, imp.Name.Name))), rest
			}
			return r.module(r.resolve(m.Path, imp.Dots, parts)), imp.Name.Name
		}
	}
	if rest != "" {
		return nil, ""
	}
	return m, head
}

// resolve returns the file that a module's name means: relative ones start at
// the importing package, absolute ones at any folder above the importing file.
func (r *registryReader) resolve(from string, dots int, parts []string) string {
	dir := path.Dir(from)
	name := path.Join(parts...)
	for range max(0, dots-1) {
		dir = path.Dir(dir)
	}
	for {
		for _, p := range []string{path.Join(dir, name+".py"), path.Join(dir, name, "__init__.py")} {
			if target, kind := r.ws.Tree.Resolve(p); kind == Regular {
				return target
			}
		}
		if dots > 0 || dir == "." {
			return ""
		}
		dir = path.Dir(dir)
	}
}

// entry adds a tool whose key is an expression.
func (r *registryReader) entry(m *pyModule, key, value python.Expr) {
	if key == nil {
		r.unknown()
		return
	}
	text, ok := m.ast.Text(key)
	if !ok {
		r.unknown()
		return
	}
	r.register(m, m.name(text, key), value)
}

func (r *registryReader) register(m *pyModule, name contract.Name, value python.Expr) {
	t := RegisteredTool{Name: name}
	switch v := value.(type) {
	case *python.Call:
		callee := v.Callee()
		if callee[strings.LastIndexByte(callee, '.')+1:] == "ToolDef" {
			r.describe(m, &t, v.Arg)
		}
	case *python.Dict:
		r.describeDict(m, &t, v)
	}
	r.out.Tools = append(r.out.Tools, t)
}

// describe reads ToolDef(func, description, args_schema).
func (r *registryReader) describe(m *pyModule, t *RegisteredTool, arg func(int, string) (python.Expr, bool)) {
	description, known := arg(1, "description")
	t.NoDescription = known && description == nil || isBlank(m, description)
	if schema, _ := arg(2, "args_schema"); schema != nil {
		r.schema(m, t, schema)
	}
	for _, mark := range []string{"destructive", "dangerous", "requires_confirmation"} {
		if v, _ := arg(-1, mark); v != nil {
			c, ok := v.(*python.Constant)
			t.Destructive = t.Destructive || ok && c.Value == "True"
		}
	}
}

// describeDict reads {"func": …, "description": …, "args_schema": …}.
func (r *registryReader) describeDict(m *pyModule, t *RegisteredTool, d *python.Dict) {
	values := map[string]python.Expr{}
	known := true
	for _, item := range d.Items {
		key, ok := "", false
		if item.Key != nil {
			key, ok = m.ast.Text(item.Key)
		}
		known = known && ok
		values[key] = item.Value
	}
	if values["func"] == nil && values["function"] == nil && values["handler"] == nil {
		return
	}
	r.describe(m, t, func(_ int, name string) (python.Expr, bool) { return values[name], known })
}

func isBlank(m *pyModule, e python.Expr) bool {
	if e == nil {
		return false
	}
	text, ok := m.ast.Text(e)
	return ok && strings.TrimSpace(text) == ""
}

// schema says whether the class of an args_schema is there.
func (r *registryReader) schema(m *pyModule, t *RegisteredTool, e python.Expr) {
	dotted := python.DottedName(e)
	if dotted == "" || slices.Contains([]string{"dict", "list", "str", "int", "float", "bool", "object", "type"}, dotted) {
		return
	}
	t.Schema = m.name(dotted, e)
	if head, _, _ := strings.Cut(dotted, "."); !m.ast.Binds(head) {
		t.SchemaFault = "is neither defined nor imported"
		return
	}
	if target, variable := r.lookup(m, dotted); target != nil && target.ast.Err == nil && !strings.Contains(variable, ".") && !target.ast.Binds(variable) {
		t.SchemaFault = "is not in " + target.Path
	}
}
