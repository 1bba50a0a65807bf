package resolve

import (
	"slices"

	"github.com/skilllint/skilllint/internal/code"
)

// A pyPackage is a package around skills that a module imports as a whole:
// what it takes of a skill shows where a member is asked for.
type pyPackage struct {
	target string
	// named are the skills that an import names behind the package, as import
	// skills.zodiac does, or that were found at another member.
	named []*Owner
}

// pyPackages finds the packages that are bound to a name, by one or more
// imports that agree on what it is.
func (l *linker) pyPackages(f *code.Facts) map[string]*pyPackage {
	packages := map[string]*pyPackage{}
	bind := func(local, target string, other *Owner) {
		pkg := packages[local]
		if pkg == nil {
			pkg = &pyPackage{target: target}
			packages[local] = pkg
		}
		if pkg.target != target {
			pkg.target = ""
		}
		if other != nil {
			pkg.named = append(pkg.named, other)
		}
	}
	for i := range f.Imports {
		imp := &f.Imports[i]
		switch {
		case imp.Computed:
		case len(imp.Names) == 0 && imp.As:
			target, _ := l.pyModule(l.path, 0, imp.Parts)
			bind(imp.Local, target, nil)
		case len(imp.Names) == 0 && len(imp.Parts) > 0:
			target, _ := l.pyModule(l.path, 0, imp.Parts[:1])
			var other *Owner
			if whole, _ := l.pyModule(l.path, 0, imp.Parts); whole != "" {
				other = l.Foreign(l.own, whole)
			}
			bind(imp.Local, target, other)
		}
		for _, n := range imp.Names {
			if n.Text == "*" {
				continue
			}
			target := ""
			if pkg, _ := l.pyModule(l.path, imp.Dots, imp.Parts); pkg != "" {
				target, _ = l.pyMember(pkg, n.Text, 0)
			}
			bind(n.Local, target, nil)
		}
	}
	for local, pkg := range packages {
		if pkg.target == "" || l.At(pkg.target) != nil {
			delete(packages, local)
		}
	}
	return packages
}

// pyMembers follows the members of packages that were imported as a whole, as
// skills.zodiac.services.x; each skill is noted once for each name.
func (l *linker) pyMembers(f *code.Facts) {
	if len(f.Members) == 0 {
		return
	}
	packages := l.pyPackages(f)
	for i := range f.Members {
		m := &f.Members[i]
		pkg := packages[m.Text]
		if pkg == nil {
			continue
		}
		at, end := pkg.target, 0
		var names []code.Name
		for _, name := range m.Chain {
			step := l.pyFind(at, []string{name.Text})
			if step == "" || l.assigned(at, name.Text) {
				names = []code.Name{name}
				break
			}
			at, end = step, end+1
		}
		s := l.Foreign(l.own, at)
		if s == nil || l.pyFile(at) == "" || slices.Contains(pkg.named, s) { // a folder without __init__.py has no members but modules
			continue
		}
		pkg.named = append(pkg.named, s)
		written := m.Name
		for _, step := range m.Chain[:end] {
			written = code.Name{Text: written.Text + "." + step.Text, Start: written.Start, End: step.End}
		}
		l.importTo(written, at, names, Place{})
	}
}

// assigned reports whether a package that is no skill's gives a name to
// something else than its module.
func (r *Resolver) assigned(pkg, name string) bool {
	file := r.pyFile(pkg)
	if file == "" || r.At(file) != nil {
		return false
	}
	facts := r.Facts(file)
	if facts == nil || !facts.Has(name) {
		return false
	}
	for _, imp := range facts.Imports {
		if imp.Local == name || slices.ContainsFunc(imp.Names, func(n code.Imported) bool { return n.Local == name || n.Local == "*" }) {
			return false
		}
	}
	return true
}
