package standing

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/internal/tree"
)

// isVendored reports whether a folder is called as those are that hold what others made, as it came, and is no skill or
// plugin itself. In a folder of skills the name is that of a kind of them.
func isVendored(t *tree.Tree, dir string) bool {
	switch strings.ToLower(path.Base(dir)) {
	case "third_party", "third-party", "thirdparty", "vendor", "vendored":
	default:
		return false
	}
	for at := path.Dir(dir); at != "." && at != "/"; at = path.Dir(at) {
		if IsCollection(at) {
			return false
		}
	}
	return !holdsManifest(t, dir)
}
