package contracts

import (
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/edit"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/refs"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// PrivateDataPath reports data_paths into another skill's data.
var PrivateDataPath = &lint.Rule{
	Name: "private-data-path", Group: "B", Legacy: true, Severity: lint.Warning,
	Doc: `data_paths reads another skill's data by its path.

` + "`skills.<other>.…`" + ` is private to the other skill. Import an accessor tool of it instead. Paths below
` + "`skills.<other>.public_state`" + ` are tolerated in ` + "`phase: compat`" + `; in ` + "`phase: closed`" + ` all are errors.`,
	Sources: []lint.Source{sources.DialectsPage},
	Run:     privateDataPath,
}

func privateDataPath(p *lint.Pass) {
	for _, s := range p.Skills {
		m := s.Manifest()
		key, paths := m.Root.Entry("data_paths")
		for _, item := range paths.Items() {
			path := item.Value
			other, rest := refs.DataOwner(path.Str())
			if other == "" || other == s.ID.Text || p.Config.Phase == lint.Compat && strings.HasPrefix(rest+".", "public_state.") {
				continue
			}
			d := lint.Span(path.Pos, path.End, "data_paths reads %q, the data of skill %q", path.Text, other)
			if missing, ok := accessors(p, s, other); ok {
				d.Message += ": call an accessor tool of that skill"
				if len(missing) == 0 {
					d.Message += ", which is imported already"
				}
			}
			d.SuggestedFixes = dataPathFix(p, s, key, paths)
			p.Report(d)
		}
	}
}

// dataPathFix moves the whole list at once, or nothing.
func dataPathFix(p *lint.Pass, s *skill.Skill, key, paths *skill.Node) []analysis.SuggestedFix {
	done := map[string]bool{}
	return edit.MoveToImports(s.Manifest(), key, paths, func(path string) (edit.Import, bool) {
		other, _ := refs.DataOwner(path)
		missing, ok := accessors(p, s, other)
		if done[other] {
			missing = nil
		}
		done[other] = true
		return edit.Import{From: other, Tools: missing}, ok
	})
}
