package resolve

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/internal/code"
	"github.com/skilllint/skilllint/internal/tree"
)

// esImport resolves what names a module of ECMAScript, and what is taken of a
// shared module.
func (l *linker) esImport(imp *code.Import) {
	target := l.esModule(l.path, imp.Text)
	if target == "" {
		return
	}
	shared := l.At(target) == nil
	var names []code.Name
	for _, n := range imp.Names {
		switch {
		case n.Text == "*" && shared:
			for _, m := range n.Members {
				l.passedOn(target, m.Text, m)
			}
		case n.Text == "*":
		case shared && n.Text == "default" && n.Local != "":
			l.passedOn(target, n.Text, code.Name{Text: n.Local, Start: n.Start, End: n.End})
		case shared:
			l.passedOn(target, n.Text, n.Name)
		case n.Text != "default":
			names = append(names, n.Name)
		}
	}
	l.importTo(imp.Name, target, names, Place{})
}

// passedOn notes a name of a shared module that comes from another skill.
func (l *linker) passedOn(module, name string, at code.Name) {
	if origin, via := l.esMember(module, name, 0); via.Path != "" {
		l.importTo(at, origin, []code.Name{at}, via)
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
func (r *Resolver) esModule(from, specifier string) string {
	name := moduleName{path.Dir(from), "\x00" + specifier} // no name of Python's begins so
	if m, known := r.found.Load(name); known {
		return m.(foundModule).target
	}
	target := r.esFind(from, specifier)
	r.found.Store(name, foundModule{target: target})
	return target
}

func (r *Resolver) esFind(from, specifier string) string {
	specifier, _, _ = strings.Cut(specifier, "?") // ?raw, ?url of bundlers
	if specifier == "." || specifier == ".." || strings.HasPrefix(specifier, "./") || strings.HasPrefix(specifier, "../") {
		p := path.Join(path.Dir(from), specifier)
		if target := r.esFile(p); target != "" {
			return target
		}
		if s := r.At(p); s != nil && (p == s.Dir || strings.HasPrefix(p, s.Dir+"/")) && !strings.HasPrefix(p, "..") {
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
func (r *Resolver) esFile(p string) string {
	target, kind := r.Tree.Resolve(p)
	if kind == tree.Regular {
		return target
	}
	ext := path.Ext(p)
	for _, source := range writtenFor[ext] {
		if t, k := r.Tree.Resolve(strings.TrimSuffix(p, ext) + source); k == tree.Regular {
			return t
		}
	}
	for _, e := range sourceExtensions {
		if t, k := r.Tree.Resolve(p + e); k == tree.Regular {
			return t
		}
	}
	if kind == tree.Dir {
		for _, e := range sourceExtensions {
			if t, k := r.Tree.Resolve(path.Join(target, "index"+e)); k == tree.Regular {
				return t
			}
		}
		return target
	}
	return ""
}

// maxPassedOn bounds through how many shared modules a name is followed.
const maxPassedOn = 4

// esMember returns where a name that is imported from a shared module comes
// from, and the place where the module passes it on.
func (r *Resolver) esMember(module, name string, depth int) (target string, via Place) {
	if depth > maxPassedOn || r.At(module) != nil {
		return module, via
	}
	if lang := code.LanguageOf(module); lang != code.JavaScript && lang != code.TypeScript {
		return module, via
	}
	facts := r.Facts(module)
	if facts == nil {
		return module, via
	}
	for _, ex := range facts.Exports {
		if ex.Text != name && ex.Text != "*" || ex.From == "" {
			continue
		}
		wanted := name
		if ex.Text == name {
			wanted = ex.Origin
		}
		origin := r.esModule(module, ex.From)
		if origin == "" || origin == module {
			continue
		}
		target, deeper := r.esMember(origin, wanted, depth+1)
		if r.At(target) == nil {
			continue
		}
		if deeper.Path != "" {
			return target, deeper
		}
		return target, Place{module, ex.Start, ex.End}
	}
	return module, via
}
