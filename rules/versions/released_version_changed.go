package versions

import (
	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// ReleasedVersionChanged reports released versions of packages whose files changed since the base.
var ReleasedVersionChanged = &lint.Rule{
	Name: "released-version-changed", Group: "G", Severity: lint.Error,
	Doc: `Against the base, the files of a released package version changed.

Who locked that version gets another package under the same number, and a rollback does not lead back. Put the files back, and
release the change in a folder of a new version. The metadata in manifest.json (status, reasons) may change.`,
	Sources: []lint.Source{sources.PackagesPage},
	Run: func(p *lint.Pass) {
		for _, root := range p.PackageRoots("") {
			for _, pkg := range p.Versions(root) {
				if changedRelease(p, pkg) {
					at := releaseName(pkg)
					p.Report(lint.At(at, "the files of %s %s changed after its release: put them back, and release the change as a new version", pkg.ID, pkg.Version))
				}
			}
		}
	},
}

// releaseName is where a package says its version.
func releaseName(pkg *skill.Package) contract.Name {
	if name := skill.NameOf(pkg.Manifest.Root.Get("version")); name.Pos.IsValid() {
		return name
	}
	return contract.Name{Pos: pkg.Manifest.Pos(0), End: pkg.Manifest.Pos(0)}
}
