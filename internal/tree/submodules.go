package tree

import (
	"io/fs"
	"path"
	"strings"
)

// submodules returns the folders in which git checks other repositories out, as .gitmodules
// says.
func submodules(fsys fs.FS) []string {
	src, err := ReadFile(fsys, ".gitmodules", maxIgnoreFile)
	if err != nil {
		return nil
	}
	var folders []string
	for line := range strings.Lines(string(src)) {
		key, value, _ := strings.Cut(line, "=")
		p := path.Clean(strings.Trim(strings.TrimSpace(value), `"`))
		if strings.TrimSpace(key) == "path" && fs.ValidPath(p) && p != "." {
			folders = append(folders, p)
		}
	}
	return folders
}
