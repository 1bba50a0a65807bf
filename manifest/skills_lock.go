package manifest

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/tree"
)

// SkillsLock is skills-lock.json, which npm's `skills` writes when it installs
// skills of other repositories, and .skill-lock.json in the folder around what it
// installs for all projects of a user (read on 2026-11-28), with the hashes of git.
var SkillsLock = &Dialect{
	Name:   "skills-lock",
	Doc:    "`skills-lock.json`, `.skill-lock.json`: which skills were installed from where, with the hash of their folders",
	Schema: skillsLockSchema,
	Files:  func(p string) bool { return path.Base(p) == "skills-lock.json" || path.Base(p) == ".skill-lock.json" },
	Match:  isSkillsLock,
}

// isSkillsLock tells the lock from another list of skills by that name: it has them by their names, and one of its
// entries says where the skill is from, or what it held.
func isSkillsLock(m *Manifest) bool {
	skills := m.Root.Get("skills")
	entries := skills.Entries()
	return len(entries) == 0 && !skills.Is(document.List) || slices.ContainsFunc(entries, func(e document.Member) bool {
		return e.Value.Get("source") != nil || e.Value.Get("sourceType") != nil || e.Value.Get("computedHash") != nil
	})
}

//go:embed schema/skills-lock.schema.json
var skillsLockSchema []byte

// A LockedSkill is an entry of a skills-lock.json whose folder is there.
type LockedSkill struct {
	Manifest *Manifest
	Name     string
	Recorded *document.Node // the computedHash of the entry
	Places   []string       // the folders that may be what was installed, links followed
	Dir      string         // the one that is: it has the hash; else the first
	Hash     string         // of that folder, see skill.InstallHash; the recorded one where it had that on Windows
	Err      error          // why there is none
}

// LockedSkills returns the entries of a skills-lock.json that record a hash and
// whose folder is there: in .agents/skills, .claude/skills or skills beside the
// lock. Which of several was installed, its hash tells.
func LockedSkills(m *Manifest, t *tree.Tree) []LockedSkill {
	var found []LockedSkill
	for _, e := range m.Root.Get("skills").Entries() {
		recorded := e.Value.Get("computedHash")
		if !recorded.Is(document.String) || !isSHA256(recorded.Text) || strings.ContainsAny(e.Key.Text, `/\`) || e.Key.Text == ".." || e.Key.Text == "." || e.Key.Text == "" {
			continue
		}
		l := LockedSkill{Manifest: m, Name: e.Key.Text, Recorded: recorded}
		for _, base := range []string{".agents/skills", ".claude/skills", "skills"} {
			if dir, kind := t.Resolve(path.Join(path.Dir(m.Path), base, e.Key.Text)); kind == tree.Dir && !slices.Contains(l.Places, dir) {
				l.Places = append(l.Places, dir)
			}
		}
		if len(l.Places) > 0 {
			found = append(found, l)
		}
	}
	return found
}

func isSHA256(text string) bool {
	raw, err := hex.DecodeString(text)
	return err == nil && len(raw) == sha256.Size
}
