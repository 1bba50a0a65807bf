package contracts

import (
	"regexp"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/dialects"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/rules/internal/refs"
	"github.com/skilllint/skilllint/skill"
)

// inText matches a call that activates a skill, in a text; group 1 is the skill.
var inText = regexp.MustCompile(`\b(?:activate_skill|load_skill|activateSkill|loadSkill)\(\s*["']([\w-]+)["']`)

// eachActivation visits the names of skills that code and procedures activate or
// load, in a workspace with procedures.
func eachActivation(p *lint.Pass, do func(at contract.Name)) {
	procedures := false
	dialects.EachSOP(p, func(_ *skill.Skill, m *skill.Manifest) {
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
				if !paths.IsTest(src.Path) {
					do(name)
				}
			}
		}
	}
}

// eachCard visits the skills that code's cards offer a subscription to: what a
// core tool is called with, {"card_type": "subscribe", "data": {"skill_id": "x"}}.
func eachCard(p *lint.Pass, do func(at contract.Name)) {
	refs.Each(p, refs.Calls, func(_ *skill.Source, r *skill.CallRef) {
		if p.Config.CoreTool(r.Text) && r.Args.Get("card_type").Str() == "subscribe" {
			if id := r.Args.Get("data").Get("skill_id"); id.Is(skill.String) {
				do(skill.NameOf(id))
			}
		}
	})
}
