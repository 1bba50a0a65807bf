package tools

import (
	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/schemas"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/schema"
	"github.com/skilllint/skilllint/skill"
)

// InvalidToolSchema reports input and output schemas that are not valid JSON Schemas.
var InvalidToolSchema = &lint.Rule{
	Name: "invalid-tool-schema", Group: "A", Severity: lint.Error, Local: true,
	Doc: `A tool's schema is not a valid JSON Schema.

Drafts 4, 6, 7, 2019-09 and 2020-12 are known by ` + "`$schema`" + `; without it the newest in which the schema is valid counts.
References stay inside the schema: nothing is fetched, no file is opened. A pattern is a regular expression of ECMA-262. What
` + "`required`" + ` lists is one of the properties: whoever gives all that is declared would be refused.`,
	Sources: []lint.Source{sources.JSONSchema},
	Run: func(p *lint.Pass) {
		invalidToolSchema(p)
		schemas.EachToolSchema(p, func(s *skill.Skill, t *contract.Tool, node *skill.Node) {
			if node == t.Input && node.Get("properties") == nil && node.Get("type").Str() == "object" {
				schemas.Requires(p, t.Name.Text, node, &skill.Node{Kind: skill.Map})
			}
			schemas.RequiredProperties(p, t.Name.Text, node)
		})
	},
}

func invalidToolSchema(p *lint.Pass) {
	for _, s := range p.Skills {
		serverSchemas(p, s)
		for i := range s.Exports {
			t := &s.Exports[i]
			for _, doc := range []contract.Document{t.Input, t.Output} {
				node, ok := doc.(*skill.Node)
				if !ok || node == nil {
					continue
				}
				if !node.Is(skill.Map) && !node.Is(skill.Bool) {
					p.Report(lint.Span(node.Pos, node.End, "the schema of %q is %s, expected an object", t.Name.Text, messages.Article(node.Kind)))
					continue
				}
				_, err := p.Schema(node)
				known, _ := err.(schema.Faults)
				reported := map[string]bool{}
				for _, f := range known {
					if reported[f.Pointer] {
						continue // one fault, one finding
					}
					reported[f.Pointer] = true
					pos, end := node.At(f.Pointer)
					p.Report(lint.Span(pos, end, "the schema of %q is invalid: %s", t.Name.Text, f.Message))
				}
			}
		}
	}
}
