package code

import (
	"strings"

	"github.com/skilllint/skilllint/internal/source/python"
)

// imports reads the import statements of a module.
func (p *pyExtractor) imports() {
	p.imported, p.chains = map[string]bool{}, map[string]bool{}
	var last python.Stmt
	for imp := range p.file.Imports() {
		star := imp.Name.Name == "*"
		if !star {
			p.imported[imp.Local()] = true
		}
		local := strings.Clone(imp.Local())
		if imp.Name.Name == "" { // import a.b
			p.out.Imports = append(p.out.Imports, Import{
				Name: p.name(imp.Module.String(), imp.Module.Start, imp.Module.End), Parts: identTexts(imp.Module), Local: local, As: imp.As.Name != "",
			})
			continue
		}
		if imp.Stmt != last {
			last = imp.Stmt
			written := strings.Repeat(".", imp.Dots) + imp.Module.String()
			p.out.Imports = append(p.out.Imports, Import{Name: p.name(written, imp.Module.Start-imp.Dots, imp.Module.End), Dots: imp.Dots, Parts: identTexts(imp.Module)})
		}
		from := &p.out.Imports[len(p.out.Imports)-1]
		from.Names = append(from.Names, Imported{Name: p.name(imp.Name.Name, imp.Name.Start, imp.Name.End), Local: local})
	}
}

func identTexts(d python.Dotted) []string {
	var parts []string
	for _, part := range d.Parts {
		parts = append(parts, strings.Clone(part.Name))
	}
	return parts
}

// maxChain bounds how many members of a chain are noted.
const maxChain = 32

// member notes skills.zodiac.services.x, where an import binds skills.
func (p *pyExtractor) member(n *python.Name, ancestors []python.Node) {
	if !p.imported[n.ID] || !p.file.IsImport(n) {
		return
	}
	m := Member{Name: p.name(n.ID, n.Start, n.End)}
	key, node := n.ID, python.Node(n)
	for i := len(ancestors) - 1; i >= 0 && len(m.Chain) < maxChain; i-- {
		outer, ok := ancestors[i].(*python.Attribute)
		if !ok || python.Node(outer.X) != node {
			break
		}
		m.Chain = append(m.Chain, p.name(outer.Attr.Name, outer.Attr.Start, outer.Attr.End))
		node, key = outer, key+"."+outer.Attr.Name
	}
	if !p.chains[key] {
		p.chains[key] = true
		p.out.Members = append(p.out.Members, m)
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
	if dots > 0 {
		if pkg := e.arg(1, "package"); pkg != nil {
			if base, known := pkg.constText(); known {
				pkg := strings.Split(base, ".")
				parts, dots = append(pkg[:max(0, len(pkg)-dots+1)], parts...), 0
			}
		}
	}
	for i := range parts {
		parts[i] = strings.Clone(parts[i])
	}
	p.out.Imports = append(p.out.Imports, Import{Name: p.name(text, arg.start, arg.end), Dots: dots, Parts: parts, Computed: true, Cut: !ok})
}
