package code

import (
	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/rules/internal/refs"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// SharedCacheKey reports cache keys and temporary paths that all organisations share.
var SharedCacheKey = &lint.Rule{
	Name: "shared-cache-key", Group: "C", Severity: lint.Warning,
	Doc: `A cache key or temporary path contains the skill's id but not the organisation's.

All tenants share the skills: what one of them computes is given to the others. Put the organisation's id into the key or
path, before that of the skill. Code of skills is judged where a skill of the collection has a contract, which a gateway or a platform loads. With ` + "`platform_code: deny`" + ` in the configuration the code outside of skills is judged, too.`,
	Sources: []lint.Source{sources.DialectsPage},
	Run: func(p *lint.Pass) {
		report := func(key contract.Name) {
			p.Reportf(key, "the key lacks the organisation's id: organisations will share its entries")
		}
		refs.Each(p, func(src *skill.Source) []contract.Name { return src.Keys }, func(src *skill.Source, key *contract.Name) {
			if p.Whole().HoldsContracts(src.Path) {
				report(*key)
			}
		})
		if p.Config.PlatformCode != lint.Error {
			return
		}
		for _, src := range p.Platform() {
			for _, key := range src.Keys {
				if !paths.IsTest(src.Path) {
					report(key)
				}
			}
		}
	},
}
