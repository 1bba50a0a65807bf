package plugins

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/pluginset"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// VersionConflict reports plugins whose ranges for one plugin have no version in common.
var VersionConflict = &lint.Rule{
	Name: "version-conflict", Group: "P", Severity: lint.Warning,
	Doc: `Plugins need versions of another plugin that no single version satisfies.

Claude Code installs a plugin once and intersects the ranges of all that depend on it; when nothing is left, installing the
second fails with ` + "`range-conflict`" + `. Widen one of the ranges, or raise what lags behind.`,
	Sources: []lint.Source{sources.PluginDependencies},
	Run:     versionConflict,
}

// maxConflicts is how many contradicting ranges one finding shows.
const maxConflicts = 3

// A need is one plugin's range on another.
type need struct {
	consumer *skill.Skill
	imp      *contract.Import
}

func versionConflict(p *lint.Pass) {
	needs := map[string][]need{}
	for _, s := range pluginset.Installable(p) {
		for i := range s.Imports {
			imp := &s.Imports[i]
			if _, marketplace := pluginset.Split(imp.From.Text); marketplace != "" && imp.Version.Text != "" && imp.Err == nil && !imp.Range.Empty() {
				needs[imp.From.Text] = append(needs[imp.From.Text], need{s, imp})
			}
		}
	}
	for id, list := range needs {
		slices.SortStableFunc(list, func(a, b need) int {
			pa, pb := p.Fset.Position(a.imp.Version.Pos), p.Fset.Position(b.imp.Version.Pos)
			return cmp.Or(strings.Compare(pa.Filename, pb.Filename), cmp.Compare(pa.Offset, pb.Offset))
		})
		if conflict := conflicting(list); len(conflict) > 0 {
			last := conflict[len(conflict)-1]
			name, _ := pluginset.Split(id)
			var others []string
			d := lint.At(last.imp.Version, "")
			for _, n := range conflict[:min(len(conflict)-1, maxConflicts)] {
				others = append(others, fmt.Sprintf("%s (%s)", messages.Shorten(n.imp.Version.Text), n.consumer.ID.Text))
				d.Related = append(d.Related, lint.Related(n.imp.Version, "%s needs %s %s", n.consumer.ID.Text, name, messages.Shorten(n.imp.Version.Text)))
			}
			d.Message = fmt.Sprintf("no version of %s is both %s and %s: these plugins cannot be installed together", name, messages.Shorten(last.imp.Version.Text), strings.Join(others, " and "))
			p.Report(d)
		}
	}
}

// conflicting returns the first need that leaves no version, and the ones
// before it that it contradicts; none when all can be met at once.
func conflicting(list []need) []need {
	all := list[0].imp.Range
	for i, n := range list[1:] {
		rest := all.Intersect(n.imp.Range)
		if !rest.Empty() {
			all = rest
			continue
		}
		var against []need
		for _, earlier := range list[:i+1] {
			if !earlier.imp.Range.Intersects(n.imp.Range) {
				against = append(against, earlier)
			}
		}
		if against == nil { // only all of them together leave nothing
			against = slices.Clone(list[:i+1])
		}
		return append(against, n)
	}
	return nil
}
