package mcp

import (
	"context"
	"go/token"
	"path"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/manifest"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/rules/internal/spelling"
	"github.com/skilllint/skilllint/schema"
	"github.com/skilllint/skilllint/skill"
)

// ToolDefinition reports definitions of tools that are incomplete or contradict
// themselves.
var ToolDefinition = &lint.Rule{
	Name: "tool-definition", Group: "F", Severity: lint.Warning,
	Doc: `A tool's definition is not complete, or contradicts itself.

Of the tools of a recorded MCP server: a name outside of the protocol's characters or (a note) longer than models take, an empty description, a required argument
that is no property, annotations that contradict each other, an ` + "`x-mcp-header`" + ` that clients refuse.

Of a skill with a contract: a tool that the frontmatter and ` + "`" + manifest.ToolDefinitionsFile + "`" + ` define in different ways, since which of them holds is not known.

Of a Python registry: a tool that is not described, or whose function or args_schema does not exist. The description is all that the model knows of the tool; the function and the class of ` + "`args_schema`" + ` have to be defined, or imported from a module
that has them, else the module fails when it is loaded.`,
	Sources: []lint.Source{sources.DialectsPage},
	Run: func(p *lint.Pass) {
		serverDefinitions(p)
		fileDefinitions(p)
		if p.ToolRegistry == nil {
			return
		}
		for _, t := range p.ToolRegistry.Tools {
			if t.NoDescription {
				p.Reportf(t.Name, "tool %q has no description", t.Text)
			}
			if t.FuncFault != "" {
				spell := lint.NewSpeller(t.Others)
				member := contract.Name{Text: t.Func.Text[strings.LastIndexByte(t.Func.Text, '.')+1:], Pos: t.Func.Pos, End: t.Func.End}
				member.Pos = member.End - token.Pos(len(member.Text))
				d := lint.At(t.Func, "the function %q of tool %q %s%s", t.Func.Text, t.Text, t.FuncFault, spell.DidYouMean(member.Text))
				d.SuggestedFixes = spelling.Respell(p, spell, member)
				d.Related = []analysis.RelatedInformation{lint.Related(t.Name, "the tool")}
				p.Report(d)
			}
			if t.SchemaFault != "" {
				d := lint.At(t.Schema, "the args_schema %q of tool %q %s", t.Schema.Text, t.Text, t.SchemaFault)
				d.Related = []analysis.RelatedInformation{lint.Related(t.Name, "the tool")}
				p.Report(d)
			}
		}
	},
}

// fileDefinitions reports the tools that a file beside a contract defines in
// another way than the frontmatter does.
func fileDefinitions(p *lint.Pass) {
	for _, s := range p.Skills {
		for _, def := range s.ToolDefinitions(p.File(path.Join(s.Dir, manifest.ToolDefinitionsFile))) {
			tool := s.Export(def.Get("name").Text)
			first := exportNode(s, def.Get("name").Text)
			if first == nil {
				continue // it is defined there alone
			}
			for _, key := range []string{"description", "input_schema", "output_schema"} {
				value := def.Get(key)
				if first.Get(key) == nil || value == nil || !differ(key, first.Get(key), value) {
					continue
				}
				at, _ := def.Entry(key)
				d := lint.At(skill.NameOf(at), "the %s of %q is not that of the frontmatter: give it in one place", key, tool.Name.Text)
				k, _ := first.Entry(key)
				d.Related = []analysis.RelatedInformation{lint.Related(skill.NameOf(k), "the frontmatter's %s", key)}
				p.Report(d)
			}
		}
	}
}

// exportNode is the entry of a frontmatter's exports for a tool, nil without one.
func exportNode(s *skill.Skill, tool string) *skill.Node {
	for _, item := range s.Manifest().Root.Get("exports").Get("tools").Items() {
		if item.Value.Get("name").Str() == tool {
			return item.Value
		}
	}
	return nil
}

// differ reports whether two definitions of a tool give a key another value: a
// schema that takes other values.
func differ(key string, a, b *skill.Node) bool {
	if key == "description" {
		return a.Is(skill.String) && b.Is(skill.String) && strings.TrimSpace(a.Text) != strings.TrimSpace(b.Text)
	}
	one := schema.CheckBytes(context.Background(), a.JSON(), b.JSON(), schema.Options{AssertFormats: true})
	other := schema.CheckBytes(context.Background(), b.JSON(), a.JSON(), schema.Options{AssertFormats: true})
	return one.Verdict == schema.Not || other.Verdict == schema.Not
}
