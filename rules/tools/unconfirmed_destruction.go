package tools

import (
	"regexp"
	"strings"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/dialects"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// UnconfirmedDestruction reports procedures that call a destructive tool without asking the user.
var UnconfirmedDestruction = &lint.Rule{
	Name: "unconfirmed-destruction", Group: "F", Severity: lint.Note,
	Doc: `A procedure calls a destructive tool without asking the user first.

It lists a tool that destroys (its name ends in _delete, or its definition is marked ` + "`destructive=True`" + `), and its text knows no
step in which the user confirms. Add one before the call.`,
	Sources: []lint.Source{sources.DialectsPage},
	Run: func(p *lint.Pass) {
		dialects.EachSOP(p, func(s *skill.Skill, m *skill.Manifest) {
			if confirmation.Match(m.Between(m.Body, m.Size)) {
				return
			}
			for _, tool := range skill.NamesOf(m.Root.Get("tools")) {
				t := p.ToolRegistry.Tool(tool.Text)
				if strings.HasSuffix(tool.Text, "_delete") || t != nil && t.Destructive {
					p.Reportf(tool, "%q is destructive, but the skill never asks the user to confirm", tool.Text)
				}
			}
		})
	},
}

// confirmation matches what procedures say of asking first, in the languages
// that they are written in.
var confirmation = regexp.MustCompile(`(?i)confirm|are you sure|double[- ]check|approv|consent|permission|确认|確認|同意|批准|许可|許可|bestätig|confirme`)
