package report

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/changes"
)

// Changes is what changed in skills and plugins, and what that does to those who use them.
type Changes struct {
	Skills    []changes.Skill
	Consumers []Consumer // nil when nobody asked
}

// ChangesText writes the changes of skills and plugins for a person: one by
// one the version that each should carry, then each change.
func ChangesText(out io.Writer, all Changes) error {
	w := bufio.NewWriter(out)
	if len(all.Skills) == 0 {
		fmt.Fprintln(w, "no skill and no plugin changed")
	}
	for i := range all.Skills {
		s := &all.Skills[i]
		fmt.Fprintf(w, "%s%s\n", Visible(title(s)), Visible(versionNote(s)))
		for _, c := range s.Changes {
			fmt.Fprintf(w, "  %-10s  %s\n", c.Kind, Visible(changeText(&c)))
		}
	}
	consumersText(w, all.Consumers)
	return w.Flush()
}

// title names a skill or plugin.
func title(s *changes.Skill) string {
	if s.Plugin() {
		return "plugin " + s.ID
	}
	if name, ok := contract.Server(s.ID); ok {
		return "MCP server " + name
	}
	return s.ID
}

// versionNote says what version a skill has, and which it should have.
func versionNote(s *changes.Skill) string {
	before, after := s.Old.Text, s.New.Text
	note := ""
	switch {
	case s.After == nil:
		return " is gone"
	case after != "" && s.Before != nil && before != "" && before != after:
		note = fmt.Sprintf(" %s → %s", before, after)
	case after != "":
		note = " " + after
	}
	if s.Before == nil {
		return note + " is new"
	}
	if required := s.Required(); required != "" {
		note += ", should be " + required
	}
	return note
}

// changeText is a change with its witness.
func changeText(c *changes.Change) string {
	if notice := c.Notice(); notice != "" {
		return c.Message + "; " + notice
	}
	if c.Break == nil {
		return c.Message
	}
	return fmt.Sprintf("%s (for example %s)", c.Message, c.Break.Witness)
}

// headings are the groups of a Markdown changelog, in order.
var headings = []struct {
	title string
	kinds []changes.Kind
}{
	{"Breaking", []changes.Kind{changes.Breaking, changes.Removed, changes.Invalid, changes.Tightened}},
	{"Not known", []changes.Kind{changes.Unknown}},
	{"Deprecated", []changes.Kind{changes.Deprecated}},
	{"Added", []changes.Kind{changes.Added}},
	{"Compatible", []changes.Kind{changes.Compatible}},
	{"Changed", []changes.Kind{changes.Changed}},
	{"Text", []changes.Kind{changes.Described}},
}

// ChangesMarkdown writes release notes.
func ChangesMarkdown(out io.Writer, all Changes) error {
	w := bufio.NewWriter(out)
	if len(all.Skills) == 0 {
		fmt.Fprintln(w, "No skill and no plugin changed.")
	}
	for i := range all.Skills {
		s := &all.Skills[i]
		if i > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintf(w, "## %s%s\n", markdownText(title(s)), markdownText(versionNote(s)))
		for _, h := range headings {
			first := true
			for _, c := range s.Changes {
				if !containsKind(h.kinds, c.Kind) {
					continue
				}
				if first {
					fmt.Fprintf(w, "\n### %s\n\n", h.title)
					first = false
				}
				fmt.Fprintf(w, "- %s\n", markdownText(c.Message))
				if notice := c.Notice(); notice != "" {
					fmt.Fprintf(w, "  %s\n", markdownText(notice))
				}
				if c.Break != nil {
					fmt.Fprintf(w, "  For example: %s\n", codeSpan(c.Break.Witness.String()))
				}
			}
		}
	}
	consumersMarkdown(w, all.Consumers)
	return w.Flush()
}

func containsKind(kinds []changes.Kind, kind changes.Kind) bool {
	for _, k := range kinds {
		if k == kind {
			return true
		}
	}
	return false
}

// The JSON of changes, version 1.
type (
	jsonChanges struct {
		Version   int           `json:"version"`
		Skills    []jsonChanged `json:"skills"`
		Plugins   []jsonChanged `json:"plugins"`
		Consumers []Consumer    `json:"consumers,omitempty"`
	}
	jsonChanged struct {
		Name     string       `json:"name"`
		Path     string       `json:"path"` // of its manifest
		Before   string       `json:"before"`
		After    string       `json:"after"`
		Required string       `json:"required"`
		Level    string       `json:"level"`
		Gone     bool         `json:"gone"`
		New      bool         `json:"new"`
		Changes  []jsonChange `json:"changes"`
	}
	jsonChange struct {
		Kind    changes.Kind    `json:"kind"`
		Level   string          `json:"level"`
		Tool    string          `json:"tool,omitempty"`
		Message string          `json:"message"`
		Witness json.RawMessage `json:"witness,omitempty"`
		Strict  json.RawMessage `json:"strict,omitempty"` // what only undeclared names can notice
		Path    string          `json:"path,omitempty"`
		Files   []string        `json:"files,omitempty"`
	}
)

// ChangesJSON writes the changes for machines.
func ChangesJSON(w io.Writer, all Changes) error {
	doc := jsonChanges{Version: 1, Skills: []jsonChanged{}, Plugins: []jsonChanged{}, Consumers: all.Consumers}
	for i := range all.Skills {
		s := &all.Skills[i]
		j := jsonChanged{
			Name: s.ID, Path: s.Path(), Before: s.Old.Text, After: s.New.Text, Required: s.Required(), Level: s.Level().String(),
			Gone: s.After == nil, New: s.Before == nil, Changes: []jsonChange{},
		}
		for _, c := range s.Changes {
			change := jsonChange{Kind: c.Kind, Level: c.Level.String(), Tool: c.Tool, Message: c.Message, Files: c.Files}
			if c.Break != nil {
				change.Witness, change.Path = json.RawMessage(c.Break.Witness.String()), c.Break.Path
			}
			if c.Strict != nil {
				change.Strict = json.RawMessage(c.Strict.Witness.String())
			}
			j.Changes = append(j.Changes, change)
		}
		if s.Plugin() {
			doc.Plugins = append(doc.Plugins, j)
		} else {
			doc.Skills = append(doc.Skills, j)
		}
	}
	return WriteJSON(w, doc)
}
