// Command acmelint is skilllint with one rule of a company's own: every skill
// names the team that owns it.
package main

import (
	"os"
	"strings"

	"github.com/skilllint/skilllint/cli"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

var ownerMissing = &lint.Rule{
	Name:     "acme-owner-missing",
	Page:     "https://wiki.acme.example/skills#owner",
	Severity: lint.Warning,
	Doc: `A skill names no team that owns it.

Write the team to metadata.owner, so that users know whom to ask.`,
	Run: func(p *lint.Pass) {
		for _, s := range p.Skills {
			m := s.Manifest()
			if m.Dialect != skill.Standard || m.Root == nil {
				continue
			}
			switch owner := m.Root.Get("metadata").Get("owner"); {
			case owner == nil:
				p.Reportf(s.ID, "skill %q has no metadata.owner: expected the name of a team, such as team-billing", s.ID.Text)
			case !strings.HasPrefix(owner.Str(), "team-"):
				p.Report(lint.Span(owner.Pos, owner.End, "metadata.owner is %q, expected the name of a team, such as team-billing", owner.Text))
			}
		}
	},
}

func main() { os.Exit(cli.Main(ownerMissing)) }
