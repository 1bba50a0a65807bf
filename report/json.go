package report

import (
	"go/token"
	"io"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// The JSON document, version 1, as docs/json.md describes it. Fields are
// added, never changed or removed.
type (
	jsonReport struct {
		Version  int           `json:"version"`
		Summary  Summary       `json:"summary"`
		Inert    []jsonInert   `json:"inert"`
		Findings []jsonFinding `json:"findings"`
	}
	jsonInert struct {
		Path   string `json:"path"`
		Reason string `json:"reason"`
		By     string `json:"by,omitempty"`
		Files  int    `json:"files"`
	}
	jsonFinding struct {
		Rule      string        `json:"rule"`
		Severity  string        `json:"severity"`
		Message   string        `json:"message"`
		File      string        `json:"file"`
		Line      int           `json:"line"`
		Column    int           `json:"column"`
		EndLine   int           `json:"endLine"`
		EndColumn int           `json:"endColumn"`
		Related   []jsonRelated `json:"related"`
		Fixes     []jsonFix     `json:"fixes"`
		URL       string        `json:"url"`
	}
	jsonRelated struct {
		File    string `json:"file"`
		Line    int    `json:"line"`
		Column  int    `json:"column"`
		Message string `json:"message"`
	}
	jsonFix struct {
		Message string     `json:"message"`
		Edits   []jsonEdit `json:"edits"`
	}
	jsonEdit struct {
		File  string `json:"file"`
		Start int    `json:"start"`
		End   int    `json:"end"`
		Text  string `json:"text"`
	}
)

// JSON writes the stable machine format: paths relative to the root, lines
// and columns from 1, columns in code points, edits in byte offsets.
func JSON(w io.Writer, ws *skill.Workspace, findings []lint.Finding) error {
	doc := jsonReport{Version: 1, Summary: Summarize(ws, findings), Inert: []jsonInert{}, Findings: []jsonFinding{}}
	for _, f := range ws.Inert() {
		doc.Inert = append(doc.Inert, jsonInert{f.Path, string(f.Reason), f.By, f.Files})
	}
	for _, f := range findings {
		at := locate(ws, f.Pos, f.End, runes)
		j := jsonFinding{
			Rule: f.Rule.Name, Severity: f.Severity.String(), Message: f.Message, File: at.file,
			Line: at.line, Column: at.column, EndLine: at.endLine, EndColumn: at.endColumn,
			Related: []jsonRelated{}, Fixes: []jsonFix{}, URL: f.URL,
		}
		for _, r := range f.Related {
			p := locate(ws, r.Pos, r.End, runes)
			j.Related = append(j.Related, jsonRelated{p.file, p.line, p.column, r.Message})
		}
		for _, fix := range f.SuggestedFixes {
			j.Fixes = append(j.Fixes, jsonFixOf(ws, fix))
		}
		doc.Findings = append(doc.Findings, j)
	}
	return WriteJSON(w, doc)
}

func jsonFixOf(ws *skill.Workspace, fix analysis.SuggestedFix) jsonFix {
	j := jsonFix{Message: fix.Message, Edits: []jsonEdit{}}
	for _, e := range fix.TextEdits {
		start, end := offsets(ws, e.Pos, e.End)
		j.Edits = append(j.Edits, jsonEdit{ws.Fset.Position(e.Pos).Filename, start, end, string(e.NewText)})
	}
	return j
}

func offsets(ws *skill.Workspace, pos, end token.Pos) (int, int) {
	start := ws.Fset.PositionFor(pos, false).Offset
	if !end.IsValid() {
		return start, start
	}
	return start, ws.Fset.PositionFor(end, false).Offset
}
