package loading

import (
	"path"
	"slices"

	"github.com/skilllint/skilllint/internal/standing"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/rules/internal/skilltext"
	"github.com/skilllint/skilllint/skill"
)

// Misnamed reports whether hosts do not find a skill, as its file is not named exactly SKILL.md. One without a name, in no folder
// of skills, is a page. Where it lies below another skill, JSON beside it names the file, or a program of the repository does, no
// host is to find it.
func Misnamed(p *lint.Pass, s *skill.Skill) bool {
	m := s.Manifest()
	base := path.Base(m.Path)
	return (m.Dialect == skill.Standard || m.Dialect == skill.Contract) && base != "SKILL.md" && m.HasFrontmatter && (m.Root.Get("name") != nil || standing.IsCollection(path.Dir(s.Dir))) &&
		!paths.BelowSkill(p, s) && !namedBeside(p, s.Dir, base) && OwnReader(p, m.Path).Path == ""
}

// namedBeside reports whether JSON in the folder of a skill names its file: the manifest of a program that
// reads it by that name.
func namedBeside(p *lint.Pass, dir, base string) bool {
	words := []string{base}
	return slices.ContainsFunc(p.Tree.Below(dir), func(e skill.Entry) bool {
		if path.Dir(e.Path) != dir || path.Ext(e.Path) != ".json" {
			return false
		}
		f := p.File(e.Path)
		return f != nil && f.Known() && len(*skilltext.WordsHeld.Of(f, &words)) > 0
	})
}
