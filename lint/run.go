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
	"github.com/skilllint/skilllint/internal/parallel"
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
	in.Now = time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
	found := make([][]Finding, len(rules))
	parallel.Do(len(rules), func(i int) { runRule(&Pass{Input: in, rule: rules[i], findings: &found[i]}) })
	kept, faults := suppress(in, in.Config.apply(in.Workspace, judged(in.Workspace, slices.Concat(found...))), rules)
	findings := append(told(kept), in.Config.apply(in.Workspace, faults)...)
	Sort(in.Workspace, findings)
	return findings
}

// judged drops the findings in files that nobody loads. Manifests there are
// not in the workspace's lists; this is for what rules find by paths.
func judged(ws *skill.Workspace, findings []Finding) []Finding {
	return slices.DeleteFunc(findings, func(f Finding) bool {
		file := ws.FileAt(f.Pos)
		return file != nil && ws.InertAt(file.Path)
	})
}

// runRule runs one rule and turns its panic into a finding.
func runRule(p *Pass) {
	if p.rule.Run == nil || p.Config.off(p.rule) {
		return
	}
	defer func() {
		if e := recover(); e != nil {
			*p.findings = append(*p.findings, Finding{Rule: internalError, Severity: Error, Stack: parallel.StackOf(e), Diagnostic: analysis.Diagnostic{
				Category: internalError.Name, URL: internalError.URL(),
				Message: bounded(fmt.Sprintf("rule %s failed: %v", p.rule.Name, e)),
			}})
		}
	}()
	p.rule.Run(p)
	*p.findings = few(p.Workspace, *p.findings)
}

// told puts what the folds make of their findings in the place of the first of each.
func told(findings []Finding) []Finding {
	of := map[*group][]Finding{}
	for _, f := range findings {
		if f.group != nil {
			of[f.group] = append(of[f.group], f)
		}
	}
	if len(of) == 0 {
		return findings
	}
	var all []Finding
	for _, f := range findings {
		if f.group == nil {
			all = append(all, f)
			continue
		}
		list := of[f.group]
		delete(of, f.group)
		if list == nil {
			continue // its first has stood for it
		}
		diagnostics := make([]analysis.Diagnostic, len(list))
		at := map[token.Pos]Finding{}
		for i, f := range slices.Backward(list) {
			diagnostics[i], at[f.Pos] = f.Diagnostic, f
		}
		for _, d := range f.group.tell(diagnostics) {
			one := at[d.Pos]
			one.Diagnostic = d
			all = append(all, one)
		}
	}
	return all
}

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
