package lint

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/limit"
	"github.com/skilllint/skilllint/internal/wording"
	"github.com/skilllint/skilllint/schema"
	"github.com/skilllint/skilllint/skill"
)

// A Policy is a JSON Schema of the user's for the manifests of one dialect.
// It is a rule like any other: by its name it is selected, configured and
// suppressed.
type Policy struct {
	Name     string
	Dialect  string
	Message  string // what the policy demands; "" leaves that to the schema
	Severity Severity
	File     string // of the schema, in the workspace or beside the configuration
	Schema   string // its text, as JSON

	rule *Rule
}

// policyName keeps the names of policies apart from those of rules that
// skilllint may add.
var policyName = regexp.MustCompile(`^policy(-[a-z0-9]+)+$`)

// policyKeys are the keys of a policy, in the order of the documentation.
var policyKeys = []string{"name", "dialect", "schema", "message", "severity"}

// With returns rules with those that the configuration's policies make.
func (c *Config) With(rules []*Rule) []*Rule {
	all := slices.Clone(rules)
	for i := range c.Policies {
		all = append(all, c.Policies[i].rule)
	}
	return all
}

// policies reads a list of policies. What other files brought stays.
func (r *configReader) policies(_, v *skill.Node) error {
	if v.Kind != skill.List {
		return r.fail(v, "policies is %s, expected a list of maps with %s", v.Kind, strings.Join(policyKeys, ", "))
	}
	for _, item := range v.Members {
		p, err := r.policy(item.Value)
		if err != nil {
			return err
		}
		r.c.Policies = append(r.c.Policies, *p)
	}
	return nil
}

func (r *configReader) policy(v *skill.Node) (*Policy, error) {
	if v.Kind != skill.Map {
		return nil, r.fail(v, "a policy is %s, expected a map with %s", v.Kind, strings.Join(policyKeys, ", "))
	}
	p := &Policy{Severity: Error}
	for _, m := range v.Members {
		if !slices.Contains(policyKeys, m.Key.Text) {
			return nil, r.fail(m.Key, "unknown key %q in policies%s; known are %s", m.Key.Text, NewSpeller(policyKeys).DidYouMean(m.Key.Text), strings.Join(policyKeys, ", "))
		}
		text := m.Value.Str()
		if text == "" && !m.Value.Is(skill.Bool) {
			return nil, r.fail(m.Value, "%s is %s, expected text", m.Key.Text, m.Value.Kind)
		}
		switch m.Key.Text {
		case "name":
			p.Name = text
		case "dialect":
			p.Dialect = text
		case "message":
			p.Message = text
		case "schema":
			p.File = text
		case "severity":
			var err error
			if p.Severity, err = r.severity(m.Value, "policy "+p.Name); err != nil {
				return nil, err
			}
		}
	}
	taken := func(other Policy) bool { return other.Name == p.Name }
	switch {
	case !policyName.MatchString(p.Name):
		return nil, r.fail(v, "a policy has the name %q, expected one such as policy-owner: \"policy-\" and lower-case words joined by hyphens", p.Name)
	case slices.ContainsFunc(r.c.Policies, taken):
		return nil, r.fail(v.Get("name"), "a second policy has the name %q: rename one", p.Name)
	case p.Dialect == "" || p.File == "":
		return nil, r.fail(v, "policy %s needs dialect and schema", p.Name)
	}
	if err := r.dialect(v.Get("dialect")); err != nil {
		return nil, err
	}
	return p, r.schema(p, v.Get("schema"))
}

// schema reads the schema of a policy, which lies below the configuration
// that names it.
func (r *configReader) schema(p *Policy, at *skill.Node) error {
	name := path.Join(path.Dir(r.reading[len(r.reading)-1]), p.File)
	text, err := limit.ReadFS(r.texts, name, limit.Schema)
	if err != nil {
		return r.fail(at, "the schema of policy %s cannot be read: %v", p.Name, err)
	}
	s, err := schema.Parse(text)
	if faults, ok := err.(schema.Faults); ok && len(faults) > 0 {
		return r.fail(at, "%s is not a JSON Schema: %v", name, faults[0])
	} else if err != nil {
		return r.fail(at, "%s is not a JSON Schema: %v", name, err)
	}
	p.File, p.Schema = name, string(text)
	p.rule = p.makeRule(s)
	return nil
}

// maxPolicySteps bounds the schemas that one policy applies in a run: some
// seconds of work, of which a plain schema needs a few dozen a manifest.
const maxPolicySteps = 20_000_000

// policyPage explains policies.
const policyPage = "https://github.com/skilllint/skilllint/blob/main/docs/policies.md"

func (p Policy) makeRule(s *schema.Schema) *Rule {
	return &Rule{
		Name: p.Name, Page: policyPage, Severity: p.Severity,
		Doc: fmt.Sprintf("A manifest does not follow %s.\n\nA policy of this workspace: manifests of the dialect %s have the form of the JSON Schema %q.", p.Name, p.Dialect, p.File),
		Run: func(pass *Pass) {
			left := maxPolicySteps
			for _, m := range pass.Manifests {
				if m.Dialect.Name != p.Dialect || m.Root == nil {
					continue
				}
				if left <= 0 {
					pass.Report(Span(m.Root.Pos, m.Root.Pos, "%s takes too many steps: this manifest and those after it are not judged; simplify %s", p.Name, p.File))
					return
				}
				value, err := schema.ParseValue(m.Root.JSON())
				if err != nil {
					continue // what JSON cannot say is manifest-syntax's
				}
				violations, steps := s.ValidateWithin(value, left)
				left -= steps
				for _, v := range violations {
					pass.Report(p.explain(m.Root, v))
				}
			}
		},
	}
}

// explain places a violation: at the value at fault, at an unknown key, or at
// the key of the map that lacks one.
func (p Policy) explain(root *skill.Node, v schema.Violation) analysis.Diagnostic {
	key, value := root.Find(v.Instance)
	at := value
	switch v.Key {
	case "required", "dependentRequired", "dependencies":
		if key != nil {
			at = key
		} else if value.Is(skill.Map) && len(value.Members) > 0 {
			at = value.Members[0].Key
		}
	case "additionalProperties", "unevaluatedProperties", "propertyNames", "patternProperties":
		if unknown, _ := value.Entry(v.Name); unknown != nil {
			at = unknown
		}
	}
	if at == nil {
		at = root
	}
	said := wording.Place(v.Instance) + ": " + v.Message
	if p.Message != "" {
		said = p.Message + " (" + said + ")"
	}
	return Span(at.Pos, at.End, "%s", said)
}
