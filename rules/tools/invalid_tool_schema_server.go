package tools

import (
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/schemas"
	"github.com/skilllint/skilllint/skill"
)

// serverSchemas reports the schemas of a recorded server that are none: the
// protocol demands an object.
func serverSchemas(p *lint.Pass, s *skill.Skill) {
	if s.Server == nil {
		return
	}
	for _, t := range s.Server.Tools {
		switch {
		case t.Name.Text == "" || t.NamesOnly:
		case t.Input == nil:
			p.Reportf(t.Name, "tool %q has no inputSchema, which the protocol demands", t.Name.Text)
		case !t.Input.Is(skill.Map):
			p.Report(lint.Span(t.Input.Pos, t.Input.End, "the inputSchema of %q is %s, expected an object: clients refuse the tool, or the whole list", t.Name.Text, messages.Article(t.Input.Kind)))
		case t.Input.Get("type").Str() != "object":
			at := t.Input.Get("type")
			if at == nil {
				at = t.Input
			}
			p.Report(lint.Span(at.Pos, schemas.FirstLine(p, at).End, `the inputSchema of %q has not "type": "object" at its root, which the protocol demands`, t.Name.Text))
		}
		if t.Output != nil && !t.Output.Is(skill.Map) {
			p.Report(lint.Span(t.Output.Pos, t.Output.End, "the outputSchema of %q is %s, expected an object", t.Name.Text, messages.Article(t.Output.Kind)))
		}
	}
}
