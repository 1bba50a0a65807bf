package report

import (
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// A Summary counts what was read and found.
type Summary struct {
	Skills   int `json:"skills"`
	Files    int `json:"files"`
	Errors   int `json:"errors"`
	Warnings int `json:"warnings"`
	Notes    int `json:"notes"`
}

// Summarize counts a run.
func Summarize(ws *skill.Workspace, findings []lint.Finding) Summary {
	s := Summary{Skills: len(ws.Skills), Files: len(ws.Manifests)}
	for _, f := range findings {
		switch f.Severity {
		case lint.Error:
			s.Errors++
		case lint.Warning:
			s.Warnings++
		case lint.Note:
			s.Notes++
		}
	}
	return s
}

// plural returns "1 skill", "2 skills".
func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

// Read says what was read: "3 skills, 1 manifest of another kind".
func Read(ws *skill.Workspace) string {
	counts := map[string]int{}
	others := 0
	for _, m := range ws.Manifests {
		switch {
		case m.Dialect.Lower == nil:
			others++
		case m.Dialect.Name == "plugin":
			counts["plugin"]++
		}
	}
	var parts []string
	if n := counts["plugin"]; n > 0 {
		parts = append(parts, plural(n, "plugin"))
	}
	parts = append(parts, plural(len(ws.Skills)-counts["plugin"], "skill"))
	if others > 0 {
		parts = append(parts, plural(others, "other manifest"))
	}
	return strings.Join(parts, ", ")
}
