package rules

import (
	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
	"github.com/skilllint/skilllint/template"
)

// UndeclaredInput reports inputs in a prompt that the skill does not declare.
var UndeclaredInput = &lint.Rule{
	Name: "undeclared-input", Group: "E", Severity: lint.Error,
	Doc: `A prompt uses an input that the skill does not declare.

` + "`{{inputs.x}}`" + ` in ` + "`system_prompt`" + ` is replaced when the skill is installed: an input that is not declared has no
value then. Templates that do not begin with inputs are the author's own text.`,
	Run: func(p *lint.Pass) {
		for _, m := range p.Manifests {
			if m.Dialect != skill.CLI {
				continue
			}
			declared := declaredInputs(m)
			var names []string
			for _, n := range declared {
				names = append(names, n.Text)
			}
			spell := lint.NewSpeller(names)
			known := map[string]bool{}
			for _, n := range names {
				known[n] = true
			}
			for _, use := range promptInputs(m) {
				if known[use.name] {
					continue
				}
				known[use.name] = true // one finding for each name, at its first use
				at := use.place(m)
				d := lint.At(at, "the prompt uses input %q, which is not declared%s", use.name, spell.DidYouMean(use.name))
				d.SuggestedFixes = respell(p, spell, at)
				p.Report(d)
			}
		}
	},
}

// declaredInputs are the names of a cli skill's inputs.
func declaredInputs(m *skill.Manifest) []contract.Name {
	var names []contract.Name
	for _, n := range m.Root.All("inputs", "*", "name") {
		if n.Is(skill.String) {
			names = append(names, skill.NameOf(n))
		}
	}
	return names
}

// An inputUse is a place in a cli skill's prompt that names an input: bytes
// of the prompt's text.
type inputUse struct {
	name       string
	start, end int
}

func (u inputUse) place(m *skill.Manifest) contract.Name {
	pos, end := m.Span(m.Root.Get("system_prompt"), u.start, u.end)
	return contract.Name{Text: u.name, Pos: pos, End: end}
}

// promptInputs are the inputs that a cli skill's prompt uses, in the order of
// the text.
func promptInputs(m *skill.Manifest) []inputUse {
	var uses []inputUse
	for _, path := range template.Parse(m.Root.Get("system_prompt").Str()).Paths() {
		if len(path.Segments) < 2 || path.Segments[0].Name != "inputs" || path.Segments[1].IsIndex {
			continue
		}
		name := path.Segments[1]
		uses = append(uses, inputUse{name.Name, name.Start, name.End})
	}
	return uses
}
