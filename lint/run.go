package lint

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/skill"
)

// Input is what a run judges.
type Input struct {
	Workspace *skill.Workspace
	Base      *skill.Workspace // the earlier revision; nil without one
	Now       time.Time        // the day; only its UTC date counts
	Config    *Config          // nil means the defaults
	// Announced says when deprecations first appeared in the
	// history of the workspace, see Pass.
	Announced map[*contract.Deprecation]skill.Announcement
}

// internalError is the finding about a rule of ours that panicked.
var internalError = &Rule{Name: "internal-error", Severity: Error, Group: "H", Doc: "A rule of skilllint itself failed. The other rules still ran; please report it."}

// InternalError is the rule that a finding carries when a rule panicked; a
// run that has one must not pass (exit status 3).
func InternalError() *Rule { return internalError }

// Run runs the rules in parallel and returns their findings as the
// configuration has them, sorted by file, place, rule and message.
func Run(in Input, rules []*Rule) []Finding {
	if in.Config == nil {
		in.Config = DefaultConfig()
	}
	y, m, d := in.Now.UTC().Date()
	day := time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
	found := make([][]Finding, len(rules))
	skill.Parallel(len(rules), func(i int) {
		pass := &Pass{Workspace: in.Workspace, Base: in.Base, Now: day, Config: in.Config, Announced: in.Announced, rule: rules[i], findings: &found[i]}
		runRule(pass)
	})
	findings := in.Config.apply(in.Workspace, slices.Concat(found...))
	findings = append(findings, in.Config.apply(in.Workspace, suppress(in.Workspace, in.Config, &findings, rules))...)
	Sort(in.Workspace, findings)
	return findings
}

// runRule runs one rule; a panic of its becomes a finding.
func runRule(p *Pass) {
	if p.rule.Run == nil || p.Config.off(p.rule) {
		return
	}
	defer func() {
		if e := recover(); e != nil {
			*p.findings = append(*p.findings, Finding{internalError, Error, analysis.Diagnostic{
				Category: internalError.Name, URL: internalError.URL(),
				Message: fmt.Sprintf("rule %s failed: %v", p.rule.Name, e),
			}})
		}
	}()
	p.rule.Run(p)
	*p.findings = few(p.Workspace, *p.findings)
}

// Sort orders findings by file, place, rule and message.
func Sort(ws *skill.Workspace, findings []Finding) {
	type keyed struct {
		file          string
		offset, close int
	}
	place := func(f Finding) keyed {
		p := ws.Fset.PositionFor(f.Pos, false)
		return keyed{p.Filename, p.Offset, int(f.End)}
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
