package lint

import (
	"slices"
)

// A Severity says what a finding means for a run. Off switches a rule off.
type Severity uint8

const (
	Off Severity = iota
	Note
	Warning
	Error
)

var severities = [...]string{"off", "note", "warning", "error"}

func (s Severity) String() string { return severities[s] }

// ParseSeverity reads "off", "note", "warning" or "error".
func ParseSeverity(text string) (Severity, bool) {
	for s, name := range severities {
		if name == text {
			return Severity(s), true
		}
	}
	return Off, false
}

// A Rule is one check: a plain value, like an analysis.Analyzer. Its Name is
// a public contract: it names the fault and never changes meaning.
type Rule struct {
	Name string
	// Formerly is the name of the rule that reported these findings before;
	// its suppressions and severities count for this rule too, where those of
	// Name say nothing. It is dropped with the next major version.
	Formerly string
	// Doc is Markdown. Its first line says what is wrong when the rule speaks;
	// the rest says why it matters, and what to do.
	Doc string
	// Group is the letter of the requirement's group: A every manifest,
	// B contracts, C code, D function, E cli, F sop, G packages, M MCP servers, W the wild, P plugins, V vendors of models.
	Group string
	// Page is the address at which the rule is explained; "" for the rules of
	// skilllint, which docs/rules.md explains.
	Page string
	// Severity is the default; a finding may carry a lower one of its own.
	Severity Severity
	// Earlier are the severities of earlier releases, oldest first; a rule was
	// off before the release that brought it. A configuration that names an
	// earlier release has them.
	Earlier []Earlier
	// Legacy is a rule about keys that contracts replace: the phase "closed"
	// makes its findings errors.
	Legacy bool
	// Sources say who demands it: standards and documents.
	Sources []Source
	// Local says that what the rule finds in the folder of a skill depends on
	// what is in that folder, and on the paths around it, alone.
	Local bool
	// Authors says that only whoever writes a skill can mend what the rule finds: of a skill that was
	// fetched from elsewhere its errors alone are told.
	Authors bool
	// Loaded says that what the rule finds is an error because of whoever loads the file: where nothing
	// in the repository shows who does, it is a warning.
	Loaded bool
	// Unloaded says that the rule is about what hosts do not load: it speaks of a component, too, in whose
	// place they load a skill.
	Unloaded bool
	// Run reports what it finds in the workspace. It is a pure function of
	// the Pass: no state, no I/O, no clock. The rules about suppressions have
	// none: their findings come of applying the suppressions.
	Run func(*Pass)
}

// Earlier is the severity that a rule had before a release.
type Earlier struct {
	Before   string // "0.2" or "0.2.1"
	Severity Severity
}

// At is the severity that the rule has by default in a release; "" stands for
// this one.
func (r *Rule) At(release string) Severity {
	for _, e := range r.Earlier {
		if release != "" && OlderRelease(release, e.Before) {
			return e.Severity
		}
	}
	return r.Severity
}

// A Source is a document that a rule follows.
type Source struct {
	URL   string
	Level string // "must", "should" or "convention"
	Read  string // the day its text was read, YYYY-MM-DD; empty when it could not be opened
	At    string // where it was read, when that is a copy: its source in a repository, a translation
}

// String is how binding the source is, as the documentation shows it.
func (s Source) String() string { return s.Level }

// URL is where the rule is explained.
func (r *Rule) URL() string {
	if r.Page != "" {
		return r.Page
	}
	return "https://github.com/skilllint/skilllint/blob/main/docs/rules.md#" + r.Name
}

// names are the names that a user may know the rule by, its own first.
func (r *Rule) names() []string {
	if r.Formerly == "" {
		return []string{r.Name}
	}
	return []string{r.Name, r.Formerly}
}

// answers reports whether the rule has a name, or had it.
func (r *Rule) answers(name string) bool { return slices.Contains(r.names(), name) }
