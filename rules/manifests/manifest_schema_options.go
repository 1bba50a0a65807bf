package manifests

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/skill"
)

// options reports what is wrong with the options of a plugin's users: whoever writes one
// without a title writes all of them so, and that is one fault. It returns the other faults.
func options(p *lint.Pass, m *skill.Manifest, faults []analysis.Diagnostic) []analysis.Diagnostic {
	entries := m.Root.Get("userConfig").Entries()
	if m.Dialect != skill.PluginManifest || len(entries) == 0 {
		return faults
	}
	slices.SortStableFunc(faults, func(a, b analysis.Diagnostic) int { return cmp.Compare(a.Pos, b.Pos) }) // a schema has no order
	var found folding.Batches[string]                                                                      // by what is said of an option, whatever its name
	rest := slices.DeleteFunc(faults, func(d analysis.Diagnostic) bool {
		i := slices.IndexFunc(entries, func(e skill.Member) bool { return e.Key.Pos <= d.Pos && d.Pos < e.Value.End })
		if i < 0 {
			return false
		}
		found.Add(strings.Replace(d.Message, "userConfig."+entries[i].Key.Text, "", 1), d)
		return true
	})
	for _, fault := range found.Causes {
		p.Folding(folding.Gathered("option has that fault", "options have that fault")).Report(found.Of[fault]...)
	}
	return rest
}
