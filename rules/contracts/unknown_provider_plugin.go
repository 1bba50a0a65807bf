package contracts

import (
	"fmt"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/pluginset"
	"github.com/skilllint/skilllint/rules/internal/spelling"
	"github.com/skilllint/skilllint/skill"
)

var listedPlugins skill.MemoBy[*skill.Marketplace, *lint.Speller]

// unknownPlugin is unknown-provider for a plugin's dependency: only a marketplace of
// this workspace or of a source can be asked what it lists.
func unknownPlugin(p *lint.Pass, s *skill.Skill, imp *contract.Import) {
	name, marketplace := pluginset.Split(imp.From.Text)
	market := p.Marketplace(marketplace)
	if market == nil || market.Root == nil || market.Entry(name) != nil {
		return
	}
	spell := listedPlugins.Of(p.Workspace, market, func() *lint.Speller {
		var names []string
		for _, e := range market.Entries {
			names = append(names, e.Name.Text)
		}
		return lint.NewSpeller(names)
	})
	near, isNear := spell.Nearest(name)
	hint := ""
	if isNear {
		hint = fmt.Sprintf(" (did you mean %q?)", near)
	}
	d := lint.At(imp.From, "%s needs plugin %q, which marketplace %s does not list%s", s.ID.Text, name, marketplace, hint)
	if file := p.FileAt(imp.From.Pos); isNear && file != nil && !strings.Contains(file.Written(imp.From.Pos, imp.From.End), "@") {
		d.SuggestedFixes = spelling.Rewrite(p, contract.Name{Text: name, Pos: imp.From.Pos, End: imp.From.End}, near)
	}
	d.Related = []analysis.RelatedInformation{lint.Related(market.Name, "marketplace %s", marketplace)}
	p.Report(d)
}
