package report

import (
	"go/token"
	"io"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// The Reviewdog Diagnostic Format, a DiagnosticResult.
type (
	rdjsonReport struct {
		Source      rdjsonSource       `json:"source"`
		Diagnostics []rdjsonDiagnostic `json:"diagnostics"`
	}
	rdjsonSource struct {
		Name string `json:"name"`
		URL  string `json:"url"`
	}
	rdjsonDiagnostic struct {
		Message     string             `json:"message"`
		Location    rdjsonLocation     `json:"location"`
		Severity    string             `json:"severity"`
		Code        rdjsonCode         `json:"code"`
		Suggestions []rdjsonSuggestion `json:"suggestions,omitempty"`
		Related     []rdjsonRelated    `json:"relatedLocations,omitempty"`
	}
	rdjsonLocation struct {
		Path  string      `json:"path"`
		Range rdjsonRange `json:"range"`
	}
	rdjsonRange struct {
		Start rdjsonPosition `json:"start"`
		End   rdjsonPosition `json:"end"`
	}
	rdjsonPosition struct {
		Line   int `json:"line"`
		Column int `json:"column"`
	}
	rdjsonCode struct {
		Value string `json:"value"`
		URL   string `json:"url"`
	}
	rdjsonSuggestion struct {
		Range rdjsonRange `json:"range"`
		Text  string      `json:"text"`
	}
	rdjsonRelated struct {
		Message  string         `json:"message"`
		Location rdjsonLocation `json:"location"`
	}
)

var rdjsonSeverities = map[lint.Severity]string{lint.Error: "ERROR", lint.Warning: "WARNING", lint.Note: "INFO"}

// RDJSON returns the Reviewdog Diagnostic Format, with columns in bytes of
// UTF-8. A fix is a suggestion when all its edits are in the finding's file.
func RDJSON(o Options) Format {
	return func(w io.Writer, ws *skill.Workspace, findings []lint.Finding) error {
		doc := rdjsonReport{rdjsonSource{"skilllint", homepage}, []rdjsonDiagnostic{}}
		for _, f := range findings {
			d := rdjsonDiagnostic{
				Message: Visible(f.Message), Location: o.rdjsonLocation(ws, f.Diagnostic.Pos, f.Diagnostic.End),
				Severity: rdjsonSeverities[f.Severity], Code: rdjsonCode{f.Rule.Name, f.URL},
			}
			for _, r := range f.Related {
				if ws.FileAt(r.Pos) != nil {
					d.Related = append(d.Related, rdjsonRelated{Visible(r.Message), o.rdjsonLocation(ws, r.Pos, r.End)})
				}
			}
			for _, fix := range f.SuggestedFixes {
				for _, e := range fix.TextEdits {
					at := o.rdjsonLocation(ws, e.Pos, max(e.Pos, e.End))
					if len(fix.TextEdits) == 1 && at.Path == d.Location.Path { // suggestions of one diagnostic are alternatives
						d.Suggestions = append(d.Suggestions, rdjsonSuggestion{at.Range, string(e.NewText)})
					}
				}
			}
			doc.Diagnostics = append(doc.Diagnostics, d)
		}
		return WriteJSON(w, doc)
	}
}

func (o Options) rdjsonLocation(ws *skill.Workspace, pos, end token.Pos) rdjsonLocation {
	at := locate(ws, pos, end, func(b []byte) int { return len(b) })
	return rdjsonLocation{o.path(at.file), rdjsonRange{rdjsonPosition{at.line, at.column}, rdjsonPosition{at.endLine, at.endColumn}}}
}
