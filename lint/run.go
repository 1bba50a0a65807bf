package lint

import (
	"fmt"
	"go/token"
	"path"
	"slices"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/parallel"
	"github.com/skilllint/skilllint/skill"
)

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
	kept, faults := suppress(in, in.Config.apply(in.Workspace, judged(in, slices.Concat(found...))), rules)
	findings := append(told(kept), in.Config.apply(in.Workspace, faults)...)
	Sort(in.Workspace, findings)
	return findings
}

// judged drops the findings in files that nobody loads, or in whose place a skill is loaded, and those that are their authors' to mend in
// skills that were fetched and in files that an installer keeps, and lessens those that are errors
// because of whoever loads the file where nothing shows who does. Manifests that nobody loads are not
// in the workspace's lists; this is for what rules find by paths.
func judged(in Input, findings []Finding) []Finding {
	for i, f := range findings {
		if file := in.FileAt(f.Pos); f.Rule.Loaded && f.Severity == Error && len(in.Config.Hosts) == 0 && file != nil && !in.Claimed(file.Path) {
			findings[i].Severity = Warning
		}
	}
	return slices.DeleteFunc(findings, func(f Finding) bool {
		file := in.FileAt(f.Pos)
		if file == nil {
			return false
		}
		c := in.ComponentAt(file.Path)
		return in.InertAt(file.Path) || !f.Rule.Unloaded && c != nil && in.Displaced(c) || f.Rule.Authors && f.Severity < Error && (in.IsFetched(path.Dir(file.Path)) || in.IsKept(file))
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

// MaxFindings is how many findings of one rule in one file are reported: whoever
// has more has one fault many times, or a hostile file.
const MaxFindings = 1_000

// few keeps the first findings of each file, and counts the others in one of
// the gravest severity among them. All are of one rule.
func few(ws *skill.Workspace, findings []Finding) []Finding {
	if len(findings) <= MaxFindings {
		return findings
	}
	Sort(ws, findings)
	type rest struct{ first, count int }
	count, more := map[string]int{}, map[string]*rest{}
	kept := make([]Finding, 0, MaxFindings)
	for _, f := range findings {
		name := ws.Fset.Position(f.Pos).Filename
		if count[name]++; count[name] <= MaxFindings {
			kept = append(kept, f)
			continue
		}
		if more[name] == nil {
			more[name] = &rest{first: len(kept)}
			kept = append(kept, Finding{Rule: f.Rule, Severity: f.Severity, Diagnostic: analysis.Diagnostic{Pos: f.Pos, End: f.Pos, Category: f.Category, URL: f.URL}})
		}
		more[name].count++
		last := &kept[more[name].first]
		last.Severity = max(last.Severity, f.Severity)
		last.Message = fmt.Sprintf("%d more findings of this rule in this file", more[name].count)
	}
	return kept
}
