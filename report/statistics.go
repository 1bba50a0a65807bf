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

// Statistics writes how often each rule speaks at each severity, the most
// frequent first, and how many of its findings --fix mends.
func Statistics(w io.Writer, ws *skill.Workspace, findings []lint.Finding) error {
	list := tallies(findings)
	slices.SortStableFunc(list, func(a, b *tally) int {
		return cmp.Or(cmp.Compare(len(b.findings), len(a.findings)), strings.Compare(a.rule.Name, b.rule.Name))
	})
	if err := writeTable(w, Text{}, list); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "%s: %s\n", Read(ws), plural(len(findings), "finding"))
	return err
}

// writeTable writes tallies in their order.
func writeTable(w io.Writer, t Text, list []*tally) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, c := range list {
		fixable := ""
		if c.fixes > 0 {
			fixable = fmt.Sprintf("\t--fix mends %d", c.fixes)
		}
		fmt.Fprintf(table, "%d\t%s\t%s%s\n", len(c.findings), t.paint(severityColor[c.severity], c.severity.String()), c.rule.Name, fixable)
	}
	return table.Flush()
}
