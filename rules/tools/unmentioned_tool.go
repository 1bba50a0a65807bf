package tools

import (
	"strings"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/dialects"
	"github.com/skilllint/skilllint/rules/internal/prompts"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// UnmentionedTool reports tools that a procedure lists and its text never names.
var UnmentionedTool = &lint.Rule{
	Name: "unmentioned-tool", Group: "F", Severity: lint.Note,
	Doc: `A procedure or prompt declares a tool that its text never names.

The agent is given the tool without a word on when to use it. Name it in the step that needs it, or remove it from ` + "`tools` or `mcp_deps`" + `. A prompt that
names none of its tools is not judged.`,
	Sources: []lint.Source{sources.DialectsPage},
	Run: func(p *lint.Pass) {
		dialects.EachSOP(p, func(s *skill.Skill, m *skill.Manifest) {
			named := map[string]bool{}
			for _, word := range mentions(p, m) {
				named[word.Text] = true
				if near, ok := registrySpeller(p).Nearest(word.Text); ok && word.told {
					named[near] = true // rule unknown-tool speaks of it
				}
			}
			for _, tool := range skill.NamesOf(m.Root.Get("tools")) {
				if !named[tool.Text] && !isUnknownTool(p, tool.Text) {
					named[tool.Text] = true // listed twice, it is one tool
					p.Reportf(tool, "the text never names tool %q", tool.Text)
				}
			}
		})
		for _, m := range p.Manifests {
			if tools := prompts.ToolsOf(m); tools != nil {
				reportUnmentioned(p, m, tools)
			}
		}
	},
}

// reportUnmentioned reports the declared tools that a prompt names in no way,
// where it names others.
func reportUnmentioned(p *lint.Pass, m *skill.Manifest, t *prompts.Tools) {
	prompt := m.Root.Get("system_prompt").Text
	meant := map[string]bool{}
	for _, other := range t.Others {
		if near, ok := t.Spell.Nearest(other.Text); ok {
			meant[near] = true // rule undeclared-call speaks of it
		}
	}
	var unnamed []contract.Name
	for _, tool := range t.Declared {
		if _, name, _ := strings.Cut(tool.Text, "."); !meant[tool.Text] && !strings.Contains(prompt, name) {
			unnamed = append(unnamed, tool)
		}
	}
	if len(unnamed) == len(t.Declared) && len(t.Others) == 0 {
		return // it tells what to do, and not by which tools
	}
	for _, tool := range unnamed {
		p.Reportf(tool, "the prompt never names tool %q", tool.Text)
	}
}
