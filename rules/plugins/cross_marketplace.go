package plugins

import (
	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/pluginset"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// CrossMarketplace reports dependencies on plugins of marketplaces that are not allowed.
var CrossMarketplace = &lint.Rule{
	Name: "cross-marketplace", Group: "P", Severity: lint.Error,
	Doc: `A plugin depends on a plugin of another marketplace, which its own marketplace does not allow.

Installing it fails with ` + "`cross-marketplace`" + `: only marketplaces that ` + "`allowCrossMarketplaceDependenciesOn`" + ` of the marketplace of
the declaring plugin names are asked, so that nobody pulls in plugins from a source that was not reviewed. Add the name
there, or list the plugin in the own marketplace.`,
	Sources: []lint.Source{sources.PluginDependencies},
	Run: func(p *lint.Pass) {
		for _, s := range pluginset.Installable(p) {
			_, own := pluginset.Split(s.ID.Text)
			market := p.Marketplace(own)
			if market == nil || !market.Root.Is(skill.Map) {
				continue
			}
			for _, dep := range s.Plugin.Dependencies {
				if dep.Marketplace.Text != "" && dep.Marketplace.Text != own && !allows(market, dep.Marketplace.Text) {
					d := lint.At(dep.Marketplace, "%s needs %s of marketplace %q: add %q to allowCrossMarketplaceDependenciesOn in the marketplace.json of %s", s.ID.Text, dep.Name.Text, dep.Marketplace.Text, dep.Marketplace.Text, own)
					d.Related = []analysis.RelatedInformation{lint.Related(allowList(market), "marketplace %s", own)}
					p.Report(d)
				}
			}
		}
	},
}

func allows(market *skill.Marketplace, name string) bool {
	for _, n := range market.Root.All("allowCrossMarketplaceDependenciesOn", "*") {
		if n.Str() == name {
			return true
		}
	}
	return false
}

// allowList is where the marketplace allows others, or would.
func allowList(market *skill.Marketplace) contract.Name {
	if key, _ := market.Root.Entry("allowCrossMarketplaceDependenciesOn"); key != nil {
		return contract.Name{Pos: key.Pos, End: key.End}
	}
	return market.Name
}
