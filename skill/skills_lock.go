package skill

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"golang.org/x/text/collate"
	bcp47 "golang.org/x/text/language"

	"github.com/skilllint/skilllint/internal/tree"
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

// InstallHash returns the hash that npm's `skills` computes of a folder, in
// hexadecimal: SHA-256 over the relative path and the bytes of every regular
// file outside of .git and node_modules, in the order of JavaScript's
// localeCompare on the paths.
func InstallHash(fsys fs.FS, dir string) (string, error) {
	files, err := tree.FilesBelow(fsys, dir, ".git", "node_modules")
	if err != nil {
		return "", err
	}
	order, buffer := collate.New(bcp47.English), &collate.Buffer{}
	keys := make(map[string][]byte, len(files))
	for _, name := range files {
		keys[name] = bytes.Clone(order.KeyFromString(buffer, name))
		buffer.Reset()
	}
	slices.SortStableFunc(files, func(a, b string) int { return bytes.Compare(keys[a], keys[b]) })
	sum := sha256.New()
	for _, name := range files {
		io.WriteString(sum, name)
		if _, err := tree.CopyFile(sum, fsys, path.Join(dir, name)); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
