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
	s := Summary{Skills: skills(ws), Files: len(ws.Manifests)}
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

// skills counts the skills of a workspace: the versions of a package are one,
// and an agent with its bindings is none.
func skills(ws *skill.Workspace) int {
	n := 0
	for _, s := range ws.Skills {
		if s.Manifest().Dialect != skill.Bindings && !ws.Superseded(s) {
			n++
		}
	}
	return n
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
		case m.Dialect.Lower == nil || m.Dialect == skill.Bindings:
			others++
		case m.Dialect.Name == "plugin":
			counts["plugin"]++
		}
	}
	var parts []string
	if n := counts["plugin"]; n > 0 {
		parts = append(parts, plural(n, "plugin"))
	}
	parts = append(parts, plural(skills(ws)-counts["plugin"], "skill"))
	if others > 0 {
		parts = append(parts, plural(others, "other manifest"))
	}
	return strings.Join(parts, ", ")
}
