package contract

import (
	"go/token"
	"time"

	"github.com/Masterminds/semver/v3"
)

// A Name is a word that a manifest uses, and where it was written.
// Pos and End are byte positions in the workspace's token.FileSet; both are
// token.NoPos for names that no file holds. End is exclusive.
type Name struct {
	Text     string
	Pos, End token.Pos
}

// A Document is a JSON value in the form that its file was read in.
type Document interface {
	// JSON returns the value as compact JSON, members in the order written.
	JSON() []byte
	// At returns where the value at a JSON pointer (RFC 6901) stands, or the
	// nearest enclosing value that exists.
	At(pointer string) (pos, end token.Pos)
}

// JSON is a Document that stands in no file.
type JSON []byte

// JSON implements Document.
func (j JSON) JSON() []byte { return j }

// At implements Document: there is no place.
func (JSON) At(string) (token.Pos, token.Pos) { return token.NoPos, token.NoPos }

// A Contract is everything that one skill says to others.
type Contract struct {
	ID Name
	// Version is what the provider's tools are provided at: the api_version
	// of a contract, the version of a function, package or plugin. Provides
	// is its value, nil when none is given or it is no version.
	Version  Name
	Provides *semver.Version

	Exports    []Tool
	Imports    []Import
	Access     Access
	Deprecated []Deprecation

	// Of the versions of one skill, Inactive ones may not be used, and
	// Superseded ones are not what a name without a version means.
	Inactive, Superseded bool

	exports    lookup[Tool]
	deprecated lookup[Deprecation]
}

// A Tool is one function that a skill lets others call.
type Tool struct {
	Name        Name
	Description string
	Input       Document // JSON Schema of the arguments; nil when not given
	Output      Document // JSON Schema of the result; nil when not given
	ReadOnly    bool     // an accessor: an edge through it closes no cycle
	Idempotent  bool     // may be retried after it was dispatched

	Timeout  time.Duration // of one attempt; 0 when none is given
	Retries  int           // attempts after the first; 0 when none are given
	Defaults bool          // members that arguments lack take the schema's defaults before they are validated

	Pos, End token.Pos // the whole entry
}

// An Import is one entry by which a consumer says what it needs.
type Import struct {
	// From is the provider. Its Text is empty where the dialect names tools
	// alone (external_tools, calls): then whoever exports the tool provides it.
	From  Name
	Tools []Name // empty: the provider itself is needed, as by requires.skills

	Version Name  // the requirement as written; Text is empty when any version will do
	Range   Range // what Version allows
	Err     error // why Version is no requirement; Range is then meaningless

	Soft   bool   // resolves, but is no part of a cycle (related_skills, links)
	Unsure bool   // a key that does not always name skills: counts only where its other values do
	Key    string // the manifest's key that says so: "imports", "calls", "requires.skills", …

	Pos, End token.Pos // the whole entry
}

// Access says who may call a provider's tools, and how often.
type Access struct {
	RequiresSubscription bool
	FreeTools            []Name
	Rates                []ToolRate

	// Zone is where the days and months of the rates begin, as written; Text is
	// empty for UTC. Location is what it names, nil for UTC; ZoneErr says why it
	// names none.
	Zone     Name
	Location *time.Location
	ZoneErr  error

	Pos, End token.Pos // the whole section; NoPos when it is absent
}

// A ToolRate limits one tool; with an empty Tool, each tool of the provider.
type ToolRate struct {
	Tool Name
	Text Name
	Rate Rate
	Err  error // why Text is no rate; Rate is then meaningless
}

// A Deprecation announces that a tool will be removed.
type Deprecation struct {
	Tool        Name
	Removal     Name      // the date as written
	RemovalDate time.Time // midnight UTC; zero when Removal is no date
	Replacement Name      // a tool, or "provider.tool"; Text is empty when none is named
	Pos, End    token.Pos // the whole entry
}

// Export returns the exported tool of that name, or nil.
func (c *Contract) Export(tool string) *Tool {
	return c.exports.find(c.Exports, toolName, tool)
}

// Deprecation returns the entry for a tool, or nil.
func (c *Contract) Deprecation(tool string) *Deprecation {
	return c.deprecated.find(c.Deprecated, deprecatedTool, tool)
}

// Overdue reports whether the removal date has come: on the day itself, in
// UTC, the tool is overdue. An entry without a date never is.
func (d *Deprecation) Overdue(now time.Time) bool {
	return !d.RemovalDate.IsZero() && !now.UTC().Before(d.RemovalDate)
}

// RateOf returns the limit that holds for a tool: its own, else the
// provider's general one, else unlimited.
func (a *Access) RateOf(tool string) Rate {
	general := Rate{}
	for _, r := range a.Rates {
		switch {
		case r.Err != nil:
		case r.Tool.Text == tool:
			return r.Rate
		case r.Tool.Text == "":
			general = r.Rate
		}
	}
	return general
}

// Free reports whether a tool may be called without a subscription.
func (a *Access) Free(tool string) bool {
	if !a.RequiresSubscription {
		return true
	}
	for _, t := range a.FreeTools {
		if t.Text == tool {
			return true
		}
	}
	return false
}
