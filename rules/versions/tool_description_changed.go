package versions

import (
	"fmt"

	"github.com/skilllint/skilllint/internal/changes"
	"github.com/skilllint/skilllint/internal/wording"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/sources"
)

// ToolDescriptionChanged reports what an MCP server says otherwise than before.
var ToolDescriptionChanged = &lint.Rule{
	Name: "tool-description-changed", Group: "M", Severity: lint.Off,
	Doc: `Against the base, a recorded MCP server describes a tool otherwise.

Agents act on descriptions and annotations, and whoever runs the server can change them at any time. The rule is off; who trusts no
server turns it on, and reads each new text before it is committed.`,
	Sources: []lint.Source{sources.MCPTools},
	Run: func(p *lint.Pass) {
		eachChange(p, func(s *changes.Skill, c *changes.Change) {
			if s.After.Server == nil {
				return
			}
			pos, end := place(c.After.Name)
			d := lint.Span(pos, end, "server %q: %s: read the new text", s.After.Server.Name, c.Message)
			if before := c.Before.Description; before != c.After.Description {
				d.Related = append(d.Related, lint.Related(c.After.Name, "%s", fmt.Sprintf("it was %s", messages.Cited(wording.CutCounted(before, 200)))))
			}
			p.ReportAs(lint.Warning, d)
		}, changes.Described)
	},
}
