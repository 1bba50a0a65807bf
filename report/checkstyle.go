package report

import (
	"encoding/xml"
	"io"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// The report of Checkstyle, as its XMLLogger writes it.
type (
	checkstyleReport struct {
		XMLName xml.Name         `xml:"checkstyle"`
		Version string           `xml:"version,attr"`
		Files   []checkstyleFile `xml:"file"`
	}
	checkstyleFile struct {
		Name   string            `xml:"name,attr"`
		Errors []checkstyleError `xml:"error"`
	}
	checkstyleError struct {
		Line     int    `xml:"line,attr"`
		Column   int    `xml:"column,attr"`
		Severity string `xml:"severity,attr"`
		Message  string `xml:"message,attr"`
		Source   string `xml:"source,attr"`
	}
)

var checkstyleSeverities = map[lint.Severity]string{lint.Error: "error", lint.Warning: "warning", lint.Note: "info"}

// Checkstyle returns the format of Checkstyle's reports.
func Checkstyle(o Options) Format {
	return func(w io.Writer, ws *skill.Workspace, findings []lint.Finding) error {
		doc := checkstyleReport{Version: "4.3"} // the version of the report that readers expect
		for _, f := range findings {
			at := locate(ws, f.Pos, f.End, runes)
			name := Visible(o.path(at.file))
			if n := len(doc.Files); n == 0 || doc.Files[n-1].Name != name {
				doc.Files = append(doc.Files, checkstyleFile{Name: name})
			}
			file := &doc.Files[len(doc.Files)-1]
			file.Errors = append(file.Errors, checkstyleError{at.line, at.column, checkstyleSeverities[f.Severity], Visible(f.Message), "skilllint." + f.Rule.Name})
		}
		return writeXML(w, doc)
	}
}
