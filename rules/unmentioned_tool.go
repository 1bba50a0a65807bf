package rules

import (
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// UnmentionedTool reports tools that a procedure lists and its text never names.
var UnmentionedTool = &lint.Rule{
	Name: "unmentioned-tool", Group: "F", Severity: lint.Note,
	Doc: `A procedure lists a tool that its text never names.

The agent is given the tool without a word on when to use it. Name it in the step that needs it, or remove it from ` + "`tools`" + `.`,
	Sources: []lint.Source{dialectsPage},
	Run: func(p *lint.Pass) {
		eachSOP(p, func(s *skill.Skill, m *skill.Manifest) {
			named := map[string]bool{}
			for _, word := range mentions(p, m) {
				named[word.Text] = true
				if near, ok := registrySpeller(p).Nearest(word.Text); ok && word.told {
					named[near] = true // rule unknown-tool speaks of it
				}
			}
			for _, tool := range skill.NamesOf(m.Root.Get("tools")) {
				if !named[tool.Text] && !isUnknownTool(p, tool.Text) {
					p.Reportf(tool, "the text never names tool %q", tool.Text)
				}
			}
		})
	},
}
