package skill

import (
	_ "embed"
	"path"
	"slices"
)

// SkillsLock is skills-lock.json, which npm's `skills` writes when it installs
// skills of other repositories.
var SkillsLock = &Dialect{
	Name:   "skills-lock",
	Doc:    "`skills-lock.json`: which skills were installed from where, with the hash of their folders",
	Schema: skillsLockSchema,
	Files:  func(p string) bool { return path.Base(p) == "skills-lock.json" },
	Match:  isSkillsLock,
}

// isSkillsLock tells the lock from another list of skills by that name: one of its
// entries says where the skill is from, or what it held.
func isSkillsLock(m *Manifest) bool {
	entries := m.Root.Get("skills").Entries()
	return len(entries) == 0 || slices.ContainsFunc(entries, func(e Member) bool {
		return e.Value.Get("source") != nil || e.Value.Get("sourceType") != nil || e.Value.Get("computedHash") != nil
	})
}

//go:embed schema/skills-lock.schema.json
var skillsLockSchema []byte

// A LockedSkill is an entry of a skills-lock.json whose folder is there.
type LockedSkill struct {
	Manifest *Manifest
	Name     string
	Recorded *Node  // the computedHash of the entry
	Dir      string // the folder, links followed
	Hash     string // of the folder as it is, see InstallHash
	Err      error  // why there is none
}
