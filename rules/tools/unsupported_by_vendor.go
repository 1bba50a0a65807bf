package tools

import (
	"go/token"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/vendors"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// UnsupportedByVendor reports tools that a wanted vendor of models refuses, and
// constraints that it ignores.
var UnsupportedByVendor = &lint.Rule{
	Name: "unsupported-by-vendor", Group: "V", Severity: lint.Error, Local: true,
	Doc: `A vendor of models that the skill is made for refuses a tool, or ignores a part of its schema.

Vendors take parts of JSON Schema, and each another part: a keyword that one enforces makes another refuse the whole request.
The rule speaks for the vendors that ` + "`--target` or `targets`" + ` in the configuration name, at the keyword, and says what to write
instead where something has the same meaning. What a vendor ignores is a warning, and so is what only reports of users show.
` + "`skilllint vendors`" + ` prints what is known of each, with its source and day; ` + "`skilllint emit`" + ` writes tools in a form that the vendor takes.`,
	Sources: []lint.Source{sources.Page("vendors.md")},
	Run: func(p *lint.Pass) {
		var targets []*vendors.Target
		for _, name := range p.Config.Targets {
			if t := vendors.TargetOf(name); t != nil && !slices.Contains(targets, t) {
				targets = append(targets, t)
			}
		}
		if len(targets) == 0 {
			return
		}
		for _, s := range p.Skills {
			for i := range s.Exports {
				t := &s.Exports[i]
				tool := vendors.Tool{Name: t.Name.Text, Description: t.Description}
				node, _ := t.Input.(*skill.Node)
				if node.Is(skill.Map) {
					tool.Input = node.JSON()
				}
				for _, v := range refusals(targets, tool) {
					pos, end := t.Name.Pos, t.Name.End
					if v.Subject == vendors.Schema {
						pos, end = keyAt(node, v.Pointer)
					}
					severity := lint.Warning
					if v.sure {
						severity = lint.Error
					}
					p.ReportAs(severity, lint.Span(pos, end, "%s", v.message(t.Name.Text)))
				}
			}
		}
	},
}

// keyAt is where the key stands that a JSON pointer ends with, of an element its value.
func keyAt(node *skill.Node, pointer string) (pos, end token.Pos) {
	if key, _ := node.Find(pointer); key != nil {
		return key.Pos, key.End
	}
	return node.At(pointer)
}

// A refusal is what one or more targets say of one place of a tool.
type refusal struct {
	vendors.Violation
	targets []string
	sure    bool // a source that can be relied on says that a request fails
}

// refusals joins what several targets say of the same.
func refusals(targets []*vendors.Target, tool vendors.Tool) []refusal {
	type key struct{ pointer, message, as string }
	var all []refusal
	at := map[key]int{}
	for _, t := range targets {
		found, err := t.Check(tool)
		if err != nil {
			continue // no schema that can be read: another rule's finding
		}
		for _, v := range found {
			sure := v.Fact.Effect == vendors.Refuses && v.Fact.Sure()
			k := key{v.Pointer, v.Message, string(v.Fact.Effect) + v.Fact.As}
			i, seen := at[k]
			if !seen {
				i = len(all)
				at[k] = i
				all = append(all, refusal{Violation: v})
			}
			all[i].targets = append(all[i].targets, t.Name)
			all[i].sure = all[i].sure || sure
		}
	}
	return all
}

// message says who does what: "openai and gemini refuse the keyword const …".
func (r refusal) message(tool string) string {
	var b strings.Builder
	effect := string(r.Fact.Effect)
	if len(r.targets) > 1 {
		effect = strings.TrimSuffix(effect, "s")
	}
	b.WriteString(strings.Join(r.targets, ", ") + " " + effect + " " + r.Message + " in tool \"" + tool + "\"")
	if r.Fact.As != "" {
		b.WriteString(", read as " + r.Fact.As)
	}
	if r.Instead != "" {
		b.WriteString(": " + r.Instead)
	}
	return b.String()
}
