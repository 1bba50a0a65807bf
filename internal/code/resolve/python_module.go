package resolve

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/code"
	"github.com/skilllint/skilllint/internal/tree"
)

// pyImport resolves an import of Python.
func (l *linker) pyImport(imp *code.Import) {
	switch {
	case imp.Computed:
		parts := imp.Parts
		target, weak := l.pyModule(l.path, imp.Dots, parts)
		for target == "" && len(parts) > 1 && imp.Cut { // the last part may be cut
			parts = parts[:len(parts)-1]
			target, weak = l.pyModule(l.path, imp.Dots, parts)
		}
		if !weak || len(parts) > 1 {
			l.importTo(imp.Name, target, nil, Place{})
		}
	case len(imp.Names) == 0:
		target, weak := l.pyModule(l.path, 0, imp.Parts)
		if target == "" {
			l.pyMissing(imp)
		}
		if !weak || len(imp.Parts) > 1 { // else it may as well be a package from elsewhere
			l.importTo(imp.Name, target, nil, Place{})
		}
	default:
		l.pyImportFrom(imp)
	}
}

func (l *linker) pyImportFrom(imp *code.Import) {
	target, weak := l.pyModule(l.path, imp.Dots, imp.Parts)
	if target == "" {
		l.pyMissing(imp)
		return
	}
	var names []code.Name
	known := !weak
	for _, n := range imp.Names {
		names = append(names, n.Name)
		known = known || l.pyHas(target, n.Text)
	}
	if l.Foreign(l.own, target) != nil {
		if known && len(imp.Parts) > 0 {
			l.importTo(imp.Name, target, names, Place{})
			return
		}
		if !known {
			return
		}
	}
	if l.At(target) == l.own && !tree.Holds(target, l.own.Dir) {
		return
	}
	for _, n := range names {
		member, via := l.pyMember(target, n.Text, 0)
		taken := []code.Name{n}
		if member == target || via.Path == "" {
			taken = nil
		}
		l.importTo(n, member, taken, via)
	}
}

// pyMissing notes an import of a module that another skill does not have, although
// the name leads into its folder.
func (l *linker) pyMissing(imp *code.Import) {
	least := 1
	if imp.Dots == 0 {
		least = 2 // a skill's folder alone may have the name of a package from elsewhere
	}
	for n := len(imp.Parts) - 1; n >= least; n-- {
		target, weak := l.pyModule(l.path, imp.Dots, imp.Parts[:n])
		if target == "" {
			continue
		}
		if !weak && l.Foreign(l.own, target) != nil {
			l.links = append(l.links, Link{Name: imp.Name, Import: true, Missing: true, Target: target})
		}
		return
	}
}

// pyModule returns the file or package of the workspace that a module's name
// means, as a module at a path sees it; "" when there is none. weak says that
// a skill's folder itself is the first part of the name, although nothing
// says that modules are looked for in the folder of skills: a package from
// elsewhere may have the name, too.
func (r *Resolver) pyModule(from string, dots int, parts []string) (target string, weak bool) {
	dir := path.Dir(from)
	if dots > 0 {
		for range dots - 1 {
			if dir == "." {
				return "", false
			}
			dir = path.Dir(dir)
		}
		return r.pyFind(dir, parts), false
	}
	if len(parts) == 0 || !r.pyMayFind(parts) { // most are libraries'
		return "", false
	}
	name := moduleName{dir, strings.Join(parts, ".")}
	if m, known := r.found.Load(name); known {
		return m.(foundModule).target, m.(foundModule).weak
	}
	target, weak = r.pyAbsolute(dir, parts)
	r.found.Store(name, foundModule{target, weak})
	return target, weak
}

