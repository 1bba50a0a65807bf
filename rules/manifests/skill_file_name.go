package manifests

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/loading"
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
			if m := s.Manifest(); loading.Misnamed(p, s) && !isPassedOver(p, m.Path) {
				named.Add(p.Collection(s.Dir), lint.Span(m.Pos(0), m.Pos(0), "the file is named %q, expected \"SKILL.md\"", path.Base(m.Path)))
			}
		}
		for _, collection := range named.Causes {
			p.Folding(folding.Folded("skill files have another name")).Report(named.Of[collection]...)
		}
	},
}

// isPassedOver reports whether a text lies right in a folder of skills, of which component-not-loaded tells.
func isPassedOver(p *lint.Pass, file string) bool {
	_, is := slices.BinarySearchFunc(p.PassedOver(), file, func(c *skill.Component, file string) int { return strings.Compare(c.Path, file) })
	return is
}
