package rules

import (
	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// RegistryLeak is E6 and acceptance M5 of S2.
var RegistryLeak = &lint.Rule{
	Name: "registry-leak", Group: "E", Severity: lint.Error,
	Doc: `A public registry lists a skill of a private one.

Its name, its description and the tools that it needs are public then. Which registry is private the configuration says
(` + "`registries: [{path, visibility}]`" + `). A skill that is public on purpose is removed from the private registry, since the first
registry that lists a name wins.`,
	Run: func(p *lint.Pass) {
		private := map[string]skill.RegistryEntry{}
		owner := map[string]string{}
		for _, r := range p.Config.Registries {
			for _, e := range registryAt(p, r.Path).RegistryEntries() {
				if name := e.Name.Text; r.Private && name != "" && owner[name] == "" {
					private[name], owner[name] = e, r.Path
				}
			}
		}
		for _, r := range p.Config.Registries {
			if r.Private {
				continue
			}
			for _, e := range registryAt(p, r.Path).RegistryEntries() {
				secret, leaks := private[e.Name.Text]
				if !leaks {
					continue
				}
				d := lint.At(e.Name, "the public registry lists %q, which belongs to the private registry %s", e.Name.Text, owner[e.Name.Text])
				d.Related = []analysis.RelatedInformation{lint.Related(secret.Name, "its private entry")}
				p.Report(d)
			}
		}
	},
}
