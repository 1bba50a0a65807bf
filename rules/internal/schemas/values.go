package schemas

import (
	"encoding/json"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/schema"
	"github.com/skilllint/skilllint/skill"
)

// EachToolSchema visits the input and output schemas that skills write for their own tools. Those of
// recorded MCP servers are somebody else's.
func EachToolSchema(p *lint.Pass, do func(s *skill.Skill, t *contract.Tool, node *skill.Node)) {
	for _, s := range p.Skills {
		if s.Server != nil {
			continue
		}
		for i := range s.Exports {
			t := &s.Exports[i]
			for _, doc := range []contract.Document{t.Input, t.Output} {
				if node, ok := doc.(*skill.Node); ok && node.Is(skill.Map) {
					do(s, t, node)
				}
			}
		}
	}
}

// Defaults reports defaults and examples that do not fit their own schema.
func Defaults(p *lint.Pass) {
	EachToolSchema(p, func(s *skill.Skill, t *contract.Tool, node *skill.Node) {
		if parsed, _ := p.Schema(node); parsed != nil { // what is no schema is rule invalid-tool-schema's
			v := &valueChecker{p, parsed, t, s.Manifest().Dialect == skill.Function}
			v.schema(node, nil, 0)
		}
	})
}

// A valueChecker judges the values that stand in one schema.
type valueChecker struct {
	pass   *lint.Pass
	whole  *schema.Schema
	tool   *contract.Tool
	filled bool // the gateway fills defaults in
}

// A valueStep leads from a value into its part that a subschema is about: a member, or the items.
type valueStep struct{ member *skill.Node }

// schema visits a schema and those of its members and items. path leads to what it is about.
func (c *valueChecker) schema(n *skill.Node, path []valueStep, depth int) {
	if depth > 64 || !n.Is(skill.Map) {
		return
	}
	if d := n.Get("default"); d != nil && (c.filled || !d.Is(skill.Null)) { // elsewhere null says that there is none
		c.value("default", d, path)
	}
	if list := n.Get("examples"); list.Is(skill.List) {
		for _, e := range list.Members {
			c.value("example", e.Value, path)
		}
	}
	for _, m := range n.Get("properties").Entries() {
		c.schema(m.Value, append(path[:len(path):len(path)], valueStep{m.Key}), depth+1)
	}
	c.schema(n.Get("items"), append(path[:len(path):len(path)], valueStep{}), depth+1)
}

// value reports why a value does not fit what it is a value of: the whole schema judges it in its place.
func (c *valueChecker) value(what string, n *skill.Node, path []valueStep) {
	fault := c.fault(n.Value(), path)
	if fault == nil {
		return
	}
	name := c.tool.Name.Text
	for _, step := range path {
		if step.member != nil {
			name = step.member.Text
		}
	}
	pos, end := n.At(fault.Instance)
	d := lint.Span(pos, end, "the %s of %s does not fit: %s", what, messages.Cited(name), fault.Message)
	if n.Is(skill.String) && json.Valid([]byte(n.Text)) {
		var bare any
		decoder := json.NewDecoder(strings.NewReader(n.Text))
		decoder.UseNumber()
		if decoder.Decode(&bare) == nil && bare != nil && c.fault(bare, path) == nil {
			d.SuggestedFixes = []analysis.SuggestedFix{{
				Message:   "write " + n.Text + " without quotes",
				TextEdits: []analysis.TextEdit{{Pos: n.Pos, End: n.End, NewText: []byte(n.Text)}},
			}}
		}
	}
	c.pass.Report(d)
}

// fault is what the schema says against a value at a path, with the place relative to the value; nil when
// it fits, or when that cannot be decided.
func (c *valueChecker) fault(value any, path []valueStep) *schema.Violation {
	at := ""
	for _, step := range slices.Backward(path) {
		if step.member == nil {
			value, at = []any{value}, "/0"+at
		} else {
			value = map[string]any{step.member.Text: value}
			at = "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(step.member.Text) + at
		}
	}
	v, err := schema.ValueOf(value)
	if err != nil {
		return nil
	}
	for _, f := range c.whole.Validate(v) {
		undecided := f.Key == "" && f.Keyword == "" && len(f.Causes) == 0
		if rest, inside := strings.CutPrefix(f.Instance, at); inside && !undecided && (rest == "" || rest[0] == '/') {
			f.Instance = rest
			return &f
		}
	}
	return nil
}
