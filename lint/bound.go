package lint

import (
	"fmt"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/skill"
)

// maxMessage is how long a message may be, in bytes: a name in a hostile file
// may have megabytes.
const maxMessage = 2_000

// bounded cuts the middle out of a message that is too long.
func bounded(text string) string {
	if len(text) <= maxMessage {
		return text
	}
	return strings.ToValidUTF8(text[:maxMessage*3/4], "") + " … " + strings.ToValidUTF8(text[len(text)-maxMessage/4:], "")
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
