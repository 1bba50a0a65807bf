package versions

import (
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/edit"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// unversioned reports the exports of a contract without a version, and its imports that ask a versioned
// provider for none.
func unversioned(p *lint.Pass, m *skill.Manifest) {
	key, exports := m.Root.Entry("exports")
	if len(exports.Get("tools").Items()) > 0 && exports.Get("api_version") == nil {
		p.ReportAs(lint.Warning, lint.Span(key.Pos, key.End, "exports has no api_version: say which version these tools have, such as \"1.0\""))
	}
	for _, item := range m.Root.Get("imports").Items() {
		from := skill.NameOf(item.Value.Get("from"))
		owners := p.Index.ID(from.Text)
		if len(owners) != 1 || len(item.Value.Get("tools").Items()) == 0 || item.Value.Get("min_version") != nil {
			continue
		}
		provider := owners[0]
		if p.Owner(provider).Manifest() == m || p.Owner(provider).Manifest().Dialect != skill.Contract || provider.Provides == nil {
			continue
		}
		version := fmt.Sprintf("%d.%d", provider.Provides.Major(), provider.Provides.Minor())
		d := lint.At(from, "the import of %s has no min_version: it is at %q now", from.Text, version)
		d.Related = []analysis.RelatedInformation{lint.Related(provider.Version, "the version of %s", provider.ID.Text)}
		d.SuggestedFixes = edit.AddMinVersion(m, item.Value, version)
		p.ReportAs(lint.Warning, d)
	}
}
