package skill

import (
	"slices"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/source/python"
)

// A pyPackage is a package around skills that a module imports as a whole:
// what it takes of a skill shows where a member is asked for.
type pyPackage struct {
	target string
	// named are the skills that an import names behind the package, as import
	// skills.zodiac does, or that were found at another member.
	named []*Skill
}

// findPackages finds the packages that are bound to a name, by one or more
// imports that agree on what it is.
func (p *pyExtractor) findPackages() {
	p.packages = map[string]*pyPackage{}
	for imp := range p.file.Imports() {
		parts := identTexts(imp.Module)
		target := ""
		var other *Skill
		switch {
		case imp.Name.Name == "*":
			continue
		case imp.Name.Name != "":
			if pkg, _ := p.pyModule(p.path, imp.Dots, parts); pkg != "" {
				target, _ = p.pyMember(pkg, imp.Name.Name, 0)
			}
		case imp.As.Name != "":
			target, _ = p.pyModule(p.path, 0, parts)
		default:
			target, _ = p.pyModule(p.path, 0, parts[:1])
			if whole, _ := p.pyModule(p.path, 0, parts); whole != "" {
				other = p.ws.Foreign(p.skill, whole)
			}
		}
		pkg := p.packages[imp.Local()]
		if pkg == nil {
			pkg = &pyPackage{target: target}
			p.packages[imp.Local()] = pkg
		}
		if pkg.target != target {
			pkg.target = ""
		}
		if other != nil {
			pkg.named = append(pkg.named, other)
		}
	}
	for local, pkg := range p.packages {
		if pkg.target == "" || p.ws.SkillAt(pkg.target) != nil {
			delete(p.packages, local)
		}
	}
}

// member reads skills.zodiac.services.x, where skills is a package that was
// imported as a whole; each skill is noted once for each name.
func (p *pyExtractor) member(n *python.Name, ancestors []python.Node) {
	pkg := p.packages[n.ID]
	if pkg == nil || !p.file.IsImport(n) {
		return
	}
	at, node, dotted := pkg.target, python.Node(n), n.ID
	for i := len(ancestors) - 1; i >= 0; i-- {
		outer, ok := ancestors[i].(*python.Attribute)
		if !ok || python.Node(outer.X) != node {
			break
		}
		name := outer.Attr
		step := p.pyFind(at, []string{name.Name})
		if step == "" || p.assigned(at, name.Name) {
			p.memberRef(pkg, n, node, dotted, at, []contract.Name{p.name(name.Name, name.Start, name.End)})
			return
		}
		at, node, dotted = step, outer, dotted+"."+name.Name
	}
	p.memberRef(pkg, n, node, dotted, at, nil)
}

// memberRef notes a module of another skill that a chain of members ends at.
// A folder without __init__.py has no members but modules.
func (p *pyExtractor) memberRef(pkg *pyPackage, n *python.Name, node python.Node, dotted, target string, names []contract.Name) {
	s := p.ws.Foreign(p.skill, target)
	if s == nil || p.pyFile(target) == "" || slices.Contains(pkg.named, s) {
		return
	}
	pkg.named = append(pkg.named, s)
	p.importRef(p.name(dotted, n.Start, node.At().End), target, names, contract.Name{})
}

// assigned reports whether a package that is no skill's gives a name to
// something else than its module.
func (p *pyExtractor) assigned(pkg, name string) bool {
	file := p.pyFile(pkg)
	if file == "" || p.ws.SkillAt(file) != nil {
		return false
	}
	shared := p.sharedModule(file)
	if shared == nil || shared.python == nil || !shared.python.Binds(name) {
		return false
	}
	for imp := range shared.python.Imports() {
		if local := imp.Local(); local == name || local == "*" {
			return false
		}
	}
	return true
}
