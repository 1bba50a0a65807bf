package skill

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"path"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/tree"
	"github.com/skilllint/skilllint/manifest"
)

// Fingerprint is a digest of all that the findings about Go code depend on,
// besides the code itself: the paths and bytes of every file that may be a
// manifest, of the configuration, and of what says where modules are; and the
// paths of the other files beside a manifest, which code may lead to.
func Fingerprint(fsys fs.FS, opts Options) [sha256.Size]byte {
	skip := func(p string, _ bool) bool { return opts.Ignore != nil && opts.Ignore(p) }
	h := sha256.New()
	tree := tree.Read(fsys, skip)
	folders := folderSet{}
	for _, e := range tree.Entries() {
		if e.Kind == Regular && ownsFiles(e.Path) {
			folders[path.Dir(e.Path)] = true
		}
	}
	for _, e := range tree.Entries() {
		switch {
		case e.Kind == Symlink:
			fmt.Fprintf(h, "%q -> %q\n", e.Path, e.Target)
		case e.Kind == Regular && decides(e.Path):
			src, err := readCapped(fsys, e.Path, maxFile)
			fmt.Fprintf(h, "%q %d %v\n", e.Path, len(src), err)
			h.Write(src)
		case e.Kind == Regular && path.Ext(e.Path) != ".go" && folders.hold(e.Path):
			fmt.Fprintf(h, "%q\n", e.Path)
		}
	}
	return [sha256.Size]byte(h.Sum(nil))
}

// decides reports whether findings depend on what a file says.
func decides(p string) bool {
	switch path.Base(p) {
	case configName, "go.mod", "package.json":
		return true
	}
	return manifest.IsCandidate(p)
}

// ownsFiles reports whether a file may be the manifest of the folder it is in:
// of other Markdown, each file is a procedure of its own.
func ownsFiles(p string) bool {
	return manifest.IsCandidate(p) && (isSkillMD(p) || !document.IsMarkdown(p))
}
