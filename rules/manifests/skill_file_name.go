package manifests

import (
	"path"
	"slices"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/loading"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/rules/internal/skilltext"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// SkillFileName reports skill files that are not named SKILL.md exactly.
var SkillFileName = &lint.Rule{
	Name: "skill-file-name", Group: "A", Severity: lint.Warning, Local: true, Authors: true,
	Doc: `A skill's file is not named exactly SKILL.md.

On file systems that tell cases apart, hosts do not find it. Rename it to ` + "`SKILL.md`" + `. What many skills of a repository have is one finding. Where it lies below another skill, JSON beside it names the file, or a program of the repository does, no host is to find it.`,
	Sources: []lint.Source{sources.Specification},
	Run: func(p *lint.Pass) {
		var named folding.Batches[string] // by the collection
		for _, s := range p.Skills {
			m := s.Manifest()
			base := path.Base(m.Path)
			if (m.Dialect == skill.Standard || m.Dialect == skill.Contract) && base != "SKILL.md" && m.HasFrontmatter && !paths.BelowSkill(p, s) && !namedBeside(p, s.Dir, base) && loading.OwnReader(p, m.Path).Path == "" {
				named.Add(p.Collection(s.Dir), lint.Span(m.Pos(0), m.Pos(0), "the file is named %q, expected \"SKILL.md\"", base))
			}
		}
		for _, collection := range named.Causes {
			p.Folding(folding.Folded("skill files have another name")).Report(named.Of[collection]...)
		}
	},
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
