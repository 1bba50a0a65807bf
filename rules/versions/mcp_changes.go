package versions

import (
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/changes"
	"github.com/skilllint/skilllint/internal/servers"
	"github.com/skilllint/skilllint/internal/wording"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/refs"
	"github.com/skilllint/skilllint/schema"
	"github.com/skilllint/skilllint/skill"
)

// usersOf are the places that name a tool of a server, and how severe its
// break is: an error when somebody in the workspace uses it.
func usersOf(p *lint.Pass, s *changes.Skill, tool string) ([]analysis.RelatedInformation, string, lint.Severity) {
	server := s.After
	var related []analysis.RelatedInformation
	for _, u := range servers.Of(p.Workspace, server, tool) {
		related = append(related, lint.Related(u.Name, "%s uses it", servers.Who(p.Workspace, u.File)))
	}
	refs.Each(p, refs.Calls, func(src *skill.Source, r *skill.CallRef) {
		if provider, _ := refs.ProviderOf(p, src.Skill, r.Text); r.Text == tool && provider == &server.Contract {
			related = append(related, lint.Related(r.Name, "%s calls it", src.Skill.ID.Text))
		}
	})
	if len(related) == 0 {
		return nil, "nothing here names the tool" + raiseServer(s), lint.Warning
	}
	return related, fmt.Sprintf("%d %s here %s it", len(related), messages.Plural(len(related), "place", "places"), messages.Plural(len(related), "uses", "use")) + raiseServer(s), lint.Error
}

// raiseServer says which version a break asks for, of a server that the
// repository publishes itself: others have none to raise.
func raiseServer(s *changes.Skill) string {
	if version := s.Required(); version != "" {
		return fmt.Sprintf("; raise the version of the server to %q", version)
	}
	return ""
}

// announced reports whether a break is announced: the repository publishes the
// server, raised its major, and uses the tool nowhere itself.
func announced(s *changes.Skill, severity lint.Severity) bool {
	return s.Raised() == changes.Major && severity == lint.Warning
}

// serverBreaks is breaking-change for a recorded MCP server.
func serverBreaks(p *lint.Pass, s *changes.Skill, c *changes.Change) {
	pos, end := breakPlace(c)
	verb := "was accepted before and is not now"
	if c.Side == schema.Output {
		verb = "was never returned before and may be now"
	}
	related, who, severity := usersOf(p, s, c.Tool)
	if announced(s, severity) {
		return
	}
	d := lint.Span(pos, end, "%s; %s %s: %s", c.Message, wording.CutCounted(c.Break.Witness.String(), 200), verb, who)
	if was := before(c); was != "" {
		d.Related = append(d.Related, analysis.RelatedInformation{Pos: pos, End: end, Message: "it was " + was})
	}
	d.Related = append(append(d.Related, brokenCalls(p, c)...), related...)
	p.ReportAs(severity, d)
}

// serverLost is tool-removed for a recorded MCP server.
func serverLost(p *lint.Pass, s *changes.Skill, c *changes.Change) {
	related, who, severity := usersOf(p, s, c.Tool)
	if announced(s, severity) {
		return
	}
	now := ""
	if c.MovedTo != "" {
		now = fmt.Sprintf(", it is %q now", c.MovedTo)
	}
	d := lint.At(s.After.ID, "server %q has no tool %q any more%s: %s", s.After.Server.Name, c.Tool, now, who)
	d.Related = related
	p.ReportAs(severity, d)
}
