package contracts

import (
	"path"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// UndeclaredSkill reports links and paths into skills that a skill does not declare.
var UndeclaredSkill = &lint.Rule{
	Name: "undeclared-skill", Group: "W", Severity: lint.Off,
	Doc: `A skill links to another skill's folder, or names a path in it, without declaring that it needs that skill.

Installed alone, it breaks: nobody knows that the other has to come along. Declare it, as ` + "`related_skills`" + ` or under
` + "`metadata.<vendor>.requires.skills`" + `. Off by default; ` + "`require_declared: true`" + ` in the configuration makes it a warning.`,
	Sources: []lint.Source{sources.RequiresRFC},
	Run: func(p *lint.Pass) {
		for _, s := range p.Skills {
			declared := map[string]bool{s.ID.Text: true}
			for i := range s.Imports {
				if s.Imports[i].Key != skill.LinkKey {
					declared[s.Imports[i].From.Text] = true
				}
			}
			reads := func(other contract.Name) {
				if !declared[other.Text] {
					declared[other.Text] = true // once is enough
					p.ReportAs(lint.Warning, lint.At(other, "%s uses files of skill %q without declaring it: installed alone, it breaks", s.ID.Text, other.Text))
				}
			}
			for i := range s.Imports {
				if imp := &s.Imports[i]; imp.Key == skill.LinkKey {
					reads(imp.From)
				}
			}
			if m := s.Manifest(); s.Plugin == nil && m.Root != nil && m.Body < m.Size {
				pathsOut(p, s, reads)
			}
		}
	},
}

// pathsOut gives the skills whose files the text of another names by a path:
// ../other/scripts/run.sh.
func pathsOut(p *lint.Pass, s *skill.Skill, reads func(contract.Name)) {
	m := s.Manifest()
	for _, up := range m.Prose().Ups {
		real, kind := p.Tree.Resolve(path.Join(s.Dir, up.Path))
		if kind != skill.Regular {
			continue
		}
		for _, other := range p.In(paths.SkillFolder(p, real)) {
			if other != s && other.ID.Text != "" {
				reads(contract.Name{Text: other.ID.Text, Pos: m.Pos(up.Start), End: m.Pos(up.End)})
				break
			}
		}
	}
}
