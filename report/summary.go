package report

import (
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// A Summary counts what was read and found.
type Summary struct {
	Plugins  int `json:"plugins"`
	Skills   int `json:"skills"`
	Files    int `json:"files"`
	Errors   int `json:"errors"`
	Warnings int `json:"warnings"`
	Notes    int `json:"notes"`
}

// Summarize counts a run.
func Summarize(ws *skill.Workspace, findings []lint.Finding) Summary {
	s := Summary{Plugins: plugins(ws), Skills: skills(ws), Files: len(ws.Manifests)}
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
// an agent with its bindings and an MCP server are none, and plugins are
// counted apart.
func skills(ws *skill.Workspace) int {
	n := 0
	for _, s := range ws.Skills {
		if s.Plugin == nil && s.Server == nil && s.Manifest().Dialect != skill.Bindings && !s.Superseded {
			n++
		}
	}
	return n
}

func plugins(ws *skill.Workspace) int {
	n := 0
	for _, s := range ws.Skills {
		if s.Plugin != nil {
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

// Read says what was read: "2 plugins, 3 skills, 1 other manifest"; components, such as
// hooks and agents, where there is no manifest of skills or plugins beside them.
func Read(ws *skill.Workspace) string {
	others := 0
	for _, m := range ws.Manifests {
		if m.Dialect.Lower == nil || m.Dialect == skill.Bindings || m.Dialect == skill.MCPTools {
			others++
		}
	}
	var parts []string
	if n := plugins(ws); n > 0 {
		parts = append(parts, plural(n, "plugin"))
	}
	parts = append(parts, plural(skills(ws), "skill"))
	if others > 0 {
		parts = append(parts, plural(others, "other manifest"))
	}
	if n := len(ws.Components()); n > 0 && len(ws.Manifests) == 0 {
		parts = append(parts, plural(n, "component"))
	}
	return strings.Join(parts, ", ")
}
