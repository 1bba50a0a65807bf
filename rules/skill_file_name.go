package rules

import (
	"path"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// SkillFileName reports skill files that are not named SKILL.md exactly.
var SkillFileName = &lint.Rule{
	Name: "skill-file-name", Group: "A", Severity: lint.Warning, Local: true,
	Doc: `A skill's file is not named exactly SKILL.md.

On file systems that tell cases apart, hosts do not find it. Rename it to ` + "`SKILL.md`" + `. What many skills of a repository have is one finding.`,
	Sources: []lint.Source{specification},
	Run: func(p *lint.Pass) {
		var named batches[string] // by the collection
		for _, s := range p.Skills {
			m := s.Manifest()
			base := path.Base(m.Path)
			if (m.Dialect == skill.Standard || m.Dialect == skill.Contract) && base != "SKILL.md" && m.HasFrontmatter {
				named.add(p.Collection(s.Dir), lint.Span(m.Pos(0), m.Pos(0), "the file is named %q, expected \"SKILL.md\"", base))
			}
		}
		for _, collection := range named.causes {
			p.Folding(folded("skill files have another name")).Report(named.of[collection]...)
		}
	},
}
