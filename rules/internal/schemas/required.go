package schemas

import (
	"slices"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/fileform"
	"github.com/skilllint/skilllint/rules/internal/spelling"
	"github.com/skilllint/skilllint/skill"
)

// RequiredProperties reports the required names that no property has, at any
// depth of properties and items.
func RequiredProperties(p *lint.Pass, tool string, s *skill.Node) {
	properties := s.Get("properties")
	if properties.Is(skill.Map) {
		Requires(p, tool, s, properties)
	}
	for _, m := range properties.Entries() {
		RequiredProperties(p, tool, m.Value)
	}
	if items := s.Get("items"); items.Is(skill.Map) {
		RequiredProperties(p, tool, items)
	}
}

// declaring are the keywords by which a schema may speak of further members.
var declaring = []string{"patternProperties", "allOf", "anyOf", "oneOf", "if", "then", "else", "dependentSchemas", "dependencies", "$ref", "$dynamicRef", "$recursiveRef"}

// Requires reports the required names of a schema that are none of its properties, unless it says
// that there are others.
func Requires(p *lint.Pass, tool string, s, properties *skill.Node) {
	more := s.Get("additionalProperties")
	if more != nil && (!more.Is(skill.Bool) || more.True()) || slices.ContainsFunc(declaring, func(key string) bool { return s.Get(key) != nil }) {
		return
	}
	spell := lint.NewSpeller(fileform.KeysOf(properties))
	for _, r := range s.Get("required").Items() {
		if name := skill.NameOf(r.Value); r.Value.Is(skill.String) && properties.Get(name.Text) == nil {
			d := lint.At(name, "tool %q requires %q, which is none of its properties%s", tool, name.Text, spell.DidYouMean(name.Text))
			d.SuggestedFixes = spelling.Respell(p, spell, name)
			p.Report(d)
		}
	}
}
