package rules

import (
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// UnknownTool reports procedures that list tools that are not registered.
var UnknownTool = &lint.Rule{
	Name: "unknown-tool", Group: "F", Severity: lint.Error,
	Doc: `A procedure lists a tool that is not registered.

The loader finds no function for it, and the agent is told of a tool that it does not have. The rule reads ` + "`TOOL_REGISTRY`" + ` in
the workspace's Python modules without running them, over dict displays, ` + "`**`, `.update`" + ` and item assignments; it is silent
where a module does something to the registry that cannot be told from its source.`,
	Sources: []lint.Source{dialectsPage},
	Run: func(p *lint.Pass) {
		spell := registrySpeller(p)
		eachSOP(p, func(s *skill.Skill, m *skill.Manifest) {
			for _, tool := range skill.NamesOf(m.Root.Get("tools")) {
				if isUnknownTool(p, tool.Text) {
					d := lint.At(tool, "tool %q is not in TOOL_REGISTRY%s", tool.Text, spell.DidYouMean(tool.Text))
					d.SuggestedFixes = respell(p, spell, tool)
					p.Report(d)
				}
			}
			unknownInText(p, m)
		})
	},
}

// unknownInText reports the tools that a procedure's text tells to call and
// that are not registered, where a registered one is near.
func unknownInText(p *lint.Pass, m *skill.Manifest) {
	listed := map[string]bool{} // a misspelt entry is reported there
	for _, tool := range skill.NamesOf(m.Root.Get("tools")) {
		listed[tool.Text] = true
	}
	spell := registrySpeller(p)
	for _, word := range mentions(p, m) {
		if !word.told || listed[word.Text] || !isNear(spell, word.Text) || !isUnknownTool(p, word.Text) {
			continue
		}
		near, _ := spell.Nearest(word.Text)
		d := lint.At(word.Name, "the text tells to call %q, which is not in TOOL_REGISTRY (did you mean %q?)", word.Text, near)
		d.SuggestedFixes = respell(p, spell, word.Name)
		p.ReportAs(lint.Warning, d)
	}
}
