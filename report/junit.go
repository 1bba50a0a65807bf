package report

import (
	"encoding/xml"
	"fmt"
	"io"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// The part of the JUnit format that Jenkins, GitLab and others agree on.
type (
	junitReport struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Name    string        `xml:"name,attr"`
		Class   string        `xml:"classname,attr"`
		Failure *junitFailure `xml:"failure"`
	}
	junitFailure struct {
		Type    string `xml:"type,attr"`
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

// JUnit returns a report of tests: each file is a suite, each error and
// warning in it a failed test, a manifest without one a test that passed.
// Notes are left out.
func JUnit(o Options) Format {
	return func(w io.Writer, ws *skill.Workspace, findings []lint.Finding) error {
		doc := junitReport{Name: "skilllint"}
		number := map[string]int{}
		suite := func(file string) *junitSuite {
			i, ok := number[file]
			if !ok {
				i = len(doc.Suites)
				number[file] = i
				doc.Suites = append(doc.Suites, junitSuite{Name: Visible(o.path(file))})
			}
			return &doc.Suites[i]
		}
		for _, f := range findings {
			if f.Severity < lint.Warning {
				continue
			}
			at := locate(ws, f.Pos, f.End, runes)
			s := suite(at.file)
			place := fmt.Sprintf("%s:%d:%d", s.Name, at.line, at.column)
			text := fmt.Sprintf("%s: %s: %s [%s]", place, f.Severity, Visible(f.Message), f.Rule.Name)
			related, more := few(f.Related)
			for _, r := range related {
				p := locate(ws, r.Pos, r.End, runes)
				text += fmt.Sprintf("\n%s:%d:%d: %s", Visible(p.file), p.line, p.column, Visible(r.Message))
			}
			if more != "" {
				text += "\n" + more
			}
			s.Cases = append(s.Cases, junitCase{
				Name: fmt.Sprintf("%s:%d:%d", f.Rule.Name, at.line, at.column), Class: s.Name,
				Failure: &junitFailure{f.Severity.String(), Visible(f.Message), text},
			})
			s.Failures++
		}
		for _, m := range ws.Manifests {
			if s := suite(m.Path); len(s.Cases) == 0 {
				s.Cases = []junitCase{{Name: "skilllint", Class: s.Name}}
			}
		}
		for i := range doc.Suites {
			s := &doc.Suites[i]
			s.Tests = len(s.Cases)
			doc.Tests += s.Tests
			doc.Failures += s.Failures
		}
		return writeXML(w, doc)
	}
}
