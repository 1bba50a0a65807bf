package rules

import (
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// SkillBody reports skills without instructions.
var SkillBody = &lint.Rule{
	Name: "skill-body", Group: "A", Severity: lint.Warning, Local: true,
	Doc: `A skill has no instructions.

Behind the frontmatter stands nothing: an agent that loads the skill learns nothing from it.`,
	Sources: []lint.Source{rated("convention", specification)},
	Run: func(p *lint.Pass) {
		for _, s := range p.Skills {
			m := s.Manifest()
			if (m.Dialect == skill.Standard || m.Dialect == skill.SOP) && m.Root != nil && m.Prose().Blank {
				end := m.Pos(m.Size)
				p.Report(lint.Span(end, end, "nothing follows the frontmatter: write the instructions of the skill below it"))
			}
		}
	},
}
