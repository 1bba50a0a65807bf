package report

import (
	"bufio"
	"io"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// Concise writes a line for each finding and nothing else, in the form that
// editors, grep and error lists of shells know:
//
//	path:line:column: severity: message [rule]
//
// Notes are left out unless Notes is set.
func (t Text) Concise(out io.Writer, ws *skill.Workspace, findings []lint.Finding) error {
	w := bufio.NewWriter(out)
	for _, f := range findings {
		if f.Severity > lint.Note || t.Notes {
			t.headline(w, ws, f)
		}
	}
	return w.Flush()
}
