// Package schemas says what a JSON Schema in a manifest means for the values that are
// known of a call, and which schemas tools have.
package schemas

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/spelling"
	"github.com/skilllint/skilllint/schema"
	"github.com/skilllint/skilllint/skill"
)

// InsideOf says in which part of a value something is, by its pointer.
func InsideOf(pointer string) string {
	if pointer == "" {
		return ""
	}
	return fmt.Sprintf(" in %q", strings.TrimPrefix(pointer, "/"))
}

// Said is what a violation says of a value, which it must not quote when
// parts of it are unknown.
func Said(v schema.Violation, at *skill.Node, open map[string]bool) string {
	for pointer := range open {
		if v.Key == "type" && strings.HasPrefix(pointer, v.Instance+"/") {
			return fmt.Sprintf("it is %s", at.Kind)
		}
	}
	return v.Message
}

// FirstLine is the beginning of a value, as far as its first line goes.
func FirstLine(p *lint.Pass, n *skill.Node) *skill.Node {
	file := p.FileAt(n.Pos)
	if file == nil {
		return n
	}
	if strings.Contains(file.Written(n.Pos, n.End), "\n") {
		return &skill.Node{Pos: n.Pos, End: n.Pos + 1}
	}
	return n
}

// LiteralPart returns the arguments without the keys that are computed, and
// the pointers of what is not wholly known: true for an unknown value, false
// for an object with further members.
func LiteralPart(n *skill.Node) (*skill.Node, map[string]bool) {
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
			kept := map[string]bool{}
			for i, m := range n.Members {
				step := strconv.Itoa(i)
				if m.Key != nil {
					if m.Key.Kind == skill.Unknown {
						open[pointer] = open[pointer] || false
						continue
					}
					step = strings.ReplaceAll(strings.ReplaceAll(m.Key.Text, "~", "~0"), "/", "~1")
				}
				if m.Key != nil && kept[m.Key.Text] {
					open[pointer] = true // written twice: the later one counts, mostly
					continue
				}
				if m.Key != nil {
					kept[m.Key.Text] = true
				}
				out.Members = append(out.Members, skill.Member{Key: m.Key, Value: strip(m.Value, pointer+"/"+step)})
			}
			return &out
		}
		return n
	}
	return strip(n, ""), open
}

// Certain reports whether a violation holds whatever the unknown parts are.
func Certain(v schema.Violation, open map[string]bool) bool {
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

// UnknownKeys calls report for the keys that an object schema, read as
// declared, does not have.
func UnknownKeys(p *lint.Pass, value, schema *skill.Node, report func(key *skill.Node, known spelling.Vocabulary)) {
	if !value.Is(skill.Map) || !schema.Get("properties").Is(skill.Map) {
		return
	}
	properties := PropertiesOf(p, schema)
	if combines(schema) {
		return
	}
	closed := closedByDeclaration(schema)
	for _, m := range value.Members {
		if sub := properties[m.Key.Text]; sub != nil {
			UnknownKeys(p, m.Value, sub, report)
			if items := sub.Get("items"); items.Is(skill.Map) {
				for _, item := range m.Value.Items() {
					UnknownKeys(p, item.Value, items, report)
				}
			}
		} else if closed {
			report(m.Key, MemberNames(p, schema))
		}
	}
}

// combines reports whether an object schema says of members what its properties
// do not.
func combines(declared *skill.Node) bool {
	for _, other := range []string{"$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "if", "patternProperties", "dependentSchemas", "dependencies", "unevaluatedProperties"} {
		if declared.Get(other) != nil {
			return true
		}
	}
	return false
}

// closedByDeclaration reports whether an object schema, read as declared, has no
// members but its properties.
func closedByDeclaration(declared *skill.Node) bool {
	further := declared.Get("additionalProperties")
	return !combines(declared) && (further == nil || further.Is(skill.Bool) && !further.True())
}

// WrongFormats calls report for the texts in literal arguments that are not of
// the format that their schema names.
func WrongFormats(p *lint.Pass, value, declared *skill.Node, report func(at *skill.Node, format string)) {
	format := declared.Get("format").Str()
	switch {
	case value.Is(skill.String) && slices.Contains(knownFormats, format):
		of := fmt.Appendf(nil, `{"type":"string","format":%q}`, format)
		if r := schema.CheckBytes(context.Background(), fmt.Appendf(nil, `{"const":%s}`, value.JSON()), of, schema.Options{AssertFormats: true}); r.Verdict == schema.Not {
			report(value, format)
		}
	case value.Is(skill.Map):
		for _, m := range value.Members {
			if sub := PropertiesOf(p, declared)[m.Key.Text]; sub != nil {
				WrongFormats(p, m.Value, sub, report)
			}
		}
	case value.Is(skill.List):
		for _, m := range value.Members {
			WrongFormats(p, m.Value, declared.Get("items"), report)
		}
	}
}

// knownFormats are the formats that literals are held to.
var knownFormats = []string{"date", "date-time", "uri", "email", "uuid"}

// Refuses reports whether a schema refuses the literal arguments of a call,
// whatever their unknown parts are.
func Refuses(s *schema.Schema, r *skill.CallRef) bool {
	known, open := LiteralPart(r.Args)
	value, err := schema.ParseValue(known.JSON())
	if r.Args.Kind == skill.Unknown || err != nil {
		return false
	}
	for _, v := range s.Validate(value) {
		if Certain(v, open) {
			return true
		}
	}
	return false
}

// DeclaredNames returns the members of an object schema that declares all that
// it has.
func DeclaredNames(schema *skill.Node) ([]string, bool) {
	properties := schema.Get("properties")
	if !properties.Is(skill.Map) || len(properties.Members) == 0 || !closedByDeclaration(schema) {
		return nil, false
	}
	var names []string
	for _, m := range properties.Members {
		names = append(names, m.Key.Text)
	}
	return names, true
}

var declaredProperties skill.MemoBy[*skill.Node, map[string]*skill.Node]

// PropertiesOf are the schemas of the members that an object schema declares.
func PropertiesOf(p *lint.Pass, schema *skill.Node) map[string]*skill.Node {
	return declaredProperties.Of(p.Workspace, schema, func() map[string]*skill.Node {
		properties := map[string]*skill.Node{}
		for _, m := range slices.Backward(schema.Get("properties").Entries()) { // of a key that is written twice the first counts
			properties[m.Key.Text] = m.Value
		}
		return properties
	})
}

var declaredMembers skill.MemoBy[*skill.Node, spelling.Vocabulary]

// MemberNames are the names that DeclaredNames gives, nil when a value may have others.
func MemberNames(p *lint.Pass, schema *skill.Node) spelling.Vocabulary {
	return declaredMembers.Of(p.Workspace, schema, func() spelling.Vocabulary {
		names, _ := DeclaredNames(schema)
		return spelling.NewVocabulary(names)
	})
}
