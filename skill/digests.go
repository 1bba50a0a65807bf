package skill

import (
	"io/fs"
	"path"

	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/internal/tree"
	"github.com/skilllint/skilllint/manifest"
)

// digestPackages computes the digest of every package that has a manifest.
func (ws *Workspace) digestPackages(fsys fs.FS) {
	var list []*Package
	for _, p := range ws.packages {
		if p.Manifest != nil {
			list = append(list, p)
		}
	}
	Parallel(len(list), func(i int) { list[i].Digest, list[i].Size, list[i].DigestErr = Digest(fsys, list[i].Dir) })
}

// LockedSkills returns the entries of all skills-lock.json that record a hash
// and whose folder is in the workspace.
func (ws *Workspace) LockedSkills() []LockedSkill { return ws.locked }

var fetchedSkills Memo[map[string]bool]

// IsFetched reports whether the skill in a folder, or the one around it, was fetched from elsewhere, by
// skills-lock.json, by the mark of the installer, or by its own word (metadata.generatedBy): what it lacks is its authors' to mend. None is where all
// is to be judged.
func (ws *Workspace) IsFetched(dir string) bool {
	whole := ws.Whole()
	locked := fetchedSkills.Of(whole, func() map[string]bool {
		dirs := map[string]bool{}
		for _, l := range whole.LockedSkills() {
			dirs[l.Dir] = true
		}
		return dirs
	})
	for at := dir; ; at = tree.Parent(at) {
		if locked[at] || hosts.IsFetched(at, whole.isThere) || generated(whole.ManifestAt(path.Join(at, "SKILL.md"))) {
			return !ws.standing.Judged(at, dir)
		}
		if at == "." || at == "/" {
			return false
		}
	}
}

// generated reports whether a program that a project uses has written a skill, as it says itself.
func generated(m *Manifest) bool {
	return m != nil && m.Root.Get("metadata").Get("generatedBy").Str() != ""
}

// hashLockedSkills finds them, and hashes their folders.
func (ws *Workspace) hashLockedSkills(fsys fs.FS) {
	for _, m := range ws.Manifests {
		if m.Dialect == SkillsLock {
			ws.locked = append(ws.locked, manifest.LockedSkills(m, ws.Tree)...)
		}
	}
	Parallel(len(ws.locked), func(i int) {
		ws.locked[i].Hash, ws.locked[i].Err = InstallHash(fsys, ws.locked[i].Dir)
	})
}
