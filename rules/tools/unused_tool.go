package tools

import (
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/dialects"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// UnusedTool reports registered tools that no procedure lists.
var UnusedTool = &lint.Rule{
	Name: "unused-tool", Group: "F", Severity: lint.Note,
	Doc: `A registered tool is used by no procedure.

No skill lists it in its ` + "`tools`" + ` or names it in its text, so that no agent is ever given it. Remove it from the registry, or
list it.`,
	Sources: []lint.Source{sources.DialectsPage},
	Run: func(p *lint.Pass) {
		used := map[string]bool{}
		skills := 0
		dialects.EachSOP(p, func(s *skill.Skill, m *skill.Manifest) {
			skills++
			for _, tool := range skill.NamesOf(m.Root.Get("tools")) {
				used[tool.Text] = true
				if near, ok := registrySpeller(p).Nearest(tool.Text); ok {
					used[near] = true // rule unknown-tool speaks of it
				}
			}
			for _, word := range mentions(p, m) {
				if word.code || !plainWord(word.Text) {
					used[word.Text] = true // rule undeclared-call speaks of it
				}
				if near, ok := registrySpeller(p).Nearest(word.Text); ok && word.told {
					used[near] = true // rule unknown-tool speaks of it
				}
			}
		})
		if skills == 0 || p.ToolRegistry == nil {
			return
		}
		for _, t := range p.ToolRegistry.Tools {
			if !used[t.Text] {
				used[t.Text] = true
				p.Reportf(t.Name, "no skill uses tool %q", t.Text)
			}
		}
	},
}
