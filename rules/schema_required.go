package rules

import (
	"slices"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// requiredProperties reports the required names that no property has, at any
// depth of properties and items.
func requiredProperties(p *lint.Pass, tool string, s *skill.Node) {
	properties := s.Get("properties")
	if properties.Is(skill.Map) {
		requires(p, tool, s, properties)
	}
	for _, m := range properties.Entries() {
		requiredProperties(p, tool, m.Value)
	}
	if items := s.Get("items"); items.Is(skill.Map) {
		requiredProperties(p, tool, items)
	}
}

// declaring are the keywords by which a schema may speak of further members.
var declaring = []string{"patternProperties", "allOf", "anyOf", "oneOf", "if", "then", "else", "dependentSchemas", "dependencies", "$ref", "$dynamicRef", "$recursiveRef"}

// requires reports the required names of a schema that are none of its properties, unless it says
// that there are others.
func requires(p *lint.Pass, tool string, s, properties *skill.Node) {
	more := s.Get("additionalProperties")
	if more != nil && (!more.Is(skill.Bool) || more.True()) || slices.ContainsFunc(declaring, func(key string) bool { return s.Get(key) != nil }) {
		return
	}
	spell := lint.NewSpeller(keysOf(properties))
	for _, r := range s.Get("required").Items() {
		if name := skill.NameOf(r.Value); r.Value.Is(skill.String) && properties.Get(name.Text) == nil {
			d := lint.At(name, "tool %q requires %q, which is none of its properties%s", tool, name.Text, spell.DidYouMean(name.Text))
			d.SuggestedFixes = respell(p, spell, name)
			p.Report(d)
		}
	}
}
