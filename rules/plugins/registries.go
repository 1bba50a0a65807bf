package plugins

import (
	"fmt"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

func entryName(e skill.RegistryEntry) string {
	if e.Name.Text == "" {
		return "an entry"
	}
	return fmt.Sprintf("entry %q", e.Name.Text)
}

// registryAt returns a registry of the configuration; an empty manifest when
// it is not there.
func registryAt(p *lint.Pass, at string) *skill.Manifest {
	for _, m := range p.Manifests {
		if m.Path == at && m.Dialect == skill.Registry {
			return m
		}
	}
	return &skill.Manifest{}
}
