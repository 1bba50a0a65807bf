package rules

import (
	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
	"github.com/skilllint/skilllint/template"
)

// UndeclaredInput is E2.
var UndeclaredInput = &lint.Rule{
	Name: "undeclared-input", Group: "E", Severity: lint.Error,
	Doc: `A prompt uses an input that the skill does not declare.

` + "`{{inputs.x}}`" + ` in ` + "`system_prompt`" + ` is replaced when the skill is installed (S2 §3.4): an input that is not declared has no
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
			for _, use := range promptInputs(p, m) {
				if !known[use.Text] {
					d := lint.At(use, "the prompt uses input %q, which is not declared%s", use.Text, spell.DidYouMean(use.Text))
					d.SuggestedFixes = respell(p, spell, use)
					p.Report(d)
				}
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

// promptInputs are the inputs that a cli skill's prompt uses, each where it
// is named.
func promptInputs(p *lint.Pass, m *skill.Manifest) []contract.Name {
	prompt := m.Root.Get("system_prompt")
	var uses []contract.Name
	for _, path := range template.Parse(prompt.Str()).Paths() {
		if len(path.Segments) < 2 || path.Segments[0].Name != "inputs" || path.Segments[1].IsIndex {
			continue
		}
		name := path.Segments[1]
		pos, end := m.Span(prompt, name.Start, name.End)
		uses = append(uses, contract.Name{Text: name.Name, Pos: pos, End: end})
	}
	return uses
}
