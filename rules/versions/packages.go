package versions

import (
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// changedRelease reports whether a version that was released in the base has
// other files today.
func changedRelease(p *lint.Pass, pkg *skill.Package) bool {
	if p.Base == nil || pkg.Digest == "" {
		return false
	}
	for _, was := range p.Base.Versions(pkg.Root()) {
		if was.Dir == pkg.Dir && was.Digest != "" && (was.Status == "active" || was.Status == "deprecated") {
			return was.Digest != pkg.Digest
		}
	}
	return false
}
