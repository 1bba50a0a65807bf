package rules

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// maxDescription is the longest description, in code points.
const maxDescription = 1024

// SkillDescription reports descriptions that are missing or too long.
var SkillDescription = &lint.Rule{
	Name: "skill-description", Group: "A", Severity: lint.Error,
	Doc: `A skill has no description, or one that is too long.

The description is all that an agent sees before it loads the skill: without one the skill is never used (an error).
Beyond 1024 characters hosts cut it or refuse the skill (a warning that shows where it would be cut).`,
	Sources: []lint.Source{specification},
	Run:     skillDescription,
}

func skillDescription(p *lint.Pass) {
	for _, s := range p.Skills {
		m := s.Manifest()
		if m.Dialect != skill.Standard || !m.Root.Is(skill.Map) || isOverlay(p, s) {
			continue
		}
		key, text := m.Root.Entry("description")
		switch {
		case text == nil || text.Is(skill.Null) || text.Is(skill.String) && strings.TrimSpace(text.Text) == "":
			if !missedKey(m.Root, "description") {
				severity := lint.Error
				if namedByFolder(p, s) {
					severity = lint.Warning // the same hosts take the first words of the text
				}
				p.ReportAs(severity, missing(m, key, "description"))
			}
		case text.Is(skill.String) && utf8.RuneCountInString(text.Text) > maxDescription && !refusesLong(p):
			r := []rune(text.Text)
			p.ReportAs(lint.Warning, lint.Span(key.Pos, key.End, "the description has %d characters, expected at most %d: it would be cut here: …%s|%s…",
				len(r), maxDescription, string(r[maxDescription-20:maxDescription]), string(r[maxDescription:min(len(r), maxDescription+20)])))
		}
	}
}

// refusesLong reports whether a wanted host does not load a skill with a long
// description: unsupported-by-host says so then.
func refusesLong(p *lint.Pass) bool {
	return slices.ContainsFunc(p.Config.Hosts, func(name string) bool {
		k := hosts.Of(name).Forms[string(hosts.Skill)].Keys["description"]
		return k.Max == maxDescription && k.Over.Lost()
	})
}
