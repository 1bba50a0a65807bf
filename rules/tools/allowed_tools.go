package tools

import (
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// AllowedTools reports an allowed-tools that is neither text nor a list of texts.
var AllowedTools = &lint.Rule{
	Name: "allowed-tools", Group: "A", Severity: lint.Warning, Local: true,
	Doc: `A list of tools is not what hosts read, or names a tool that does not exist.

Hosts read tools from a text (separated by blanks or commas) or a list; anything else allows nothing. A rule such as
` + "`Bash(git *`" + ` that does not end in its parenthesis is skipped, and one with a blank before it (` + "`Bash (git *)`" + `) allows all of the tool. A list in quotes (` + "`'[\"Read\"]'`" + `) is one text. A name that is nearly that of a tool (` + "`Grpe`" + `) is found in skills, agents, commands and
permissions; other names that no host knows are not judged, but for agents of a host that does not load one for such a name: Gemini CLI (an error).`,
	Sources: []lint.Source{sources.Specification, sources.HostsModel},
	Run: func(p *lint.Pass) {
		toolRules(p)
		for _, m := range p.Manifests {
			if m.Dialect != skill.Standard && m.Dialect != skill.Contract {
				continue
			}
			tools := m.Root.Get("allowed-tools")
			if tools == nil || tools.Kind == skill.String || tools.Kind == skill.Null {
				continue
			}
			if tools.Kind != skill.List {
				p.Report(lint.Span(tools.Pos, tools.End, "allowed-tools is %s, expected text or a list of texts", messages.Article(tools.Kind)))
				continue
			}
			for _, item := range tools.Members {
				if item.Value.Kind != skill.String {
					p.Report(lint.Span(item.Value.Pos, item.Value.End, "allowed-tools contains %s, expected text", messages.Article(item.Value.Kind)))
				}
			}
		}
	},
}
