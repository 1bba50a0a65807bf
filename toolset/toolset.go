// Package toolset writes the tools that a model is given, in the formats of those who
// serve models: OpenAI, Anthropic, Gemini, Bedrock, MCP.
//
// Whom a name belongs to is known from a table and never found by taking it apart, for
// ids and names may hold whatever separates them. The package decides nothing: which
// tools a skill may call is said by package contract, for a linter by [Of] and for a
// running gateway by gateway/toolset. It talks to nobody.
package toolset

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/skilllint/skilllint/contract"
)

// A Tool is one function as a model sees it.
type Tool struct {
	// Name is what the model calls it: 1 to 64 of A-Z a-z 0-9 _ -, beginning with no digit
	// or hyphen, which each format allows.
	Name        string
	Skill, Tool string // whom it belongs to
	Description string
	Input       json.RawMessage // JSON Schema of an object
	Output      json.RawMessage // JSON Schema, or nil
	ReadOnly    bool
	Idempotent  bool
	Strict      bool // the model is held to the schema, where the vendor offers that
}

// A Set is the tools of one skill, in a fixed order, with the table of their names.
type Set struct {
	Tools  []Tool
	byName map[string]*Tool
}

// An Entry is a tool that may be called, with the deprecation that is announced for it.
type Entry struct {
	Skill string
	*contract.Tool
	Deprecation *contract.Deprecation
}

// New makes a Set of entries, in their order. It fails for a tool whose arguments are no
// object, which no format can say, and for two tools of one name.
func New(entries []Entry) (*Set, error) {
	s := &Set{byName: map[string]*Tool{}}
	for _, e := range entries {
		input, err := objectSchema(e.Input)
		if err != nil {
			return nil, fmt.Errorf("tool %q of %q: %w", e.Name.Text, e.Skill, err)
		}
		t := Tool{
			Name: Name(e.Skill, e.Name.Text), Skill: e.Skill, Tool: e.Name.Text, Description: describe(e),
			Input: input, ReadOnly: e.ReadOnly, Idempotent: e.Idempotent,
		}
		if e.Output != nil {
			t.Output = e.Output.JSON()
		}
		s.Tools = append(s.Tools, t)
	}
	for i := range s.Tools {
		t := &s.Tools[i]
		if other := s.byName[t.Name]; other != nil {
			return nil, fmt.Errorf("tool %q of %q and tool %q of %q have the name %q", other.Tool, other.Skill, t.Tool, t.Skill, t.Name)
		}
		s.byName[t.Name] = t
	}
	return s, nil
}

// Resolve returns the tool that a model calls by a name.
func (s *Set) Resolve(name string) (Tool, bool) {
	if t := s.byName[name]; t != nil {
		return *t, true
	}
	return Tool{}, false
}

// Of is the set of a skill in the workspace: the tools that are given to it without an
// import (core tools, a registry's), its own, and the imported ones that contract.Check
// allows on the day of now; each of these by skill and name.
func Of(catalog contract.Catalog, given []Entry, skill string, now time.Time) (*Set, error) {
	var current []*contract.Contract
	for _, c := range catalog.Contracts {
		if !c.Superseded && !c.Inactive {
			current = append(current, c)
		}
	}
	index := contract.NewIndex(current)
	if len(index.ID(skill)) == 0 {
		return nil, fmt.Errorf("no skill %q with a contract", skill)
	}
	consumer := index.ID(skill)[0]
	entries := slices.Clone(given)
	sorted(entries)
	own := len(entries)
	taken := map[string]bool{}
	for i := range consumer.Exports {
		t := &consumer.Exports[i]
		taken[t.Name.Text] = true
		entries = append(entries, Entry{skill, t, consumer.Deprecation(t.Name.Text)})
	}
	sorted(entries[own:])
	imported := len(entries)
	for i := range consumer.Imports {
		imp := &consumer.Imports[i]
		for _, name := range imp.Tools {
			p := index.Provider(imp, name.Text)
			if p == nil || p == consumer || taken[called(p, name.Text)] || contract.Check(consumer, p, name.Text, now) != nil {
				continue
			}
			taken[called(p, name.Text)] = true
			entries = append(entries, Entry{p.ID.Text, p.Export(name.Text), p.Deprecation(name.Text)})
		}
	}
	sorted(entries[imported:])
	// A name to which the skill gives a meaning of its own has no other for it.
	return New(append(slices.DeleteFunc(entries[:own:own], func(e Entry) bool { return taken[e.Name.Text] }), entries[own:]...))
}

// called is what a tool may have in common with another only when both are one:
// a skill's tool is known by its name alone, an MCP server's by the server, too.
func called(p *contract.Contract, tool string) string {
	if _, server := contract.Server(p.ID.Text); server {
		return p.ID.Text + " " + tool
	}
	return tool
}

func sorted(entries []Entry) {
	slices.SortFunc(entries, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(a.Skill, b.Skill), cmp.Compare(a.Name.Text, b.Name.Text))
	})
}

// describe tells the model of a removal that is announced, so that it prefers what replaces the tool.
func describe(e Entry) string {
	d := e.Deprecation
	if d == nil {
		return e.Description
	}
	note := "Deprecated"
	if d.Removal.Text != "" {
		note += ", removed on " + d.Removal.Text
	}
	if d.Replacement.Text != "" {
		note += "; use " + d.Replacement.Text
	}
	if e.Description == "" {
		return note + "."
	}
	return e.Description + " (" + note + ".)"
}

// objectSchema is a schema with "type": "object" at its root, as vendors demand it.
func objectSchema(d contract.Document) (json.RawMessage, error) {
	if d == nil {
		return json.RawMessage(`{"type":"object"}`), nil
	}
	text := bytes.TrimSpace(d.JSON())
	var root struct {
		Type json.RawMessage `json:"type"`
	}
	if err := json.Unmarshal(text, &root); err != nil {
		return nil, fmt.Errorf("the schema of the arguments is no object")
	}
	switch {
	case string(root.Type) == `"object"`:
		return json.RawMessage(text), nil
	case root.Type != nil:
		return nil, fmt.Errorf("the arguments are no object")
	}
	rest := bytes.TrimSpace(text[1:])
	if rest[0] == '}' {
		return json.RawMessage(`{"type":"object"}`), nil
	}
	return append(json.RawMessage(`{"type":"object",`), rest...), nil
}

// MCPOutput is the schema of the result for MCP, whose structured content is an object, or
// nil where the result may be something else.
func (t *Tool) MCPOutput() json.RawMessage {
	if t.Output == nil {
		return nil
	}
	output, err := objectSchema(contract.JSON(t.Output))
	if err != nil {
		return nil
	}
	return output
}
