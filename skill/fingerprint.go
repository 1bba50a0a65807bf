package skill

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/tree"
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
	return MayBeManifest(p)
}

// ownsFiles reports whether a file may be the manifest of the folder it is in:
// of other Markdown, each file is a procedure of its own.
func ownsFiles(p string) bool {
	return MayBeManifest(p) && (isSkillMD(p) || !document.IsMarkdown(p))
}

// MayBeManifest reports whether a file of that path may be a manifest.
func MayBeManifest(p string) bool {
	return slices.ContainsFunc(Dialects, func(d *Dialect) bool { return d.Files(p) })
}

// LockedSkills returns the entries of all skills-lock.json that record a hash
// and whose folder is in the workspace.
func (ws *Workspace) LockedSkills() []LockedSkill { return ws.locked }

// hashLockedSkills finds them: in .agents/skills, .claude/skills or skills
// beside the lock, whichever is there first.
func (ws *Workspace) hashLockedSkills(fsys fs.FS) {
	for _, m := range ws.Manifests {
		if m.Dialect != SkillsLock {
			continue
		}
		for _, e := range m.Root.Get("skills").Entries() {
			recorded := e.Value.Get("computedHash")
			if !recorded.Is(String) || !isSHA256(recorded.Text) || strings.ContainsAny(e.Key.Text, `/\`) || e.Key.Text == ".." || e.Key.Text == "." || e.Key.Text == "" {
				continue
			}
			for _, base := range []string{".agents/skills", ".claude/skills", "skills"} {
				if dir, kind := ws.Tree.Resolve(path.Join(path.Dir(m.Path), base, e.Key.Text)); kind == Dir {
					ws.locked = append(ws.locked, LockedSkill{Manifest: m, Name: e.Key.Text, Recorded: recorded, Dir: dir})
					break
				}
			}
		}
	}
	Parallel(len(ws.locked), func(i int) {
		ws.locked[i].Hash, ws.locked[i].Err = InstallHash(fsys, ws.locked[i].Dir)
	})
}

func isSHA256(text string) bool {
	raw, err := hex.DecodeString(text)
	return err == nil && len(raw) == sha256.Size
}
