package report_test

import (
	"io"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/growth"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/report"
	"github.com/skilllint/skilllint/skill"
)

// TestGrowth holds that every format costs twice the work for twice the
// findings: on one line, on lines of their own, with long messages and on a
// long line.
func TestGrowth(t *testing.T) {
	spread := func(t *testing.T, n int, text, message string) (*skill.Workspace, []lint.Finding) {
		ws, _ := check(t, map[string]string{"a/SKILL.md": "---\nname: a\ndescription: d\n---\n" + strings.Repeat(text, n)})
		_, findings := many(t, n, message)
		file := ws.Manifests[0]
		for i := range findings {
			findings[i].Pos = file.Pos(32 + i*len(text))
			findings[i].End = findings[i].Pos + 1
		}
		return ws, findings
	}
	for name, make := range map[string]func(t *testing.T, n int) (*skill.Workspace, []lint.Finding){
		"at one place": func(t *testing.T, n int) (*skill.Workspace, []lint.Finding) { return many(t, n, "a | b") },
		"line by line": func(t *testing.T, n int) (*skill.Workspace, []lint.Finding) { return spread(t, n, "some text\n", "m") },
		"on one long line": func(t *testing.T, n int) (*skill.Workspace, []lint.Finding) {
			return spread(t, n, strings.Repeat("word ", 20), "m")
		}, // longer than what is looked at around a finding
		"long messages": func(t *testing.T, n int) (*skill.Workspace, []lint.Finding) {
			return many(t, n, strings.Repeat("`<b>` ", 300))
		},
	} {
		for format, write := range report.Formats(report.Options{Version: "1"}) {
			t.Run(name+" "+format, func(t *testing.T) {
				growth.Twice(t, 500, func(n int) func() {
					ws, findings := make(t, n)
					return func() {
						if err := write(io.Discard, ws, findings); err != nil {
							t.Fatal(err)
						}
					}
				})
			})
		}
	}
}
