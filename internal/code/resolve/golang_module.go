package resolve

import (
	"bytes"
	"path"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/internal/tree"
)

// A goModule is a go.mod of the workspace.
type goModule struct{ name, dir string }

// addGoModule reads the name of a module.
func (r *Resolver) addGoModule(p string) {
	src, err := r.Read(p)
	if err != nil {
		return
	}
	for line := range bytes.Lines(src) {
		words := strings.Fields(strings.SplitN(string(line), "//", 2)[0])
		if len(words) == 2 && words[0] == "module" {
			name := words[1]
			if unquoted, err := strconv.Unquote(name); err == nil {
				name = unquoted
			}
			r.goModules = append(r.goModules, goModule{name, path.Dir(p)})
			return
		}
	}
}

// goPackage returns the folder of an imported package, "" when no module of
// the workspace has it. The module with the longest name decides.
func (r *Resolver) goPackage(name string) string {
	best := goModule{}
	for _, m := range r.goModules {
		if tree.Holds(m.name, name) && len(m.name) > len(best.name) {
			best = m
		}
	}
	if best.name == "" {
		return ""
	}
	dir := path.Join(best.dir, strings.TrimPrefix(name, best.name))
	if target, kind := r.Tree.Resolve(dir); kind == tree.Dir {
		return target
	}
	return ""
}
