package lint

import (
	"cmp"
	"fmt"
	"go/token"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/manifest"
	"github.com/skilllint/skilllint/skill"
)

// Input is what a run judges.
type Input struct {
	*skill.Workspace
	Base   *skill.Workspace // the earlier revision; nil without one
	Now    time.Time        // the day; only its UTC date counts
	Config *Config          // nil means the defaults
	// Rejudged names what decides about findings and is not as in the base, such
	// as "the configuration".
	Rejudged []string
	// Announced has when deprecations first appeared in the history; those
	// that are not in it begin today.
	Announced map[*contract.Deprecation]manifest.Announcement
}

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

// maxMessage is how long a message may be, in bytes: a name in a hostile file
// may have megabytes.
const maxMessage = 2_000

// bounded cuts the middle out of a message that is too long.
func bounded(text string) string {
	if len(text) <= maxMessage {
		return text
	}
	return strings.ToValidUTF8(text[:maxMessage*3/4], "") + " … " + strings.ToValidUTF8(text[len(text)-maxMessage/4:], "")
}

// internalError is the finding about a rule of ours that panicked.
var internalError = &Rule{Name: "internal-error", Severity: Error, Group: "H", Doc: "A rule of skilllint itself failed. The other rules still ran; please report it."}

// InternalError is the rule that a finding carries when a rule panicked; a
// run that has one must not pass (exit status 3).
func InternalError() *Rule { return internalError }

// Sort orders findings by file, place, rule and message.
func Sort(ws *skill.Workspace, findings []Finding) {
	type keyed struct {
		file   string
		offset int
	}
	place := func(f Finding) keyed {
		p := ws.Fset.PositionFor(f.Pos, false)
		return keyed{p.Filename, p.Offset}
	}
	slices.SortStableFunc(findings, func(a, b Finding) int {
		pa, pb := place(a), place(b)
		return cmp.Or(
			strings.Compare(pa.file, pb.file),
			cmp.Compare(pa.offset, pb.offset),
			strings.Compare(a.Rule.Name, b.Rule.Name),
			strings.Compare(a.Message, b.Message),
		)
	})
}
