package changes

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/schema"
	"github.com/skilllint/skilllint/skill"
)

// contracts pairs the skills that export tools, or did, by id, whatever their
// folders, and compares what they promise.
func (c *comparer) contracts() []*Skill {
	var list []*Skill
	for _, s := range c.pairContracts() {
		switch {
		case s.After == nil && c.unreadableToday(s), s.Before == nil && c.unreadableBefore(s):
		case s.Before == nil && c.hidden(s.After):
			continue
		default:
			s.measureContracts()
			c.contract(s)
		}
		list = append(list, s)
	}
	return list
}

// pairContracts finds for each contract of the base the skill of today with
// its id: of several the one in the same place, else one that no other
// contract of the base is.
func (c *comparer) pairContracts() []*Skill {
	before, today := map[string][]*skill.Skill{}, map[string][]*skill.Skill{}
	for _, s := range c.base.Skills {
		if promises(s) && !s.Superseded {
			before[s.ID.Text] = append(before[s.ID.Text], s)
		}
	}
	for _, s := range c.today.Skills {
		if !s.Unreadable() && !s.Superseded {
			today[s.ID.Text] = append(today[s.ID.Text], s)
		}
	}
	var list []*Skill
	for id, was := range before {
		is := today[id]
		var pairs []*Skill
		left := pairBy(&pairs, was, is, func(a, b *skill.Skill) bool { return home(a) == home(b) })
		left = pairBy(&pairs, left, is, func(a, b *skill.Skill) bool { return promises(b) })
		left = pairBy(&pairs, left, is, func(a, b *skill.Skill) bool { return true })
		if len(is) == 0 {
			pairs = []*Skill{{ID: id, Before: left[0]}}
		}
		list = append(list, pairs...)
	}
	for id, is := range today {
		if i := slices.IndexFunc(is, promises); i >= 0 && len(before[id]) == 0 {
			list = append(list, &Skill{ID: id, After: is[i]})
		}
	}
	return list
}

// pairBy pairs what belongs together, each at most once, and returns what is
// left of was.
func pairBy(pairs *[]*Skill, was, is []*skill.Skill, fits func(a, b *skill.Skill) bool) (left []*skill.Skill) {
	taken := map[*skill.Skill]bool{}
	for _, s := range *pairs {
		taken[s.After] = true
	}
	for _, a := range was {
		i := slices.IndexFunc(is, func(b *skill.Skill) bool { return !taken[b] && fits(a, b) })
		if i < 0 {
			left = append(left, a)
			continue
		}
		taken[is[i]] = true
		*pairs = append(*pairs, &Skill{ID: a.ID.Text, Before: a, After: is[i]})
	}
	return left
}

// home is where a skill stays when its version changes.
func home(s *skill.Skill) string {
	if s.Package != nil {
		return s.Package.Root()
	}
	return s.Dir
}

func promises(s *skill.Skill) bool {
	return s.ID.Text != "" && !s.Unreadable() && len(s.Exports)+len(s.Deprecated) > 0
}

// contract compares what the two states of a skill promise.
func (c *comparer) contract(s *Skill) {
	empty := &skill.Skill{}
	before, after := s.Before, s.After
	if before == nil {
		before = empty
	}
	if after == nil {
		after = empty
	}
	if &before.Contract != &after.Contract && sameContract(s) {
		return
	}
	was, is := byName(before), byName(after)
	var wasDefined, isDefined map[string]*skill.MCPTool
	if before.Server != nil && after.Server != nil {
		wasDefined, isDefined = definitions(before), definitions(after)
	}
	for i := range before.Exports {
		old := &before.Exports[i]
		if was[old.Name.Text] != old {
			continue // twice: the first counts
		}
		if d := isDefined[old.Name.Text]; d != nil && bytes.Equal(wasDefined[old.Name.Text].Raw, d.Raw) {
			continue
		}
		if current := is[old.Name.Text]; current != nil {
			s.Changes = append(s.Changes, c.tool(old, current)...)
			if d := isDefined[old.Name.Text]; d != nil {
				s.Changes = append(s.Changes, c.definition(old, current, wasDefined[old.Name.Text], d)...)
			}
			s.Changes = append(s.Changes, access(before, after, old.Name.Text)...)
		} else {
			s.Changes = append(s.Changes, c.removed(before, after, old))
		}
	}
	for i := range after.Exports {
		if tool := &after.Exports[i]; was[tool.Name.Text] == nil && is[tool.Name.Text] == tool {
			s.Changes = append(s.Changes, Change{Kind: Added, Level: Minor, Tool: tool.Name.Text, After: tool, Message: fmt.Sprintf("tool %q is new", tool.Name.Text)})
		}
	}
	for i := range after.Deprecated {
		d := &after.Deprecated[i]
		if before.Deprecation(d.Tool.Text) == nil && after.Export(d.Tool.Text) != nil && before.Export(d.Tool.Text) != nil {
			message := fmt.Sprintf("tool %q is deprecated and will be removed on %s", d.Tool.Text, d.Removal.Text)
			if d.Replacement.Text != "" {
				message += fmt.Sprintf("; use %q", d.Replacement.Text)
			}
			s.Changes = append(s.Changes, Change{Kind: Deprecated, Level: Minor, Tool: d.Tool.Text, After: after.Export(d.Tool.Text), Message: message})
		}
	}
}

