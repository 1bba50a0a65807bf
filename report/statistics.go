package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// Statistics writes how often each rule speaks, the most frequent first, and
// how many of its findings --fix mends.
func Statistics(w io.Writer, ws *skill.Workspace, findings []lint.Finding) error {
	type count struct {
		rule             *lint.Rule
		all, fixes, most int
	}
	counts := map[*lint.Rule]*count{}
	var list []*count
	for _, f := range findings {
		c := counts[f.Rule]
		if c == nil {
			c = &count{rule: f.Rule}
			counts[f.Rule], list = c, append(list, c)
		}
		c.all++
		c.most = max(c.most, int(f.Severity))
		if len(f.SuggestedFixes) > 0 {
			c.fixes++
		}
	}
	slices.SortFunc(list, func(a, b *count) int {
		return cmp.Or(b.all-a.all, strings.Compare(a.rule.Name, b.rule.Name))
	})
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, c := range list {
		fixable := ""
		if c.fixes > 0 {
			fixable = fmt.Sprintf("--fix mends %d", c.fixes)
		}
		fmt.Fprintf(table, "%d\t%s\t%s\t%s\n", c.all, lint.Severity(c.most), c.rule.Name, fixable)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "%s: %s\n", Read(ws), plural(len(findings), "finding"))
	return err
}
