package report

import (
	"bufio"
	"cmp"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// A tally is how often a rule speaks at one severity.
type tally struct {
	rule     *lint.Rule
	severity lint.Severity
	findings []lint.Finding
	fixes    int // of which --fix mends
}

// tallies counts findings by rule and severity, the gravest and most frequent first.
func tallies(findings []lint.Finding) []*tally {
	type key struct {
		rule     *lint.Rule
		severity lint.Severity
	}
	at := map[key]*tally{}
	var list []*tally
	for _, f := range findings {
		k := key{f.Rule, f.Severity}
		c := at[k]
		if c == nil {
			c = &tally{rule: f.Rule, severity: f.Severity}
			at[k], list = c, append(list, c)
		}
		c.findings = append(c.findings, f)
		if len(f.SuggestedFixes) > 0 {
			c.fixes++
		}
	}
	slices.SortFunc(list, func(a, b *tally) int {
		return cmp.Or(cmp.Compare(b.severity, a.severity), cmp.Compare(len(b.findings), len(a.findings)), strings.Compare(a.rule.Name, b.rule.Name))
	})
	return list
}

// fewest is how many findings of a rule are shown at least, when any are.
const fewest = 3

// overview writes more findings than are shown at once: a table of the rules,
// what to mend first, and of each rule some findings, those of the gravest first.
func (t Text) overview(w *bufio.Writer, ws *skill.Workspace, shown []lint.Finding) {
	list := tallies(shown)
	writeTable(w, t, list)
	if first := mendFirst(ws, shown); first != "" {
		fmt.Fprintf(w, "\nfirst: %s\n", Visible(first))
	}
	room := t.Max
	each := max(fewest, room/len(list))
	for _, c := range list {
		n := min(len(c.findings), each, room)
		if n == 0 {
			continue // the table has it
		}
		room -= n
		fmt.Fprintln(w)
		for _, f := range c.findings[:n] {
			t.finding(w, ws, f)
		}
		if more := len(c.findings) - n; more > 0 {
			fmt.Fprintf(w, "… and %d more of %s: skilllint --select %s%s\n", more, c.rule.Name, c.rule.Name, t.args())
		}
	}
	fmt.Fprintln(w)
}

// mendFirst names the file and rule where most errors are: one edit often mends them all.
func mendFirst(ws *skill.Workspace, shown []lint.Finding) string {
	type spot struct{ file, rule string }
	counts := map[spot]int{}
	var best spot
	for _, f := range shown {
		if f.Severity != lint.Error {
			continue
		}
		s := spot{locate(ws, f.Pos, f.End, runes).file, f.Rule.Name}
		counts[s]++
		if c := cmp.Compare(counts[s], counts[best]); c > 0 || c == 0 && cmp.Or(strings.Compare(s.file, best.file), strings.Compare(s.rule, best.rule)) < 0 {
			best = s
		}
	}
	if counts[best] < 3 {
		return ""
	}
	return fmt.Sprintf("%d errors of %s are in %s", counts[best], best.rule, best.file)
}

// path is how a file of the workspace is called from the current folder.
func (t Text) path(file string) string {
	if t.Below != "" {
		if rel, err := filepath.Rel(filepath.FromSlash(t.Below), filepath.FromSlash(file)); err == nil {
			return Visible(filepath.ToSlash(rel))
		}
	}
	return Visible(path.Join(t.Dir, file))
}

// args are the paths that a command needs, with a blank before them.
func (t Text) args() string {
	if t.Args == "" {
		return ""
	}
	return " " + Visible(t.Args)
}

// summary writes what was read and how much was found.
func (t Text) summary(w *bufio.Writer, ws *skill.Workspace, findings []lint.Finding) {
	s := Summarize(ws, findings)
	color := ""
	switch {
	case s.Errors > 0:
		color = red
	case s.Warnings > 0:
		color = yellow
	}
	line := fmt.Sprintf("%s: %s, %s", Read(ws), plural(s.Errors, "error"), plural(s.Warnings, "warning"))
	if s.Notes > 0 {
		line += ", " + plural(s.Notes, "note")
	}
	line = t.paint(bold+color, line)
	if s.Notes > 0 && !t.Notes {
		line += " (--notes shows them)"
	}
	fmt.Fprintln(w, line)
}

// nextStep says what to do about findings: mend what can be mended, else read
// about the rule that found most of the gravest.
func (t Text) nextStep(shown []lint.Finding) string {
	fixable := 0
	var first *lint.Rule
	for _, c := range tallies(shown) {
		fixable += c.fixes
		if first == nil && c.rule != lint.InternalError() {
			first = c.rule
		}
	}
	switch {
	case fixable > 0:
		return fmt.Sprintf("next: skilllint --diff%s shows how %d of them can be mended, skilllint --fix%s does it", t.args(), fixable, t.args())
	case first != nil:
		return fmt.Sprintf("next: skilllint explain %s says why it matters and what to do", first.Name)
	}
	return ""
}
