package plugins

import (
	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// RegistryLeak reports public registries that list skills of private ones.
var RegistryLeak = &lint.Rule{
	Name: "registry-leak", Group: "E", Severity: lint.Error,
	Doc: `A public registry lists a skill of a private registry.

Its name, its description and the tools that it needs are public then. Which registry is private the configuration says
(` + "`registries: [{path, visibility}]`" + `). A skill that is public on purpose is removed from the private registry, since the first
registry that lists a name wins.`,
	Sources: []lint.Source{sources.DialectsPage},
	Run: func(p *lint.Pass) {
		type secret struct {
			skill.RegistryEntry
			registry string
		}
		private := map[string]secret{} // by name, and by source
		for _, r := range p.Config.Registries {
			for _, e := range registryAt(p, r.Path).RegistryEntries() {
				for _, key := range entryKeys(e) {
					if _, known := private[key]; r.Private && !known {
						private[key] = secret{e, r.Path}
					}
				}
			}
		}
		for _, r := range p.Config.Registries {
			if r.Private {
				continue
			}
			for _, e := range registryAt(p, r.Path).RegistryEntries() {
				for _, key := range entryKeys(e) {
					if of, leaks := private[key]; leaks {
						d := lint.At(e.Name, "the public registry lists %q, a skill of the private registry %s: remove the entry", e.Name.Text, of.registry)
						d.Related = []analysis.RelatedInformation{lint.Related(of.Name, "its private entry")}
						p.Report(d)
						break
					}
				}
			}
		}
	},
}

// entryKeys are what tells an entry's skill from others: its name, and where
// it comes from, whatever it is called there.
func entryKeys(e skill.RegistryEntry) []string {
	keys := []string{"name " + e.Name.Text}
	if source := e.Get("source_url").Str(); source != "" {
		keys = append(keys, "source "+source+" "+e.Get("skill_yaml_path").Str())
	}
	return keys
}
