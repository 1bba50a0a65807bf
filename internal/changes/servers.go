package changes

import (
	"fmt"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/skill"
)

// definition compares what only MCP servers say of a tool, and what other
// manifests have rules for: schemas that are none, or no longer there.
func (c *comparer) definition(old, current *contract.Tool, was, is *skill.MCPTool) []Change {
	name := old.Name.Text
	var list []Change
	add := func(kind Kind, level Level, format string, args ...any) {
		list = append(list, Change{Kind: kind, Level: level, Tool: name, Before: old, After: current, Message: fmt.Sprintf(format, args...)})
	}
	switch valid := c.valid(current.Input); {
	case c.valid(old.Input) && !valid && !is.NamesOnly:
		add(Invalid, Major, "the input of %q is no valid schema any more: clients refuse the tool, or the whole list", name)
	case !c.valid(old.Input) && valid && !was.NamesOnly:
		add(Compatible, Minor, "the input of %q is a valid schema now", name)
	}
	switch {
	case old.Output != nil && is.Output == nil:
		add(Unknown, Text, "the output of %q is no longer described: it cannot be decided whether that breaks consumers", name)
	case old.Output != nil && !c.valid(current.Output):
		add(Invalid, Major, "the output of %q is no valid schema any more", name)
	case was.Output == nil && current.Output != nil:
		add(Compatible, Minor, "the output of %q is described now", name)
	}
	if was.Annotations.Get("readOnlyHint").True() && !is.Annotations.Get("readOnlyHint").True() {
		add(Described, Text, "%q is not annotated as read-only any more", name)
	}
	if !was.Annotations.Get("destructiveHint").True() && is.Annotations.Get("destructiveHint").True() {
		add(Described, Text, "%q is annotated as destructive now", name)
	}
	return list
}

// definitions are those of a server's tools, of two with one name the first.
func definitions(s *skill.Skill) map[string]*skill.MCPTool {
	byName := make(map[string]*skill.MCPTool, len(s.Server.Tools))
	for i := range s.Server.Tools {
		if t := &s.Server.Tools[i]; byName[t.Name.Text] == nil {
			byName[t.Name.Text] = t
		}
	}
	return byName
}

func (c *comparer) valid(doc contract.Document) bool { return c.parse(doc) != nil }
