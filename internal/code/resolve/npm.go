package resolve

import (
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/tree"
)

// An npmPackage is a package.json of the workspace.
type npmPackage struct {
	dir       string
	shared    bool              // a workspace of npm, yarn or pnpm holds it: others import it by name
	depends   map[string]string // its dependencies and their versions
	globs     []string          // the workspaces that it declares
	main      string
	packageID string
}

// addPackage reads a package.json.
func (r *Resolver) addPackage(p string) {
	src, err := r.Read(p)
	if err != nil {
		return
	}
	root, err := document.ParseJSON(src, 1)
	if err != nil || !root.Is(document.Map) {
		return
	}
	pkg := &npmPackage{dir: path.Dir(p), depends: map[string]string{}, packageID: root.Get("name").Str(), main: root.Get("main").Str()}
	for _, key := range []string{"dependencies", "devDependencies", "peerDependencies", "optionalDependencies"} {
		for _, m := range root.Get(key).Entries() {
			pkg.depends[m.Key.Text] = m.Value.Str()
		}
	}
	workspaces := root.Get("workspaces")
	if workspaces.Is(document.Map) {
		workspaces = workspaces.Get("packages")
	}
	pkg.globs = append(pkg.globs, textsOf(workspaces)...)
	if target, kind := r.Tree.Resolve(path.Join(pkg.dir, "pnpm-workspace.yaml")); kind == tree.Regular {
		if src, err := r.Read(target); err == nil {
			if root, err := document.ParseYAML(src, 1); err == nil {
				pkg.globs = append(pkg.globs, textsOf(root.Get("packages"))...)
			}
		}
	}
	r.allPackages = append(r.allPackages, pkg)
}

// findWorkspaces keeps the packages that lie in folders of skills by name.
func (r *Resolver) findWorkspaces() {
	r.npmPackages = map[string]*npmPackage{}
	for _, pkg := range r.allPackages {
		if pkg.packageID == "" || r.At(pkg.dir) == nil {
			continue
		}
		for _, root := range r.allPackages {
			rel := strings.TrimPrefix(pkg.dir, root.dir+"/")
			if root.dir == "." {
				rel = pkg.dir
			}
			pkg.shared = pkg.shared || tree.Holds(root.dir, pkg.dir) && slices.ContainsFunc(root.globs, func(g string) bool {
				return doublestar.MatchUnvalidated(strings.TrimSuffix(strings.TrimPrefix(g, "./"), "/"), rel)
			})
		}
		r.npmPackages[pkg.packageID] = pkg
	}
}

// packageModule returns the file or folder of the workspace that a package's
// name means: a package of a workspace, or one that the importing package
// takes from a folder. A package of the same name from elsewhere is neither.
func (r *Resolver) packageModule(from, specifier string) string {
	name := specifier
	parts := strings.SplitN(specifier, "/", 3)
	if strings.HasPrefix(specifier, "@") && len(parts) > 1 {
		name = parts[0] + "/" + parts[1]
	} else {
		name = parts[0]
	}
	pkg := r.npmPackages[name]
	if pkg == nil || nodeBuiltins[specifier] {
		return ""
	}
	linked := pkg.shared
	for _, importer := range r.allPackages {
		if tree.Holds(importer.dir, from) {
			version := importer.depends[name]
			for _, local := range []string{"file:", "link:", "portal:", "workspace:"} {
				linked = linked || strings.HasPrefix(version, local)
			}
		}
	}
	if !linked {
		return ""
	}
	rest := strings.TrimPrefix(strings.TrimPrefix(specifier, name), "/")
	if rest == "" {
		rest = pkg.main
	}
	if found := r.esFile(path.Join(pkg.dir, rest)); found != "" {
		return found
	}
	return pkg.dir
}
