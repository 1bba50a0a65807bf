package manifests

import (
	"regexp"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/loading"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// SkillBody reports skills without instructions.
var SkillBody = &lint.Rule{
	Name: "skill-body", Group: "A", Severity: lint.Warning, Local: true, Authors: true,
	Doc: `A skill has no instructions.

Behind the frontmatter stands nothing: an agent that loads the skill learns nothing from it. Where the description says that the skill is to come ("Placeholder", "planned", "coming soon") it is a note. Many such skills of a collection are one finding.`,
	Sources: []lint.Source{sources.Rated("convention", sources.Specification)},
	Run: func(p *lint.Pass) {
		type cause struct {
			collection string
			severity   lint.Severity
		}
		var empty folding.Batches[cause]
		for _, s := range p.Skills {
			m := s.Manifest()
			if (m.Dialect == skill.Standard || m.Dialect == skill.SOP) && m.Root != nil && m.Prose().Blank && !loading.ForOwnRuntime(p, m) {
				end := m.Pos(m.Size)
				severity := lint.Warning
				if toCome.MatchString(m.Root.Get("description").Str()) {
					severity = lint.Note
				}
				empty.Add(cause{p.Collection(m.Path), severity}, lint.Span(end, end, "nothing follows the frontmatter: write the instructions of the skill below it"))
			}
		}
		for _, at := range empty.Causes {
			p.Folding(folding.Folded("skills have no instructions")).ReportAs(at.severity, empty.Of[at]...)
		}
	},
}

// toCome matches a description of a skill that is not written yet.
var toCome = regexp.MustCompile(`(?i)^\W*(?:placeholder|planned|coming soon|stub|to be written|work in progress|TODO|TBD|WIP)\b|\b(?:status: planned|coming soon|not yet (?:written|implemented|available))\b`)
