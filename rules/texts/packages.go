package texts

import (
	"path"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/skill"
)

var packageFolders skill.Memo[map[string]*skill.Package]

// packageAt returns the package whose folder holds a path, the outermost one; nil
// for other files.
func packageAt(p *lint.Pass, file string) (found *skill.Package) {
	folders := packageFolders.Of(p.Workspace, func() map[string]*skill.Package {
		folders := map[string]*skill.Package{}
		for _, root := range p.PackageRoots("") {
			for _, pkg := range p.Versions(root) {
				folders[pkg.Dir] = pkg
			}
		}
		return folders
	})
	if len(folders) == 0 {
		return nil
	}
	for d := path.Dir(file); d != "." && d != "/"; d = path.Dir(d) {
		if pkg := folders[d]; pkg != nil {
			found = pkg
		}
	}
	return found
}

// leavesPackage reports whether a path in the text of a package leads out of it, of
// which rule path-escape speaks.
func leavesPackage(p *lint.Pass, f *skill.File, target string) bool {
	pkg := packageAt(p, f.Path)
	return pkg != nil && !paths.Inside(pkg.Dir, path.Join(path.Dir(f.Path), target))
}
