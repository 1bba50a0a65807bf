package skill

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"path"
	"slices"
)

// Fingerprint is a digest of all that the findings about code depend on,
// besides the code itself: the paths and bytes of every file that may be a
// manifest, of the configuration, and of what says where modules are.
func Fingerprint(fsys fs.FS, opts Options) [sha256.Size]byte {
	skip := func(p string, _ bool) bool { return opts.Ignore != nil && opts.Ignore(p) }
	h := sha256.New()
	for _, e := range readTree(fsys, skip).Entries() {
		if e.Kind == Symlink {
			fmt.Fprintf(h, "%q -> %q\n", e.Path, e.Target)
		}
		if e.Kind != Regular || !decides(e.Path) {
			continue
		}
		src, err := readCapped(fsys, e.Path, maxFile)
		fmt.Fprintf(h, "%q %d %v\n", e.Path, len(src), err)
		h.Write(src)
	}
	return [sha256.Size]byte(h.Sum(nil))
}

// decides reports whether findings depend on what a file says.
func decides(p string) bool {
	switch path.Base(p) {
	case configName, "go.mod", "package.json":
		return true
	}
	return MayBeManifest(p)
}

// MayBeManifest reports whether a file of that path may be a manifest.
func MayBeManifest(p string) bool {
	return slices.ContainsFunc(Dialects, func(d *Dialect) bool { return d.Files(p) })
}
