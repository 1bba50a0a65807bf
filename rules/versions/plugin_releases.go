package versions

import (
	"slices"

	"github.com/Masterminds/semver/v3"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/pluginset"
	"github.com/skilllint/skilllint/skill"
)

// pluginIncompatible reports whether a plugin of this repository is surely
// not one that a range asks for: it has another version, and no release tag
// that would be installed instead. Of plugins elsewhere the tags are unknown.
func pluginIncompatible(p *lint.Pass, imp *contract.Import, provider *contract.Contract) bool {
	return provider.Provides != nil && isLocalPlugin(p.Owner(provider)) && !released(p, imp)
}

// isLocalPlugin reports whether a plugin's files are in this repository.
func isLocalPlugin(s *skill.Skill) bool {
	return s.Plugin != nil && (s.Plugin.Manifest != nil || s.Plugin.Dir != "")
}

// released reports whether the repository has a release tag that a range allows.
func released(p *lint.Pass, imp *contract.Import) bool {
	name, _ := pluginset.Split(imp.From.Text)
	for _, v := range p.Releases(name) {
		if imp.Range.Allows(v) {
			return true
		}
	}
	return false
}

// unreleased is unsatisfied-lock for plugins. A sibling whose version is
// known is judged by incompatible-version.
func unreleased(p *lint.Pass) {
	for _, s := range pluginset.All(p) {
		for i := range s.Imports {
			imp := &s.Imports[i]
			name, _ := pluginset.Split(imp.From.Text)
			tags := p.Releases(name)
			if imp.Version.Text == "" || imp.Err != nil || len(tags) == 0 || released(p, imp) {
				continue
			}
			for _, provider := range p.Index.ID(imp.From.Text) {
				if provider.Provides == nil && isLocalPlugin(p.Owner(provider)) {
					last := slices.MaxFunc(tags, func(a, b *semver.Version) int { return a.Compare(b) })
					p.ReportAs(lint.Warning, lint.At(imp.Version, "no release of %s satisfies %s: the newest of its %d tags %s--v… is %s; release a version that does, or change the range", name, messages.Shorten(imp.Version.Text), len(tags), name, last))
					break
				}
			}
		}
	}
}
