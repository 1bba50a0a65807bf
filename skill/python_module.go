package skill

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/source/python"
)

// imports reads the import statements of a module, one Ref for each module of
// another skill that a statement names.
func (p *pyExtractor) imports() {
	done := map[python.Stmt]bool{}
	for imp := range p.file.Imports() {
		if imp.Name.Name == "" { // import a.b
			p.importModule(imp)
			continue
		}
		if from := imp.Stmt.(*python.ImportFrom); !done[from] {
			done[from] = true
			p.importFrom(from)
		}
	}
}

func identTexts(d python.Dotted) []string {
	var parts []string
	for _, part := range d.Parts {
		parts = append(parts, part.Name)
	}
	return parts
}

func (p *pyExtractor) importModule(imp python.Imported) {
	parts := identTexts(imp.Module)
	target, weak := p.pyModule(p.path, 0, parts)
	if weak && len(parts) < 2 { // it may as well be a package from elsewhere
		return
	}
	p.importRef(p.name(imp.Module.String(), imp.Module.Start, imp.Module.End), target, nil, contract.Name{})
}

func (p *pyExtractor) importFrom(from *python.ImportFrom) {
	parts := identTexts(from.Module)
	target, weak := p.pyModule(p.path, from.Dots, parts)
	if target == "" {
		return
	}
	var names []contract.Name
	known := !weak
	for _, alias := range from.Names {
		id := alias.Name.Parts[0]
		names = append(names, p.name(id.Name, id.Start, id.End))
		known = known || p.pyHas(target, id.Name)
	}
	if p.ws.Foreign(p.skill, target) != nil {
		if known && len(parts) > 0 {
			written := strings.Repeat(".", from.Dots) + from.Module.String()
			p.importRef(p.name(written, from.Module.Start-from.Dots, from.Module.End), target, names, contract.Name{})
			return
		}
		if !known {
			return
		}
	}
	if p.ws.SkillAt(target) == p.skill && !inFolder(p.skill.Dir, target) {
		return
	}
	for _, n := range names {
		member, via := p.pyMember(target, n.Text, 0)
		taken := []contract.Name{n}
		if member == target || via.Text == "" {
			taken = nil
		}
		p.importRef(n, member, taken, via)
	}
}

// importRef notes an import whose target is another skill's.
func (x *extractor) importRef(at contract.Name, target string, names []contract.Name, via contract.Name) {
	if target != "" && x.ws.Foreign(x.skill, target) != nil {
		x.refs = append(x.refs, Ref{Name: at, Kind: ImportRef, Target: target, Names: names, Via: via})
	}
}

// dynamicImport reads importlib.import_module("…"), __import__("…") and
// runpy.run_module("…").
func (p *pyExtractor) dynamicImport(call *python.Call, e *expr) {
	switch e.x.resolved().last() {
	case "import_module", "__import__", "run_module", "find_spec":
	default:
		return
	}
	arg := e.arg(0, "name", "mod_name")
	if arg == nil {
		return
	}
	text, ok := arg.constText()
	if prefix, whole := arg.prefix(); !ok && !whole { // f"skills.zodiac.{name}": the package is known
		text = prefix[:strings.LastIndexByte(prefix, '.')+1]
		text = strings.TrimSuffix(text, ".")
	}
	name := strings.TrimLeft(text, ".")
	dots := len(text) - len(name)
	if name == "" {
		return
	}
	parts := strings.Split(name, ".")
	from := p.path
	if dots > 0 {
		if pkg := e.arg(1, "package"); pkg != nil {
			if base, known := pkg.constText(); known {
				pkg := strings.Split(base, ".")
				parts, dots = append(pkg[:max(0, len(pkg)-dots+1)], parts...), 0
			}
		}
	}
	target, weak := p.pyModule(from, dots, parts)
	for target == "" && len(parts) > 1 && !ok { // the last part may be cut
		parts = parts[:len(parts)-1]
		target, weak = p.pyModule(from, dots, parts)
	}
	if weak && len(parts) < 2 {
		return
	}
	p.importRef(p.name(text, arg.start, arg.end), target, nil, contract.Name{})
}

