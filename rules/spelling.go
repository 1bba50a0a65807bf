package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

var skillSpellers skill.Memo[*lint.Speller]

// skillSpeller knows the names of all skills, for "did you mean".
func skillSpeller(p *lint.Pass) *lint.Speller {
	return skillSpellers.Of(p.Workspace, func() *lint.Speller {
		var ids []string
		for _, s := range p.Skills {
			if s.Manifest().Dialect != skill.Bindings && s.Server == nil { // an agent is no provider, a server no skill
				ids = append(ids, s.ID.Text)
			}
		}
		slices.Sort(ids)
		return lint.NewSpeller(slices.Compact(ids))
	})
}

// respell offers to replace a misspelt name by the known one that is near
// it; none when no word is near.
func respell(p *lint.Pass, spell *lint.Speller, name contract.Name) []analysis.SuggestedFix {
	near, ok := spell.Nearest(name.Text)
	if !ok {
		return nil
	}
	return rewrite(p, name, near)
}

// rewrite offers to write another name, in the quotes that stand there.
func rewrite(p *lint.Pass, name contract.Name, near string) []analysis.SuggestedFix {
	file := p.FileAt(name.Pos)
	if file == nil || !file.Known() {
		return nil
	}
	text := near
	if at := file.Offset(name.Pos); strings.ContainsAny(string(file.Between(at, at+1)), `"'`) {
		text = strconv.Quote(near)
	}
	return []analysis.SuggestedFix{{
		Message:   fmt.Sprintf("write %q", near),
		TextEdits: []analysis.TextEdit{{Pos: name.Pos, End: name.End, NewText: []byte(text)}},
	}}
}
