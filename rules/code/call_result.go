package code

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/refs"
	"github.com/skilllint/skilllint/rules/internal/schemas"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/rules/internal/spelling"
	"github.com/skilllint/skilllint/skill"
)

// CallResult reports members that code reads from a call's result and that the tool does not return.
var CallResult = &lint.Rule{
	Name: "call-result", Group: "C", Severity: lint.Warning,
	Doc: `Code reads a member of a call's result that the tool's output schema does not have.

The value is missing when the code runs. Read a member that the tool returns, or declare it in its ` + "`output_schema`" + `. Read are ` + "`result[\"x\"]`, `result.get(\"x\")`, `result.x`" + `
and ` + "`const {x} = …`" + `, directly or through a variable that is set once. An object schema that declares properties and is silent about further ones is read as declared.
What tells of a denial (` + "`error`, `message`, `retry_after`" + ` …) is no member of a result; results of ` + "`callTool`" + ` are wrapped, and not judged.`,
	Sources: []lint.Source{sources.DialectsPage},
	Run: func(p *lint.Pass) {
		refs.Each(p, refs.Calls, func(src *skill.Source, r *skill.CallRef) {
			if len(r.Fields) == 0 || p.Config.CoreTool(r.Text) {
				return
			}
			provider := &src.Skill.Contract
			if provider.Export(r.Text) == nil {
				if provider, _ = refs.ProviderOf(p, src.Skill, r.Text); provider == nil || p.Owner(provider).Server != nil {
					return
				}
			}
			output, ok := provider.Export(r.Text).Output.(*skill.Node)
			if !ok {
				return
			}
			seen := map[token.Pos]bool{}
			for _, path := range r.Fields {
				schema := output
				for _, field := range path {
					known := schemas.MemberNames(p, schema)
					if known.Names == nil || slices.Contains(ofDenials, field.Text) {
						break
					}
					if schema = schemas.PropertiesOf(p, schema)[field.Text]; schema != nil {
						continue
					}
					if !seen[field.Pos] {
						seen[field.Pos] = true
						d := lint.At(field, "%q returns no %q%s; it returns %s", r.Text, field.Text, known.DidYouMean(field.Text), messages.List(known.Names))
						if spelling.IsMember(src.Written(field.Pos-1, field.End), field.Text) {
							d.SuggestedFixes = spelling.Respell(p, known.Speller, field)
						}
						at, end := output.At("/properties")
						d.Related = []analysis.RelatedInformation{{Pos: at, End: end, Message: "what " + provider.ID.Text + " returns"}}
						p.Report(d)
					}
					break
				}
			}
		})
	},
}

// ofDenials are the members of what a gateway answers in the place of a
// result, and of what clients wrap results in.
var ofDenials = []string{"message", "skill_id", "action", "retry_after", "reason", "data", "result", "results", "value", "output", "content", "response", "body", "payload", "meta", "length", "then"}
