package manifest

import (
	_ "embed"
	"path"
	"strings"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/standing"
)

// lowerStandard reads an open-standard SKILL.md: it is known by its name, by
// its folder where it gives none, and exports nothing.
func lowerStandard(m *Manifest, s *Skill) {
	s.ID = NameOf(m.Root.Get("name"))
	if s.ID.Text == "" {
		s.ID = contract.Name{Text: path.Base(s.Dir)}
	}
	lowerReferences(m.Root, s)
}

// references are the frontmatter keys under which real collections name other
// skills. A key of unsure meaning counts only where its other values are
// known skills.
var references = []struct {
	key          string
	soft, unsure bool
}{
	{"prerequisite-skills", false, false},
	{"related_skills", true, false},
	{"related-skills", true, false},
	{"next-skill", true, false},
	{"depends", false, true},
	{"depends_on", false, true},
	{"skills", true, true},
}

// AddMetadata adds the references of a metadata.json beside a SKILL.md, which
// some collections keep there.
func (s *Skill) AddMetadata(root *document.Node) {
	addReferences(s, "related_skills", root.Get("related_skills"), true, false)
	addReferences(s, "requires", root.Get("requires"), false, true)
}

// IsReference reports whether a key names skills alone, by words.
func IsReference(key string) bool {
	for _, ref := range references {
		if ref.key == key {
			return true
		}
	}
	return key == "requires" || strings.HasPrefix(key, "metadata.")
}

func lowerReferences(root *document.Node, s *Skill) {
	for _, ref := range references {
		addReferences(s, ref.key, root.Get(ref.key), ref.soft, ref.unsure)
	}
	for _, vendor := range root.Get("metadata").Entries() {
		if vendor.Key.Text == "skillet" {
			addReferences(s, "metadata.skillet.requires", vendor.Value.Get("requires"), false, false)
			continue
		}
		key := "metadata." + vendor.Key.Text
		addReferences(s, key+".requires.skills", vendor.Value.Get("requires").Get("skills"), false, false)
		addReferences(s, key+".related_skills", vendor.Value.Get("related_skills"), true, false)
	}
}

func addReferences(s *Skill, key string, n *document.Node, soft, unsure bool) {
	for _, id := range NamesOf(n) {
		s.Imports = append(s.Imports, contract.Import{From: id, Soft: soft, Unsure: unsure, Key: key, Pos: id.Pos, End: id.End})
	}
}

// Standard is the open standard's SKILL.md (agentskills.io).
var Standard = &Dialect{
	Name:   "standard",
	Doc:    "`SKILL.md` with `name` and `description` (agentskills.io)",
	Schema: standardSchema,
	Files:  standing.IsSkillMD,
	Match: func(m *Manifest) bool {
		// A page about skills may be called skill.md, too, or a command.
		return path.Base(m.Path) == "SKILL.md" || standing.IsSkillMD(m.Path) && m.HasFrontmatter &&
			(m.Root == nil || m.Root.Get("name") != nil || m.Root.Get("description") != nil && standing.IsCollection(path.Dir(path.Dir(m.Path))))
	},
	Lower: lowerStandard,
}

//go:embed schema/standard.schema.json
var standardSchema []byte
