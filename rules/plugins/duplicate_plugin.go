package plugins

import (
	"bytes"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/manifest"
	"github.com/skilllint/skilllint/rules/internal/sources"
)

// DuplicatePlugin reports plugins of one name in one marketplace.
var DuplicatePlugin = &lint.Rule{
	Name: "duplicate-plugin", Group: "P", Severity: lint.Error,
	Doc: `A marketplace lists two plugins with the same name.

A plugin is installed as name@marketplace: the second of the two can never be.`,
	Sources: sources.PluginReference,
	Run: func(p *lint.Pass) {
		for _, market := range p.Marketplaces() {
			first := map[string]*manifest.PluginEntry{}
			for _, e := range market.Entries {
				if earlier, again := first[e.Name.Text]; again {
					advice := "rename one"
					if bytes.Equal(earlier.Node.Get("source").JSON(), e.Node.Get("source").JSON()) {
						advice = "delete one, as both have the same source"
					}
					d := lint.At(e.Name, "marketplace %s lists two plugins named %q: %s", market.Name.Text, e.Name.Text, advice)
					d.Related = []analysis.RelatedInformation{lint.Related(earlier.Name, "the first is here")}
					p.Report(d)
				} else {
					first[e.Name.Text] = e
				}
			}
		}
	},
}
