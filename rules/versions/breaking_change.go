package versions

import (
	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/changes"
	"github.com/skilllint/skilllint/internal/wording"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/schema"
)

// BreakingChange reports changes of schemas that break consumers while the major version is
// the same, with a value that proves it.
var BreakingChange = &lint.Rule{
	Name: "breaking-change", Group: "B", Severity: lint.Error,
	Doc: `Against the base, a tool's schema breaks its consumers, and the major was not raised.

Arguments that were accepted are refused now, or results may be something that they could not be. The finding shows such a
value, and who imports the tool. Keep accepting it, or raise the major: then each consumer decides by its min_version when
to follow. Objects are read as declared: a new optional property breaks nobody.`,
	Sources: []lint.Source{sources.ChangesPage, sources.Semver},
	Run: func(p *lint.Pass) {
		eachChange(p, func(s *changes.Skill, c *changes.Change) {
			if s.After.Server != nil {
				serverBreaks(p, s, c)
				return
			}
			if s.Raised() == changes.Major {
				return
			}
			pos, end := breakPlace(c)
			verb := "was accepted before and is not now"
			if c.Side == schema.Output {
				verb = "was never returned before and may be now"
			}
			d := lint.Span(pos, end, "%s; %s %s: %s, or keep the old form working", c.Message, wording.CutCounted(c.Break.Witness.String(), 200), verb, raiseTo(s))
			if was := before(c); was != "" {
				d.Related = append(d.Related, analysis.RelatedInformation{Pos: pos, End: end, Message: "it was " + was})
			}
			d.Related = append(d.Related, brokenCalls(p, c)...)
			d.Related = append(d.Related, consumers(p, s.ID, c.Tool)...)
			p.Report(d)
		}, changes.Breaking)
	},
}
