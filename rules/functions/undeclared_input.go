package functions

import (
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/prompts"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/rules/internal/spelling"
	"github.com/skilllint/skilllint/skill"
)

// UndeclaredInput reports inputs in a prompt or in code that the skill does not declare.
var UndeclaredInput = &lint.Rule{
	Name: "undeclared-input", Group: "E", Severity: lint.Error,
	Doc: `A prompt or a function uses an input that the skill does not declare.

` + "`{{inputs.x}}`" + ` in ` + "`system_prompt`" + ` is replaced when the skill is installed: an input that is not declared has no
value then. Templates that do not begin with inputs are the author's own text, but for a declared input in another form:
` + "`{{x}}`, `{{input.x}}`, `${inputs.x}`" + ` is a warning.

So is a member that the ` + "`execute`" + ` of a function skill reads of its input and skill.json does not declare: ` + "`input.x`, `const {x} = input`, `input.get(\"x\")`" + `. An
input schema that declares properties and is silent about further ones is read as declared.`,
	Sources: []lint.Source{sources.DialectsPage},
	Run: func(p *lint.Pass) {
		undeclaredReads(p)
		for _, m := range p.Manifests {
			if m.Dialect != skill.CLI {
				continue
			}
			declared := prompts.DeclaredInputs(m)
			var names []string
			for _, n := range declared {
				names = append(names, n.Text)
			}
			spell := lint.NewSpeller(names)
			known := map[string]bool{}
			for _, n := range names {
				known[n] = true
			}
			for _, use := range prompts.MisreadInputs(m, known) {
				at := use.Place(m)
				d := lint.At(at, "%s is not replaced when the skill is installed: write {{inputs.%s}}", use.Written, use.Name)
				d.SuggestedFixes = spelling.Rewrite(p, at, use.Meant)
				p.ReportAs(lint.Warning, d)
			}
			for _, use := range prompts.UsedInputs(m) {
				if known[use.Name] {
					continue
				}
				known[use.Name] = true // one finding for each name, at its first use
				at := use.Place(m)
				d := lint.At(at, "the prompt uses input %q, which is not declared%s", use.Name, spell.DidYouMean(use.Name))
				d.SuggestedFixes = spelling.Respell(p, spell, at)
				p.Report(d)
			}
		}
	},
}