// pyAbsolute finds an absolute name of a module, as those in a folder see it.
func (r *Resolver) pyAbsolute(dir string, parts []string) (target string, weak bool) {
	for _, root := range r.PythonRoots {
		if p := r.pyFind(root, parts); p != "" {
			return p, false
		}
	}
	for ; ; dir = tree.Parent(dir) {
		for _, root := range []string{dir, path.Join(dir, "src")} {
			if p := r.pyFind(root, parts); p != "" {
				first := r.pyFind(root, parts[:1])
				s := r.At(first)
				weak = s != nil && s.Dir == first
				if weak && pythonStdlib[parts[0]] {
					return "", false
				}
				return p, weak
			}
		}
		if dir == "." {
			return "", false
		}
	}
}

// pyFind walks the parts of a module's name below a folder. A folder may be
// written with hyphens where its module has underscores.
func (r *Resolver) pyFind(dir string, parts []string) string {
	if !r.pyMayFind(parts) {
		return ""
	}
	at := dir
	for i, part := range parts {
		if part == "" {
			return ""
		}
		found := ""
		for _, spelling := range []string{part, strings.ReplaceAll(part, "_", "-")} {
			step := path.Join(at, spelling)
			if target, kind := r.Tree.Resolve(step); kind == tree.Dir {
				found = target
				break
			}
			for _, ext := range []string{".py", ".pyi"} {
				if target, kind := r.Tree.Resolve(step + ext); kind == tree.Regular && i == len(parts)-1 {
					found = target
				}
			}
			if found != "" {
				break
			}
		}
		if found == "" {
			return ""
		}
		at = found
	}
	return at
}

// pyMayFind reports whether files or folders of the tree have the names of all parts,
// wherever they are.
func (r *Resolver) pyMayFind(parts []string) bool {
	return !slices.ContainsFunc(parts, func(part string) bool { return !r.stems[stem(part)] })
}

// stem is what the name of a folder or file has in common with those of the
// modules that it may be.
func stem(name string) string {
	name = strings.TrimSuffix(strings.TrimSuffix(name, ".pyi"), ".py")
	return strings.ReplaceAll(name, "-", "_")
}

// pyFile returns the file of a module: itself, or a package's __init__.py.
func (r *Resolver) pyFile(module string) string {
	if strings.HasSuffix(module, ".py") || strings.HasSuffix(module, ".pyi") {
		return module
	}
	if target, kind := r.Tree.Resolve(path.Join(module, "__init__.py")); kind == tree.Regular {
		return target
	}
	return ""
}

// pyHas reports whether a package has a module or name.
func (r *Resolver) pyHas(module, name string) bool {
	if r.pyFind(module, []string{name}) != "" {
		return true
	}
	file := r.pyFile(module)
	if file == "" || name == "*" {
		return false
	}
	facts := r.Facts(file)
	return facts != nil && facts.Has(name)
}

// pyMember returns where a name that is taken from a module comes from: a
// module below it, what a shared module passes on, or the module itself.
func (r *Resolver) pyMember(module, name string, depth int) (target string, via Place) {
	if sub := r.pyFind(module, []string{name}); sub != "" {
		return sub, via
	}
	file := r.pyFile(module)
	if file == "" || depth > maxPassedOn || r.At(file) != nil {
		return module, via
	}
	facts := r.Facts(file)
	if facts == nil {
		return module, via
	}
	for i := range facts.Imports {
		imp := &facts.Imports[i]
		for _, n := range imp.Names {
			if n.Local != name && n.Text != "*" {
				continue
			}
			origin, weak := r.pyModule(file, imp.Dots, imp.Parts)
			if origin == "" || origin == file || weak && len(imp.Parts) < 2 {
				continue
			}
			wanted := n.Text
			if wanted == "*" {
				wanted = name
			}
			target, deeper := r.pyMember(origin, wanted, depth+1)
			if n.Text == "*" && r.At(target) == nil {
				continue // it may come from another star
			}
			if deeper.Path != "" {
				return target, deeper
			}
			return target, Place{file, n.Start, n.End}
		}
	}
	return module, via
}