// byName are the tools of a skill, of two with one name the first.
func byName(s *skill.Skill) map[string]*contract.Tool {
	tools := make(map[string]*contract.Tool, len(s.Exports))
	for i := range s.Exports {
		if t := &s.Exports[i]; tools[t.Name.Text] == nil {
			tools[t.Name.Text] = t
		}
	}
	return tools
}

// sameContract reports whether both states come of the same manifests.
func sameContract(s *Skill) bool {
	return s.Before != nil && s.After != nil && slices.Equal(s.Before.Manifests, s.After.Manifests)
}

// removed describes a tool that is no longer exported.
func (c *comparer) removed(before, after *skill.Skill, old *contract.Tool) Change {
	name := old.Name.Text
	change := Change{Kind: Removed, Level: Major, Tool: name, Before: old, Was: before.Deprecation(name)}
	change.Message = fmt.Sprintf("tool %q is gone", name)
	if owners := c.today.Index.Tool(name); len(owners) > 0 && before.Server == nil {
		change.MovedTo = owners[0].ID.Text + "." + name
	} else if renamed := renamedTo(before, after, old); renamed != "" {
		change.MovedTo = renamed
	}
	if change.MovedTo != "" {
		change.Message = fmt.Sprintf("tool %q is gone; it is %q now", name, change.MovedTo)
	}
	return change
}

// renamedTo returns the new tool of the same skill that has the schemas of an
// old one, when there is just one.
func renamedTo(before, after *skill.Skill, old *contract.Tool) string {
	found := ""
	for i := range after.Exports {
		tool := &after.Exports[i]
		if before.Export(tool.Name.Text) != nil || old.Input == nil || after.Server != nil && old.Description != tool.Description || !sameDocument(old.Input, tool.Input) || !sameDocument(old.Output, tool.Output) {
			continue
		}
		if found != "" {
			return ""
		}
		found = tool.Name.Text
	}
	return found
}

func sameDocument(a, b contract.Document) bool {
	return a == nil && b == nil || a != nil && b != nil && bytes.Equal(a.JSON(), b.JSON())
}

// tool compares the schemas and the text of a tool.
func (c *comparer) tool(old, current *contract.Tool) []Change {
	var list []Change
	list = append(list, c.schemas(old, current, schema.Input)...)
	list = append(list, c.schemas(old, current, schema.Output)...)
	if old.Description != current.Description {
		list = append(list, Change{Kind: Described, Tool: old.Name.Text, Before: old, After: current, Message: fmt.Sprintf("the description of %q is another", old.Name.Text)})
	}
	return list
}

var sideName = map[schema.Side]string{schema.Input: "input", schema.Output: "output"}

func (c *comparer) schemas(old, current *contract.Tool, side schema.Side) []Change {
	before, after := old.Input, current.Input
	if side == schema.Output {
		before, after = old.Output, current.Output
	}
	if sameDocument(before, after) {
		return nil
	}
	change := Change{Tool: old.Name.Text, Before: old, After: current, Side: side}
	a, b := c.parse(before), c.parse(after)
	if a == nil || b == nil {
		return nil // missing or invalid: other rules say so
	}
	cmp := schema.Compare(context.Background(), a, b, side, schema.Options{Model: schema.Declared})
	switch cmp.Verdict {
	case schema.Not:
		var list []Change
		for i := range cmp.Breaks {
			change.Kind, change.Level, change.Break = Breaking, Major, &cmp.Breaks[i]
			change.Message = fmt.Sprintf("the %s of %q: %s", sideName[side], old.Name.Text, cmp.Breaks[i].Message)
			list = append(list, change)
		}
		return list
	case schema.Unknown:
		change.Kind = Unknown
		change.Message = fmt.Sprintf("the %s of %q changed: compare both by hand, it cannot be decided whether that breaks consumers: %s", sideName[side], old.Name.Text, cmp.Reason)
		if cmp.Detail != "" {
			change.Message += " (" + cmp.Detail + ")"
		}
		return []Change{change}
	}
	change.Strict, change.Older = cmp.StrictBreak, cmp.Older
	if cmp.Grown != schema.Not && cmp.StrictBreak == nil {
		change.Kind, change.Message = Described, fmt.Sprintf("the %s of %q is written otherwise", sideName[side], old.Name.Text)
		return []Change{change}
	}
	change.Kind, change.Level = Compatible, Minor
	what := "accepts more"
	if side == schema.Output {
		what = "promises more"
	}
	change.Message = fmt.Sprintf("the %s of %q %s", sideName[side], old.Name.Text, what)
	return []Change{change}
}
