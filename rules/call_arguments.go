package rules

import (
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/schema"
	"github.com/skilllint/skilllint/skill"
)

// CallArguments reports calls in code whose arguments do not fit the tool's input schema.
var CallArguments = &lint.Rule{
	Name: "call-arguments", Group: "C", Severity: lint.Error,
	Doc: `The arguments of a call do not fit the tool's input schema.

The gateway refuses the call. Literals are judged, and constants of the same file; what the code computes is taken to fit. An
object schema that declares properties and is silent about further ones is read as declared: another key is unknown.`,
	Run: func(p *lint.Pass) {
		eachRef(p, callsOf, func(src *skill.Source, r *skill.CallRef) {
			if r.Args == nil || p.Config.CoreTool(r.Text) {
				return
			}
			provider := &src.Skill.Contract
			if provider.Export(r.Text) == nil {
				if provider, _ = providerOf(p, src.Skill, r.Text); provider == nil {
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
	s, _ := schema.Parse(tool.Input.JSON())
	args := *r.Args
	if args.Kind == skill.Null { // nil, None: no arguments
		args.Kind = skill.Map
	}
	known, open := literalPart(&args)
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
	unknownKeys(known, declared, func(key *skill.Node, spell *lint.Speller, names []string) {
		fixes = nil
		if near, ok := spell.Nearest(key.Text); ok && known.Get(near) == nil {
			misspelt[near] = true
			fixes = respell(p, spell, skill.NameOf(key))
		}
		report(key, "/properties", "%q takes no argument %q%s; it takes %s", r.Text, key.Text, spell.DidYouMean(key.Text), list(names))
		fixes = nil
	})
	for _, v := range s.Validate(value) {
		if !certain(v, open) {
			continue
		}
		key, at := known.Find(v.Instance)
		switch {
		case v.Key == "required" && misspelt[v.Name]:
		case v.Key == "required" && v.Name != "":
			report(firstLine(p, at), v.Keyword, "%q needs the argument %q%s", r.Text, v.Name, insideOf(v.Instance))
		case v.Name != "" && at.Get(v.Name) != nil:
			if k, _ := at.Entry(v.Name); k != nil {
				report(k, "/properties", "%q takes no argument %q%s", r.Text, v.Name, insideOf(v.Instance))
			}
		case key != nil && v.Instance != "":
			report(at, v.Keyword, "the argument %q of %q does not fit: %s", strings.TrimPrefix(v.Instance, "/"), r.Text, said(v, at, open))
		default:
			report(firstLine(p, at), v.Keyword, "the arguments of %q do not fit: %s", r.Text, said(v, at, open))
		}
	}
}

// said is what a violation says of a value, which it must not quote when
// parts of it are unknown.
func said(v schema.Violation, at *skill.Node, open map[string]bool) string {
	for pointer := range open {
		if v.Key == "type" && strings.HasPrefix(pointer, v.Instance+"/") {
			return fmt.Sprintf("it is %s", at.Kind)
		}
	}
	return v.Message
}

func insideOf(pointer string) string {
	if pointer == "" {
		return ""
	}
	return fmt.Sprintf(" in %q", strings.TrimPrefix(pointer, "/"))
}

// firstLine is the beginning of a value, as far as its first line goes.
func firstLine(p *lint.Pass, n *skill.Node) *skill.Node {
	file := p.FileAt(n.Pos)
	if file == nil {
		return n
	}
	if strings.Contains(file.Written(n.Pos, n.End), "\n") {
		return &skill.Node{Pos: n.Pos, End: n.Pos + 1}
	}
	return n
}

// literalPart returns the arguments without the keys that are computed, and
// the pointers of what is not wholly known: true for an unknown value, false
// for an object with further members.
func literalPart(n *skill.Node) (*skill.Node, map[string]bool) {
	open := map[string]bool{}
	var strip func(n *skill.Node, pointer string) *skill.Node
	strip = func(n *skill.Node, pointer string) *skill.Node {
		switch n.Kind {
		case skill.Unknown:
			open[pointer] = true
			return n
		case skill.Map, skill.List:
			out := *n
			out.Members = nil
			for i, m := range n.Members {
				step := strconv.Itoa(i)
				if m.Key != nil {
					if m.Key.Kind == skill.Unknown {
						open[pointer] = open[pointer] || false
						continue
					}
					step = strings.ReplaceAll(strings.ReplaceAll(m.Key.Text, "~", "~0"), "/", "~1")
				}
				if m.Key != nil && out.Get(m.Key.Text) != nil {
					open[pointer] = true // written twice: the later one counts, mostly
					continue
				}
				out.Members = append(out.Members, skill.Member{Key: m.Key, Value: strip(m.Value, pointer+"/"+step)})
			}
			return &out
		}
		return n
	}
	return strip(n, ""), open
}

// certain reports whether a violation holds whatever the unknown parts are.
func certain(v schema.Violation, open map[string]bool) bool {
	if len(open) == 0 {
		return true
	}
	for _, step := range []string{"/if", "/then", "/else", "/dependentSchemas/", "/dependencies/", "/not/", "/$dynamicRef"} {
		if strings.Contains(v.Keyword, step) {
			return false
		}
	}
	for pointer, unknown := range open {
		switch {
		case v.Instance == pointer && unknown, strings.HasPrefix(v.Instance, pointer+"/") && unknown:
			return false
		case v.Instance == pointer: // an object with further members
			if v.Key != "type" && v.Key != "additionalProperties" && v.Key != "propertyNames" {
				return false
			}
		case v.Instance == "" || strings.HasPrefix(pointer, v.Instance+"/"): // around it
			switch v.Key {
			case "type", "required", "additionalProperties", "propertyNames", "minItems", "maxItems", "maxProperties":
			default:
				return false
			}
		}
	}
	return true
}

// unknownKeys calls report for the keys that an object schema, read as
// declared, does not have.
func unknownKeys(value, declared *skill.Node, report func(key *skill.Node, spell *lint.Speller, names []string)) {
	properties := declared.Get("properties")
	if !value.Is(skill.Map) || !properties.Is(skill.Map) {
		return
	}
	for _, other := range []string{"$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "if", "patternProperties", "dependentSchemas", "dependencies", "unevaluatedProperties"} {
		if declared.Get(other) != nil {
			return
		}
	}
	silent := declared.Get("additionalProperties") == nil
	var names []string
	for _, m := range properties.Members {
		names = append(names, m.Key.Text)
	}
	spell := lint.NewSpeller(names)
	closed := declared.Get("additionalProperties").Is(skill.Bool) && !declared.Get("additionalProperties").True()
	for _, m := range value.Members {
		if sub := properties.Get(m.Key.Text); sub != nil {
			unknownKeys(m.Value, sub, report)
			if items := sub.Get("items"); items.Is(skill.Map) {
				for _, item := range m.Value.Items() {
					unknownKeys(item.Value, items, report)
				}
			}
		} else if silent || closed {
			report(m.Key, spell, names)
		}
	}
}

// refuses reports whether a schema refuses the literal arguments of a call,
// whatever their unknown parts are.
func refuses(s *schema.Schema, r *skill.CallRef) bool {
	known, open := literalPart(r.Args)
	value, err := schema.ParseValue(known.JSON())
	if r.Args.Kind == skill.Unknown || err != nil {
		return false
	}
	for _, v := range s.Validate(value) {
		if certain(v, open) {
			return true
		}
	}
	return false
}
