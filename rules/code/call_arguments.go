package code

import (
	"fmt"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/refs"
	"github.com/skilllint/skilllint/rules/internal/schemas"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/rules/internal/spelling"
	"github.com/skilllint/skilllint/schema"
	"github.com/skilllint/skilllint/skill"
)

// CallArguments reports calls in code whose arguments do not fit the tool's input schema.
var CallArguments = &lint.Rule{
	Name: "call-arguments", Group: "C", Severity: lint.Error,
	Doc: `The arguments of a call do not fit the tool's input schema.

The gateway refuses the call. Literals are judged, and constants of the same file; what the code computes is taken to fit. A text is held to the formats ` + "`date`, `date-time`, `uri`, `email` and `uuid`" + `. An
object schema that declares properties and is silent about further ones is read as declared: another key is unknown.`,
	Sources: []lint.Source{sources.DialectsPage},
	Run: func(p *lint.Pass) {
		refs.Each(p, refs.Calls, func(src *skill.Source, r *skill.CallRef) {
			if r.Args == nil || p.Config.CoreTool(r.Text) {
				return
			}
			provider := &src.Skill.Contract
			if provider.Export(r.Text) == nil {
				if provider, _ = refs.ProviderOf(p, src.Skill, r.Text); provider == nil {
					return
				}
			}
			if tool := provider.Export(r.Text); tool.Input != nil {
				checkArguments(p, provider, tool, r)
			}
		})
	},
}

// checkArguments validates the arguments, and reports what no value of their
// unknown parts can mend.
func checkArguments(p *lint.Pass, provider *contract.Contract, tool *contract.Tool, r *skill.CallRef) {
	declared, ok := tool.Input.(*skill.Node)
	if !ok || r.Args.Kind == skill.Unknown || !declared.Is(skill.Map) {
		return
	}
	s, _ := p.Schema(declared)
	args := *r.Args
	if args.Kind == skill.Null { // nil, None: no arguments
		args.Kind = skill.Map
	}
	known, open := schemas.LiteralPart(&args)
	value, err := schema.ParseValue(known.JSON())
	if s == nil || err != nil {
		return
	}
	seen := map[string]bool{}
	var fixes []analysis.SuggestedFix
	report := func(at *skill.Node, pointer, format string, args ...any) {
		if pos := fmt.Sprint(at.Pos, pointer); !seen[pos] {
			seen[pos] = true
			d := lint.Span(at.Pos, at.End, format, args...)
			d.SuggestedFixes = fixes
			place, end := tool.Input.At(pointer)
			d.Related = []analysis.RelatedInformation{{Pos: place, End: end, Message: fmt.Sprintf("the input of %q of %s", r.Text, provider.ID.Text)}}
			p.Report(d)
		}
	}
	misspelt := map[string]bool{} // what a key was meant to be: it is not missing besides
	schemas.UnknownKeys(p, known, declared, func(key *skill.Node, args spelling.Vocabulary) {
		fixes = nil
		if near, ok := args.Nearest(key.Text); ok && known.Get(near) == nil {
			misspelt[near] = true
			fixes = spelling.Respell(p, args.Speller, skill.NameOf(key))
		}
		report(key, "/properties", "%q takes no argument %q%s; it takes %s", r.Text, key.Text, args.DidYouMean(key.Text), messages.List(args.Names))
		fixes = nil
	})
	schemas.WrongFormats(p, known, declared, func(at *skill.Node, format string) {
		report(at, "/properties", "%s in the arguments of %q is not of format %q", messages.Quoted(at), r.Text, format)
	})
	for _, v := range s.Validate(value) {
		if !schemas.Certain(v, open) {
			continue
		}
		key, at := known.Find(v.Instance)
		switch {
		case v.Key == "required" && misspelt[v.Name]:
		case v.Key == "required" && v.Name != "":
			report(schemas.FirstLine(p, at), v.Keyword, "%q needs the argument %q%s", r.Text, v.Name, schemas.InsideOf(v.Instance))
		case v.Name != "" && at.Get(v.Name) != nil:
			if k, _ := at.Entry(v.Name); k != nil {
				report(k, "/properties", "%q takes no argument %q%s", r.Text, v.Name, schemas.InsideOf(v.Instance))
			}
		case key != nil && v.Instance != "":
			report(at, v.Keyword, "the argument %q of %q does not fit: %s", strings.TrimPrefix(v.Instance, "/"), r.Text, schemas.Said(v, at, open))
		default:
			report(schemas.FirstLine(p, at), v.Keyword, "the arguments of %q do not fit: %s", r.Text, schemas.Said(v, at, open))
		}
	}
}
