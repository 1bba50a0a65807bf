package rules

import (
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// UndeclaredSkill is W10.
var UndeclaredSkill = &lint.Rule{
	Name: "undeclared-skill", Group: "W", Severity: lint.Off,
	Doc: `A skill leads into another skill's folder without declaring that it needs it.

Installed alone, it breaks: nobody knows that the other has to come along. Declare it, as ` + "`related_skills`" + ` or under
` + "`metadata.<vendor>.requires.skills`" + `. Off by default; ` + "`require_declared: true`" + ` in the configuration makes it a warning.`,
	Sources: []lint.Source{requiresRFC},
	Run: func(p *lint.Pass) {
		for _, s := range p.Skills {
			declared := map[string]bool{s.ID.Text: true}
			for i := range s.Imports {
				if s.Imports[i].Key != skill.LinkKey {
					declared[s.Imports[i].From.Text] = true
				}
			}
			for i := range s.Imports {
				if imp := &s.Imports[i]; imp.Key == skill.LinkKey && !declared[imp.From.Text] {
					declared[imp.From.Text] = true // once is enough
					p.ReportAs(lint.Warning, lint.At(imp.From, "%s reads files of %q without declaring that it needs it: installed alone, it breaks", s.ID.Text, imp.From.Text))
				}
			}
		}
	},
}
