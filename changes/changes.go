// Package changes compares the contracts of two states of a workspace: which
// tools were added, deprecated, removed, changed in a way that breaks
// somebody or not, and what version that asks for (B7).
//
// It judges nothing: whether a change is allowed is the business of rules,
// and how it is told that of package report.
package changes

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/schema"
	"github.com/skilllint/skilllint/skill"
)

// A Level is the part of a version that a change has to raise.
type Level uint8

const (
	Text  Level = iota // descriptions: nothing
	Minor              // an addition
	Major              // a break
)

// A Kind names what happened.
type Kind string

const (
	Added      Kind = "added"
	Deprecated Kind = "deprecated"
	Removed    Kind = "removed"
	Breaking   Kind = "breaking"
	Compatible Kind = "compatible"
	Unknown    Kind = "unknown" // nobody could tell whether it breaks
	Tightened  Kind = "tightened"
	Described  Kind = "text"
)

// A Change is one thing that differs between two states of a skill.
type Change struct {
	Kind  Kind
	Level Level
	Tool  string
	// Message is a sentence about the change.
	Message string

	Before, After *contract.Tool // nil where there is none
	Side          schema.Side    // of Breaking, Compatible and Unknown
	Break         *schema.Break  // of Breaking
	// MovedTo names the tool that a removed one became, "" when it is gone:
	// "new_name", or "skill.name" in another skill.
	MovedTo string
	// Was is the deprecation entry of a removed tool, nil when it had none.
	Was *contract.Deprecation
}

// A Skill is one skill with what changed in its contract.
type Skill struct {
	ID            string
	Before, After *skill.Skill // nil for a new skill, and for one that is gone
	Changes       []Change
}

// Level is the highest level of the changes.
func (s *Skill) Level() Level {
	level := Text
	for _, c := range s.Changes {
		level = max(level, c.Level)
	}
	return level
}

// Between compares the contracts of two workspaces, skill by skill, sorted by
// id. Skills are the same by id, whatever their folders. Skills that neither
// export nor exported a tool are left out, and those in which nothing differs.
func Between(base, today *skill.Workspace) []Skill {
	c := &comparer{base: base, today: today, parsed: map[string]*schema.Schema{}}
	ids := map[string]*Skill{}
	for _, s := range base.Skills {
		if s.ID.Text != "" && len(s.Exports)+len(s.Deprecated) > 0 && ids[s.ID.Text] == nil {
			ids[s.ID.Text] = &Skill{ID: s.ID.Text, Before: s}
		}
	}
	for _, s := range today.Skills {
		entry := ids[s.ID.Text]
		switch {
		case s.ID.Text == "" || s.Unreadable():
		case entry != nil && entry.After == nil:
			entry.After = s
		case entry == nil && len(s.Exports)+len(s.Deprecated) > 0:
			ids[s.ID.Text] = &Skill{ID: s.ID.Text, After: s}
		}
	}
	var list []Skill
	for _, entry := range ids {
		if entry.After == nil && stillThere(today, entry.Before) {
			continue // its manifest cannot be read today: another rule says so
		}
		if entry.Before != nil && entry.Before.Unreadable() {
			continue
		}
		c.compare(entry)
		if len(entry.Changes) > 0 {
			list = append(list, *entry)
		}
	}
	slices.SortFunc(list, func(a, b Skill) int { return strings.Compare(a.ID, b.ID) })
	return list
}

// stillThere reports whether the manifest of a skill is there but unreadable.
func stillThere(today *skill.Workspace, before *skill.Skill) bool {
	m := today.ManifestAt(before.Manifest().Path)
	return m != nil && m.Root == nil
}

type comparer struct {
	base, today *skill.Workspace
	parsed      map[string]*schema.Schema
}

func (c *comparer) compare(s *Skill) {
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
	for i := range before.Exports {
		old := &before.Exports[i]
		if current := after.Export(old.Name.Text); current != nil {
			s.Changes = append(s.Changes, c.tool(old, current)...)
			s.Changes = append(s.Changes, access(before, after, old.Name.Text)...)
		} else {
			s.Changes = append(s.Changes, c.removed(before, after, old))
		}
	}
	for i := range after.Exports {
		if tool := &after.Exports[i]; before.Export(tool.Name.Text) == nil {
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

// sameContract reports whether both states come of the same manifests.
func sameContract(s *Skill) bool {
	return s.Before != nil && s.After != nil && slices.Equal(s.Before.Manifests, s.After.Manifests)
}

// removed describes a tool that is no longer exported.
func (c *comparer) removed(before, after *skill.Skill, old *contract.Tool) Change {
	name := old.Name.Text
	change := Change{Kind: Removed, Level: Major, Tool: name, Before: old, Was: before.Deprecation(name)}
	change.Message = fmt.Sprintf("tool %q is gone", name)
	if owners := c.today.Index.Tool(name); len(owners) > 0 {
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
		if before.Export(tool.Name.Text) != nil || old.Input == nil || !sameDocument(old.Input, tool.Input) || !sameDocument(old.Output, tool.Output) {
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
	if old.Description != current.Description && len(list) == 0 {
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
		change.Message = fmt.Sprintf("the %s of %q changed, and whether that breaks anybody is not known: %s", sideName[side], old.Name.Text, cmp.Reason)
		if cmp.Detail != "" {
			change.Message += " (" + cmp.Detail + ")"
		}
		return []Change{change}
	}
	if cmp.Grown != schema.Not {
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

// parse reads a schema once for all tools that have the same.
func (c *comparer) parse(doc contract.Document) *schema.Schema {
	if doc == nil {
		return nil
	}
	text := doc.JSON()
	if s, ok := c.parsed[string(text)]; ok {
		return s
	}
	s, err := schema.Parse(text)
	if err != nil {
		s = nil
	}
	c.parsed[string(text)] = s
	return s
}
