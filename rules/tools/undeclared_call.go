package tools

import (
	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/manifest"
	"github.com/skilllint/skilllint/rules/internal/dialects"
	"github.com/skilllint/skilllint/rules/internal/prompts"
	"github.com/skilllint/skilllint/rules/internal/refs"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/rules/internal/spelling"
	"github.com/skilllint/skilllint/skill"
)

// UndeclaredCall reports calls of tools that a skill does not import, list or declare.
var UndeclaredCall = &lint.Rule{
	Name: "undeclared-call", Group: "C", Severity: lint.Error,
	Doc: `A skill calls a tool that it does not declare.

A skill may use what its manifest lists and nothing else: the gateway refuses the call. A pipeline's steps call what ` + "`calls`" + `
lists; a procedure speaks of tools that its ` + "`tools`" + ` list; code calls another skill's tools that ` + "`imports`" + ` lists, through
the registry or gateway (` + "`calls`" + ` in the configuration adds patterns of such calls). The fix declares the import.

A text that tells the model to call such a tool is a warning: the model is not given it. Read are code spans (` + "`a_tool`, `provider.tool`" + `) and
calls (` + "`tool(…)`" + `), not bare words and no blocks of code; in a prompt with ` + "`mcp_deps`, `server.tool`" + ` of their servers.`,
	Sources: []lint.Source{sources.DialectsPage},
	Run: func(p *lint.Pass) {
		undeclaredText(p, undeclaredCode(p))
		for _, s := range p.Skills {
			if m := dialects.ManifestOf(s, skill.Function); m != nil {
				undeclaredSteps(p, s, m)
			}
		}
		dialects.EachSOP(p, func(s *skill.Skill, m *skill.Manifest) { undeclaredMentions(p, m) })
		for _, m := range p.Manifests {
			if tools := prompts.ToolsOf(m); tools != nil {
				for _, other := range tools.Others {
					d := lint.At(other, "the prompt uses tool %q, which mcp_deps does not list%s", other.Text, tools.Spell.DidYouMean(other.Text))
					d.SuggestedFixes = spelling.Respell(p, tools.Spell, other)
					p.ReportAs(lint.Warning, d)
				}
			}
		}
	},
}

// undeclaredMentions reports the registered tools that an SOP's text names
// and its tools do not list.
func undeclaredMentions(p *lint.Pass, m *skill.Manifest) {
	key, tools := m.Root.Entry("tools")
	if p.ToolRegistry == nil || !tools.Is(skill.List) {
		return
	}
	declared := map[string]bool{}
	for _, tool := range skill.NamesOf(tools) {
		declared[tool.Text] = true
	}
	for _, word := range mentions(p, m) {
		tool := p.ToolRegistry.Tool(word.Text)
		if tool == nil || declared[word.Text] || p.Config.CoreTool(word.Text) || plainWord(word.Text) && !word.code {
			continue
		}
		d := lint.At(word.Name, "the text uses tool %q, which is not listed in tools", word.Text)
		d.Related = []analysis.RelatedInformation{lint.Related(skill.NameOf(key), "the tools of the skill"), lint.Related(tool.Name, "registered here")}
		p.Report(d)
	}
}

// undeclaredSteps reports the steps of a pipeline that call what calls does
// not list. What does not exist is unknown-provider's.
func undeclaredSteps(p *lint.Pass, s *skill.Skill, m *skill.Manifest) {
	key, calls := m.Root.Entry("calls")
	if calls != nil && !calls.Is(skill.List) {
		return
	}
	declared := map[string]bool{}
	for _, c := range skill.NamesOf(calls) {
		declared[c.Text] = true
	}
	if !manifest.RunsPipeline(m) {
		return // rule missing-body speaks of a pipeline that does not run
	}
	for _, step := range m.Root.Get("pipeline").Items() {
		call := skill.NameOf(step.Value.Get("skill"))
		if call.Text == "" || declared[call.Text] || !refs.Callable(p, call.Text) {
			continue
		}
		d := lint.At(call, "the pipeline calls %q, which is not listed in calls", call.Text)
		if key != nil {
			d.Related = []analysis.RelatedInformation{lint.Related(skill.NameOf(key), "the calls of %s", s.ID.Text)}
		}
		p.Report(d)
	}
}
