package tools

import (
	"strings"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/dialects"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/rules/internal/spelling"
	"github.com/skilllint/skilllint/skill"
)

// UnknownTool reports procedures that list tools that are not registered.
var UnknownTool = &lint.Rule{
	Name: "unknown-tool", Group: "F", Severity: lint.Error,
	Doc: `A tool is listed, called or told of that nobody has.

Of a procedure: the loader finds no function for what ` + "`tools`" + ` lists, and the agent is told of a tool that it does not have; a misspelt name in its text is a warning. Of code: a call
by a literal name that nobody exports is refused; it is told when a tool that the skill imports, exports or has of ` + "`core`" + ` has nearly that name.

For procedures the rule reads ` + "`TOOL_REGISTRY`" + ` in
the workspace's Python modules without running them, over dict displays, ` + "`**`, `.update`" + ` and item assignments; it is silent
where a module does something to the registry that cannot be told from its source.`,
	Sources: []lint.Source{sources.DialectsPage},
	Run: func(p *lint.Pass) {
		eachUnknownCall(p, func(src *skill.Source, r *skill.CallRef, spell *lint.Speller) {
			d := lint.At(r.Name, "%s calls %q, which no skill exports%s", src.Skill.ID.Text, r.Text, spell.DidYouMean(r.Text))
			if strings.Trim(src.Written(r.Pos, r.End), "\"'`") == r.Text { // and no constant
				d.SuggestedFixes = spelling.Respell(p, spell, r.Name)
			}
			p.Report(d)
		})
		spell := listableSpeller(p)
		dialects.EachSOP(p, func(s *skill.Skill, m *skill.Manifest) {
			for _, tool := range skill.NamesOf(m.Root.Get("tools")) {
				if isUnknownTool(p, tool.Text) {
					d := lint.At(tool, "tool %q is not in TOOL_REGISTRY%s", tool.Text, spell.DidYouMean(tool.Text))
					d.SuggestedFixes = spelling.Respell(p, spell, tool)
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
		d.SuggestedFixes = spelling.Respell(p, spell, word.Name)
		p.ReportAs(lint.Warning, d)
	}
}
