// Package changes compares two states of a workspace: which tools were added,
// deprecated, removed, changed in a way that breaks somebody or not, what
// differs in the plugins and skills that users install, and what version
// that asks for.
//
// It judges nothing: whether a change is allowed is the business of rules,
// and how it is told that of package report.
package changes

import (
	"fmt"
	"slices"
	"strings"

	"github.com/Masterminds/semver/v3"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/schema"
	"github.com/skilllint/skilllint/skill"
)

// A Level is the part of a version that a change has to raise (semver.org).
type Level uint8

const (
	Text  Level = iota // descriptions of a contract: nothing
	Patch              // other content
	Minor              // an addition
	Major              // a break
)

func (l Level) String() string { return [...]string{"none", "patch", "minor", "major"}[l] }

// A Kind names what happened.
type Kind string

const (
	Added      Kind = "added"
	Deprecated Kind = "deprecated"
	Removed    Kind = "removed"
	Breaking   Kind = "breaking"
	Compatible Kind = "compatible"
	Unknown    Kind = "unknown" // nobody could tell what changed, or whether it breaks
	Invalid    Kind = "invalid" // a schema of an MCP server is none any more
	Tightened  Kind = "tightened"
	Changed    Kind = "changed" // content
	Described  Kind = "text"
)

// A Change is one thing that differs between two states of a skill.
type Change struct {
	Kind  Kind
	Level Level
	// Message is a sentence about the change.
	Message string

	// Of contracts.
	Tool          string
	Before, After *contract.Tool // nil where there is none
	Side          schema.Side    // of Breaking, Compatible and Unknown
	Break         *schema.Break  // of Breaking
	// Strict is what only who sends or reads undeclared names can notice, of
	// changes that break nobody as schemas are declared; else nil.
	Strict *schema.Break
	// Older is what only a validator can notice that reads a schema without
	// $schema as draft-07; else nil.
	Older        *schema.Break
	Subscription bool // of Tightened: by a subscription, not by a rate
	// MovedTo names what a removed tool or skill became, "" when it is gone:
	// "new_name", or "skill.name" in another skill.
	MovedTo string
	// Was is the deprecation entry of a removed tool, nil when it had none.
	Was *contract.Deprecation

	// Of contents: the files, sorted, relative to the root of the workspace.
	Files []string
}

// Notice says who may notice a change that breaks nobody as schemas are
// declared, "" when nobody can.
func (c *Change) Notice() string {
	switch {
	case c.Older != nil:
		return fmt.Sprintf("validators that read it as draft-07, which knows \"dependencies\", refuse %s now", c.Older.Witness)
	case c.Strict == nil:
		return ""
	case c.Side == schema.Output:
		return fmt.Sprintf("only who reads names that were not declared can notice, such as %s", c.Strict.Witness)
	}
	return fmt.Sprintf("only who already sends names that were not declared can notice, such as %s", c.Strict.Witness)
}

// A Skill is one skill or plugin with what changed in it.
type Skill struct {
	ID            string       // of a plugin name@marketplace, or its name
	Before, After *skill.Skill // nil for a new one, and for one that is gone
	// Old and New are the versions that the changes are measured by, as
	// written: of a contract the one that its tools are provided at.
	Old, New contract.Name
	// Content says that it is compared by what users install: a plugin, or a
	// skill of the open standard outside of plugins. Others are compared by
	// their contracts.
	Content bool
	Changes []Change

	old, current *semver.Version // of Old and New, nil for those that are none
}

// Plugin reports whether it is a plugin.
func (s *Skill) Plugin() bool { return s.either().Plugin != nil }

// either is the present state, else the one that was.
func (s *Skill) either() *skill.Skill {
	if s.After != nil {
		return s.After
	}
	return s.Before
}

// Path is that of the present manifest, else of the one that was.
func (s *Skill) Path() string { return s.either().Manifest().Path }

// Level is the highest level of the changes.
func (s *Skill) Level() Level {
	level := Text
	for _, c := range s.Changes {
		level = max(level, c.Level)
	}
	return level
}

type comparer struct {
	base, today *skill.Workspace
}

// unreadableToday reports whether a skill is there today but cannot be read,
// and says so in place of its removal.
func (c *comparer) unreadableToday(s *Skill) bool {
	m := c.today.ManifestAt(s.Before.Manifest().Path)
	if m == nil || m.Root != nil {
		return false
	}
	s.After = s.Before
	for _, other := range c.today.Skills {
		if slices.Contains(other.Manifests, m) {
			s.After = other
		}
	}
	s.unknown("")
	return true
}

// unreadableBefore reports whether a skill was there in the base but cannot
// be read there, and says so in place of its addition.
func (c *comparer) unreadableBefore(s *Skill) bool {
	m := c.base.ManifestAt(s.After.Manifest().Path)
	if m == nil || m.Root != nil {
		return false
	}
	s.Before = s.After
	for _, other := range c.base.Skills {
		if slices.Contains(other.Manifests, m) {
			s.Before = other
		}
	}
	s.unknown(" in the base")
	return true
}

// leftUnreadable reports whether a manifest cannot be read, and is to the byte what it was.
func (s *Skill) leftUnreadable() bool {
	return s.Before != nil && s.After != nil && s.After.Unreadable() && s.Before.Manifest().Sum == s.After.Manifest().Sum
}

// unknown says that a manifest cannot be read in one of the states.
func (s *Skill) unknown(where string) {
	s.Changes = []Change{{Kind: Unknown, Message: fmt.Sprintf("the manifest of %s cannot be read%s, so its changes are not known: fix it first", s.ID, where)}}
}

// hidden reports whether the base could not show a skill of today: it lies in
// a folder that was not looked into, such as a submodule.
func (c *comparer) hidden(s *skill.Skill) bool {
	_, kind := c.base.Tree.Resolve(s.Manifest().Path)
	return kind == skill.Pruned
}

// parse reads a schema once for all tools that have the same.
func (c *comparer) parse(doc contract.Document) *schema.Schema {
	if doc == nil {
		return nil
	}
	s, err := c.today.Schema(doc)
	if err != nil {
		return nil
	}
	return s
}

// idOf is what users know a skill or plugin by.
func idOf(s *skill.Skill) string {
	if s.Plugin == nil {
		return s.ID.Text
	}
	return strings.TrimSuffix(s.ID.Text, " (plugin)")
}
