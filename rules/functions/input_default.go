package functions

import (
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/prompts"
	"github.com/skilllint/skilllint/rules/internal/schemas"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// InputDefault reports defaults and examples that are not what they are of.
var InputDefault = &lint.Rule{
	Name: "input-default", Group: "E", Severity: lint.Error, Local: true,
	Doc: `A default does not fit what it is a default of.

In a skill.yaml the default is what an installation fills in when nobody gives a value: it has to be of the declared type, and
one of the values of an enum. In the schemas of a skill's tools a ` + "`default`" + `, or one of the ` + "`examples`" + `, has to be valid for its
own schema: the gateway fills a function's defaults in before it validates the arguments, so that each call that leaves the input out is refused.`,
	Sources: []lint.Source{sources.DialectsPage},
	Run: func(p *lint.Pass) {
		schemas.Defaults(p)
		for _, m := range p.Manifests {
			if m.Dialect != skill.CLI {
				continue
			}
			for _, item := range m.Root.Get("inputs").Items() {
				value := item.Value.Get("default")
				if value == nil || value.Is(skill.Null) {
					continue
				}
				if expected := prompts.InputFault(item.Value, value); expected != "" {
					p.Report(lint.Span(value.Pos, value.End, "the default of input %q is %s, expected %s", item.Value.Get("name").Str(), messages.Quoted(value), expected))
				}
			}
		}
	},
}
