package functions

import (
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/prompts"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// UnusedInput reports inputs that a skill's prompt does not use.
var UnusedInput = &lint.Rule{
	Name: "unused-input", Group: "E", Severity: lint.Warning,
	Doc: `A skill declares an input that its prompt does not use.

Whoever installs the skill is asked for a value that changes nothing. Use it in ` + "`system_prompt`" + ` as ` + "`{{inputs.x}}`" + `, or remove it.`,
	Sources: []lint.Source{sources.DialectsPage},
	Run: func(p *lint.Pass) {
		for _, m := range p.Manifests {
			if m.Dialect != skill.CLI || !m.Root.Get("system_prompt").Is(skill.String) {
				continue
			}
			declared := prompts.DeclaredInputs(m)
			var names []string
			for _, n := range declared {
				names = append(names, n.Text)
			}
			spell := lint.NewSpeller(names)
			used := map[string]bool{}
			for _, use := range prompts.UsedInputs(m) {
				if used[use.Name] {
					continue
				}
				used[use.Name] = true
				if near, ok := spell.Nearest(use.Name); ok {
					used[near] = true // rule undeclared-input speaks of it
				}
			}
			for _, use := range prompts.MisreadInputs(m, prompts.SetOf(names)) {
				used[use.Name] = true // rule undeclared-input speaks of it
			}
			for _, n := range declared {
				if !used[n.Text] {
					p.Reportf(n, "input %q is declared, but the prompt does not use it", n.Text)
				}
			}
		}
	},
}
