package report

import (
	"io"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// The Code Quality report of GitLab (docs.gitlab.com/ci/testing/code_quality).
type (
	gitlabIssue struct {
		Description string         `json:"description"`
		CheckName   string         `json:"check_name"`
		Fingerprint string         `json:"fingerprint"`
		Severity    string         `json:"severity"`
		Location    gitlabLocation `json:"location"`
	}
	gitlabLocation struct {
		Path  string      `json:"path"`
		Lines gitlabLines `json:"lines"`
	}
	gitlabLines struct {
		Begin int `json:"begin"`
		End   int `json:"end"`
	}
)

var gitlabSeverities = map[lint.Severity]string{lint.Error: "major", lint.Warning: "minor", lint.Note: "info"}

// GitLab returns the format of GitLab's Code Quality report. Fingerprints are
// unique, as GitLab folds findings that share one.
func GitLab(o Options) Format {
	return func(w io.Writer, ws *skill.Workspace, findings []lint.Finding) error {
		issues := []gitlabIssue{}
		prints := lint.Fingerprints(ws, findings)
		for i, f := range findings {
			at := locate(ws, f.Pos, f.End, runes)
			issues = append(issues, gitlabIssue{
				Visible(f.Message), f.Rule.Name, prints[i], gitlabSeverities[f.Severity],
				gitlabLocation{o.path(at.file), gitlabLines{at.line, at.endLine}},
			})
		}
		return WriteJSON(w, issues)
	}
}
