package lint

import (
	"fmt"
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/contract"
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

// A Pass is what a rule is given: the input of the run, whose Now is midnight
// UTC of its day, and where to report.
type Pass struct {
	Input

	rule     *Rule
	group    *group
	findings *[]Finding
}

// A Finding is one fault that a rule found.
type Finding struct {
	Rule     *Rule
	Severity Severity
	analysis.Diagnostic
	Stack string // of the rule that panicked; empty for all but an InternalError

	group *group // with what it is told; nil by itself
}

// Report adds findings at the rule's default severity.
func (p *Pass) Report(list ...analysis.Diagnostic) { p.ReportAs(p.rule.Severity, list...) }

// ReportAs adds findings at a severity of their own.
func (p *Pass) ReportAs(s Severity, list ...analysis.Diagnostic) {
	if s == Off {
		return
	}
	for _, d := range list {
		d.Category = p.rule.Name
		d.Message = bounded(d.Message)
		for i := range d.Related {
			d.Related[i].Message = bounded(d.Related[i].Message)
		}
		d.URL = p.rule.URL()
		*p.findings = append(*p.findings, Finding{Rule: p.rule, Severity: s, Diagnostic: d, group: p.group})
	}
}

// A Fold makes one finding of many with the same cause, or returns the list as it is. The
// one stands at the first of them.
type Fold func(list []analysis.Diagnostic) []analysis.Diagnostic

// group is one list of findings that are told together.
type group struct{ tell Fold }

// Folding returns a Pass whose findings have one cause: tell makes one of them. It is
// given those that nothing silences, so that a suppression silences what stands on its
// line alone.
func (p *Pass) Folding(tell Fold) *Pass {
	folding := *p
	folding.group = &group{tell}
	return &folding
}

// Reportf adds a finding at a name of a contract.
func (p *Pass) Reportf(at contract.Name, format string, args ...any) {
	p.Report(At(at, format, args...))
}

// At makes a diagnostic at a name of a contract.
func At(at contract.Name, format string, args ...any) analysis.Diagnostic {
	return Span(at.Pos, at.End, format, args...)
}

// Span makes a diagnostic from pos to end.
func Span(pos, end token.Pos, format string, args ...any) analysis.Diagnostic {
	return analysis.Diagnostic{Pos: pos, End: end, Message: fmt.Sprintf(format, args...)}
}

// Related makes a related place of a finding.
func Related(at contract.Name, format string, args ...any) analysis.RelatedInformation {
	return analysis.RelatedInformation{Pos: at.Pos, End: at.End, Message: fmt.Sprintf(format, args...)}
}

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
