package rules

import (
	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/lint"
)

// IncompatibleVersion is B3.
var IncompatibleVersion = &lint.Rule{
	Name: "incompatible-version", Group: "B", Severity: lint.Error,
	Doc: `A provider's version is not one that the import asks for.

Versions are compared as numbers: 1.10 is newer than 1.9. ` + "`min_version: \"1.2\"`" + ` needs the same major and at
least that minor. Raise the provider, or ask for what it has after checking what changed.`,
	Run: incompatibleVersion,
}

func incompatibleVersion(p *lint.Pass) {
	for _, s := range p.Skills {
		for i := range s.Imports {
			imp := &s.Imports[i]
			if imp.Version.Text == "" || imp.Err != nil {
				continue
			}
			for _, provider := range p.Index.ID(imp.From.Text) {
				if imp.Accepts(provider) || p.Owner(provider).Unreadable() {
					continue
				}
				if s.Plugin != nil && !pluginIncompatible(p, imp, provider) {
					continue
				}
				have := provider.Version
				if have.Text == "" {
					p.Reportf(imp.Version, "%s needs %s %s, but %s gives no version", s.ID.Text, provider.ID.Text, imp.Range, provider.ID.Text)
					continue
				}
				d := lint.At(imp.Version, "%s needs %s %s, but it is at %s", s.ID.Text, provider.ID.Text, imp.Range, have.Text)
				d.Related = []analysis.RelatedInformation{lint.Related(have, "the version of %s", provider.ID.Text)}
				p.Report(d)
			}
		}
	}
}
