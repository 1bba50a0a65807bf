package rules

import (
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// UnusedInput reports inputs that a skill's prompt does not use.
var UnusedInput = &lint.Rule{
	Name: "unused-input", Group: "E", Severity: lint.Warning,
	Doc: `A skill declares an input that its prompt does not use.

Whoever installs the skill is asked for a value that changes nothing. Use it in ` + "`system_prompt`" + ` as ` + "`{{inputs.x}}`" + `, or remove it.`,
	Sources: []lint.Source{dialectsPage},
	Run: func(p *lint.Pass) {
		for _, m := range p.Manifests {
			if m.Dialect != skill.CLI || !m.Root.Get("system_prompt").Is(skill.String) {
				continue
			}
			declared := declaredInputs(m)
			var names []string
			for _, n := range declared {
				names = append(names, n.Text)
			}
			spell := lint.NewSpeller(names)
			used := map[string]bool{}
			for _, use := range promptInputs(m) {
				if used[use.name] {
					continue
				}
				used[use.name] = true
				if near, ok := spell.Nearest(use.name); ok {
					used[near] = true // rule undeclared-input speaks of it
				}
			}
			for _, use := range misreadInputs(m, setOf(names)) {
				used[use.name] = true // rule undeclared-input speaks of it
			}
			for _, n := range declared {
				if !used[n.Text] {
					p.Reportf(n, "input %q is declared, but the prompt does not use it", n.Text)
				}
			}
		}
	},
}
