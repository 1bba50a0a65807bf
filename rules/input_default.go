package rules

import (
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// InputDefault reports defaults of inputs that are not of the input's type.
var InputDefault = &lint.Rule{
	Name: "input-default", Group: "E", Severity: lint.Error,
	Doc: `An input's default does not have the input's type.

The default is what an installation fills in when nobody gives a value: it has to be of the declared type, and
one of the values of an enum.`,
	Sources: []lint.Source{dialectsPage},
	Run: func(p *lint.Pass) {
		for _, m := range p.Manifests {
			if m.Dialect != skill.CLI {
				continue
			}
			for _, item := range m.Root.Get("inputs").Items() {
				value := item.Value.Get("default")
				if value == nil || value.Is(skill.Null) {
					continue
				}
				if expected := inputFault(item.Value, value); expected != "" {
					p.Report(lint.Span(value.Pos, value.End, "the default of input %q is %s, expected %s", item.Value.Get("name").Str(), quoted(value), expected))
				}
			}
		}
	},
}
