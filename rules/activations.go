package rules

import (
	"regexp"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// inText matches a call that activates a skill, in a text; group 1 is the skill.
var inText = regexp.MustCompile(`\b(?:activate_skill|load_skill|activateSkill|loadSkill)\(\s*["']([\w-]+)["']`)

// eachActivation visits the names of skills that code and procedures activate or
// load, in a workspace with procedures.
func eachActivation(p *lint.Pass, do func(at contract.Name)) {
	procedures := false
	eachSOP(p, func(_ *skill.Skill, m *skill.Manifest) {
		procedures = true
		src := m.Source()
		for _, at := range inText.FindAllSubmatchIndex(src, -1) {
			if at[2] >= m.Body {
				do(contract.Name{Text: string(src[at[2]:at[3]]), Pos: m.Pos(at[2]), End: m.Pos(at[3])})
			}
		}
	})
	if !procedures {
		return
	}
	for _, list := range [][]*skill.Source{p.Sources(), p.Platform()} {
		for _, src := range list {
			for _, name := range src.Activated {
				if !isTest(src.Path) {
					do(name)
				}
			}
		}
	}
}