// pyModule returns the file or package of the workspace that a module's name
// means, as a module at a path sees it; "" when there is none. weak says that
// a skill's folder itself is the first part of the name, although nothing
// says that modules are looked for in the folder of skills: a package from
// elsewhere may have the name, too.
func (r *resolver) pyModule(from string, dots int, parts []string) (target string, weak bool) {
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
	if len(parts) == 0 {
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

// A moduleName is an absolute name of a module as the modules of a folder see
// it.
type moduleName struct{ dir, name string }

type foundModule struct {
	target string
	weak   bool
}

func (r *resolver) pyAbsolute(dir string, parts []string) (target string, weak bool) {
	for _, root := range r.pythonRoots {
		if p := r.pyFind(root, parts); p != "" {
			return p, false
		}
	}
	for ; ; dir = path.Dir(dir) {
		for _, root := range []string{dir, path.Join(dir, "src")} {
			if p := r.pyFind(root, parts); p != "" {
				first := r.pyFind(root, parts[:1])
				s := r.ws.SkillAt(first)
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
func (r *resolver) pyFind(dir string, parts []string) string {
	for _, part := range parts {
		if !r.stems[stem(part)] {
			return ""
		}
	}
	at := dir
	for i, part := range parts {
		if part == "" {
			return ""
		}
		found := ""
		for _, spelling := range []string{part, strings.ReplaceAll(part, "_", "-")} {
			step := path.Join(at, spelling)
			if target, kind := r.ws.Tree.Resolve(step); kind == Dir {
				found = target
				break
			}
			for _, ext := range []string{".py", ".pyi"} {
				if target, kind := r.ws.Tree.Resolve(step + ext); kind == Regular && i == len(parts)-1 {
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

// stem is what the name of a folder or file has in common with those of the
// modules that it may be.
func stem(name string) string {
	name = strings.TrimSuffix(strings.TrimSuffix(name, ".pyi"), ".py")
	return strings.ReplaceAll(name, "-", "_")
}

// pyFile returns the file of a module: itself, or a package's __init__.py.
func (r *resolver) pyFile(module string) string {
	if strings.HasSuffix(module, ".py") || strings.HasSuffix(module, ".pyi") {
		return module
	}
	if target, kind := r.ws.Tree.Resolve(path.Join(module, "__init__.py")); kind == Regular {
		return target
	}
	return ""
}

// pyHas reports whether a package has a module or name.
func (r *resolver) pyHas(module, name string) bool {
	if r.pyFind(module, []string{name}) != "" {
		return true
	}
	file := r.pyFile(module)
	if file == "" || name == "*" {
		return false
	}
	shared := r.sharedModule(file)
	return shared != nil && shared.python != nil && shared.python.Binds(name)
}

// pyMember returns where a name that is taken from a module comes from: a
// module below it, what a shared module passes on, or the module itself.
func (r *resolver) pyMember(module, name string, depth int) (target string, via contract.Name) {
	if sub := r.pyFind(module, []string{name}); sub != "" {
		return sub, via
	}
	file := r.pyFile(module)
	if file == "" || depth > 4 || r.ws.SkillAt(file) != nil {
		return module, via
	}
	shared := r.sharedModule(file)
	if shared == nil || shared.python == nil {
		return module, via
	}
	for imp := range shared.python.Imports() {
		if imp.Name.Name == "" || imp.Local() != name && imp.Name.Name != "*" {
			continue
		}
		origin, weak := r.pyModule(file, imp.Dots, identTexts(imp.Module))
		if origin == "" || origin == file || weak && len(imp.Module.Parts) < 2 {
			continue
		}
		wanted := imp.Name.Name
		if wanted == "*" {
			wanted = name
		}
		target, deeper := r.pyMember(origin, wanted, depth+1)
		if imp.Name.Name == "*" && r.ws.SkillAt(target) == nil {
			continue // it may come from another star
		}
		at := imp.Name
		if deeper.Text != "" {
			return target, deeper
		}
		return target, contract.Name{Text: shared.Path, Pos: shared.Pos(at.Start), End: shared.Pos(at.End)}
	}
	return module, via
}
