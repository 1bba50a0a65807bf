package skill

import (
	"path"
	"strings"
)

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
