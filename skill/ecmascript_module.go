package skill

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/contract"
	es "github.com/skilllint/skilllint/internal/source/ecmascript"
)

var noName contract.Name

func parentDir(p string) string { return path.Dir(p) }

// imports reads what names another module by a literal, and what is taken of
// a shared module that was imported as a whole.
func (e *esExtractor) imports() {
	namespaces := map[string]namespace{}
	for _, imp := range e.file.Imports {
		target := e.esModule(e.path, imp.Source.Value)
		if target == "" {
			continue
		}
		shared := e.ws.SkillAt(target) == nil
		var names []contract.Name
		for _, n := range imp.Names {
			switch {
			case n.Name == "*" && shared && n.Local != "":
				namespaces[n.Local] = namespace{target, imp.Span}
			case n.Name == "*":
			case shared && n.Name == "default" && n.Local != "":
				e.passedOn(target, n.Name, e.name(n.Local, n.LocalSpan.Start, n.LocalSpan.End))
			case shared:
				e.passedOn(target, n.Name, e.name(n.Name, n.NameSpan.Start, n.NameSpan.End))
			case n.Name != "default":
				names = append(names, e.name(n.Name, n.NameSpan.Start, n.NameSpan.End))
			}
		}
		e.importRef(e.name(imp.Source.Value, imp.Source.Start, imp.Source.End), target, names, noName)
	}
	if len(namespaces) > 0 {
		e.namespaceMembers(namespaces)
	}
}

// A namespace is a shared module that was imported as a whole, by a statement
// or a call.
type namespace struct {
	module string
	at     es.Span
}

// namespaceMembers notes what is taken of modules that were imported as a
// whole, each member once.
func (e *esExtractor) namespaceMembers(namespaces map[string]namespace) {
	type member struct{ local, name string }
	noted := map[member]bool{}
	for _, m := range e.file.Members {
		for inner, ok := m, true; ok; inner, ok = inner.X.(*es.Member) {
			root, isName := inner.X.(*es.Ident)
			if !isName || namespaces[root.Name].module == "" || inner.Name == "" || noted[member{root.Name, inner.Name}] {
				continue
			}
			n := namespaces[root.Name]
			if b, bound := e.file.Binding(root.Name, root.Start); bound && (b.Kind == es.Imported || b.Init != nil && b.Init.Range() == n.at) {
				noted[member{root.Name, inner.Name}] = true
				e.passedOn(n.module, inner.Name, e.name(inner.Name, inner.NameSpan.Start, inner.NameSpan.End))
			}
		}
	}
}

// passedOn notes a name of a shared module that comes from another skill.
func (x *extractor) passedOn(module, name string, at contract.Name) {
	if origin, via := x.esMember(module, name, 0); via.Text != "" {
		x.importRef(at, origin, []contract.Name{at}, via)
	}
}

// sourceExtensions are tried in this order behind a path without extension.
var sourceExtensions = []string{".ts", ".tsx", ".d.ts", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".json"}

// writtenFor are the sources that a path with the extension of their output
// means.
var writtenFor = map[string][]string{
	".js": {".ts", ".tsx", ".d.ts"}, ".jsx": {".tsx"}, ".mjs": {".mts", ".d.mts"}, ".cjs": {".cts", ".d.cts"},
}

// esModule returns the file that a module specifier means for a file, ""
// when it is none of the workspace.
func (r *resolver) esModule(from, specifier string) string {
	specifier, _, _ = strings.Cut(specifier, "?") // ?raw, ?url of bundlers
	if specifier == "." || specifier == ".." || strings.HasPrefix(specifier, "./") || strings.HasPrefix(specifier, "../") {
		p := path.Join(path.Dir(from), specifier)
		if target := r.esFile(p); target != "" {
			return target
		}
		if s := r.ws.SkillAt(p); s != nil && (p == s.Dir || strings.HasPrefix(p, s.Dir+"/")) && !strings.HasPrefix(p, "..") {
			return p // what is built there, or not yet
		}
		return ""
	}
	for dir := path.Dir(from); ; dir = path.Dir(dir) {
		if c := r.tsConfig(dir); c != nil {
			if target := r.aliased(c, specifier); target != "" {
				return target
			}
			break
		}
		if dir == "." || dir == "/" {
			break
		}
	}
	return r.packageModule(from, specifier)
}

// esFile returns the file that a path without or with an extension means.
func (r *resolver) esFile(p string) string {
	target, kind := r.ws.Tree.Resolve(p)
	if kind == Regular {
		return target
	}
	ext := path.Ext(p)
	for _, source := range writtenFor[ext] {
		if t, k := r.ws.Tree.Resolve(strings.TrimSuffix(p, ext) + source); k == Regular {
			return t
		}
	}
	for _, e := range sourceExtensions {
		if t, k := r.ws.Tree.Resolve(p + e); k == Regular {
			return t
		}
	}
	if kind == Dir {
		for _, e := range sourceExtensions {
			if t, k := r.ws.Tree.Resolve(path.Join(target, "index"+e)); k == Regular {
				return t
			}
		}
		return target
	}
	return ""
}

// esMember returns where a name that is imported from a shared module comes
// from, and the place where the module passes it on.
func (r *resolver) esMember(module, name string, depth int) (target string, via contract.Name) {
	if depth > 4 || r.ws.SkillAt(module) != nil {
		return module, via
	}
	if _, ok := es.LanguageOf(module); !ok {
		return module, via
	}
	shared := r.sharedModule(module)
	if shared == nil || shared.ecmascript == nil {
		return module, via
	}
	for _, ex := range shared.ecmascript.Exports {
		if ex.Name != name && ex.Name != "*" {
			continue
		}
		specifier, wanted, at := "", name, ex.NameSpan
		switch {
		case ex.From != nil:
			specifier = ex.From.Value
			if ex.Name == name {
				wanted = ex.Local
			}
			at = ex.From.Span
		case ex.Local != "":
			specifier, wanted = importOf(shared.ecmascript, ex.Local)
		}
		if specifier == "" {
			continue
		}
		origin := r.esModule(module, specifier)
		if origin == "" || origin == module {
			continue
		}
		target, deeper := r.esMember(origin, wanted, depth+1)
		if r.ws.SkillAt(target) == nil {
			continue
		}
		if deeper.Text != "" {
			return target, deeper
		}
		return target, contract.Name{Text: shared.Path, Pos: shared.Pos(at.Start), End: shared.Pos(at.End)}
	}
	return module, via
}

// importOf returns where a local name is imported from, and its name there.
func importOf(f *es.File, local string) (specifier, name string) {
	for _, imp := range f.Imports {
		for _, n := range imp.Names {
			if n.Local == local && imp.Kind != es.ExportFrom {
				return imp.Source.Value, n.Name
			}
		}
	}
	return "", ""
}
