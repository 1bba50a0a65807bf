package rules

import (
	"slices"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// InputDefault reports defaults of inputs that are not of the input's type.
var InputDefault = &lint.Rule{
	Name: "input-default", Group: "E", Severity: lint.Error,
	Doc: `An input's default does not have the input's type.

The default is what an installation fills in when nobody gives a value: it has to be of the declared type, and
one of the values of an enum.`,
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

// inputFault says what a value of a declared input should have
// been; it is empty when the value is of the input's type.
func inputFault(input, value *skill.Node) string {
	switch input.Get("type").Str() {
	case "string":
		if !value.Is(skill.String) {
			return "a string"
		}
	case "number":
		if !value.Is(skill.Number) {
			return "a number"
		}
	case "boolean":
		if !value.Is(skill.Bool) {
			return "true or false"
		}
	case "enum":
		var allowed []string
		for _, v := range input.Get("enum").Items() {
			allowed = append(allowed, v.Value.Text)
			if v.Value.Kind == value.Kind && v.Value.Text == value.Text {
				return ""
			}
		}
		if len(allowed) > 0 {
			return "one of " + list(slices.Compact(allowed)) + lint.NewSpeller(allowed).DidYouMean(value.Text)
		}
	}
	return ""
}
