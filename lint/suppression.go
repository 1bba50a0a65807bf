package lint

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/skill"
)

// suppressions finds the suppressions of all files that were read.
func suppressions(ws *skill.Workspace, known []*Rule) []*suppression {
	var names []string
	for _, r := range known {
		names = append(names, r.Name)
	}
	var found []*suppression
	for _, f := range ws.Files() {
		for _, mark := range f.Facts().Marks {
			found = append(found, suppressionOf(f, mark, names))
		}
	}
	return found
}

// suppressionOf reads a mark.
func suppressionOf(f *skill.File, mark document.Mark, names []string) *suppression {
	s := &suppression{file: f.Path, pos: f.Pos(mark.Start), end: f.Pos(mark.End), line: mark.Line}
	list, reason, _ := strings.Cut(strings.TrimLeft(mark.Text, " \t"), " ")
	s.rules = strings.Split(list, ",")
	for _, r := range s.rules {
		if !slices.Contains(names, r) && s.fault == "" {
			s.fault = fmt.Sprintf("unknown rule %q in the suppression%s", r, NewSpeller(names).DidYouMean(r))
		}
	}
	if s.fault == "" && strings.TrimSpace(reason) == "" {
		s.fault = "the suppression has no reason: write " + document.Marker + " " + list + " REASON"
	}
	return s
}

// reference is the page that describes the rules of this package.
var reference = []Source{{URL: "https://github.com/skilllint/skilllint/blob/main/docs/json.md", Level: "convention", Read: "2026-11-22"}}

// A suppression silences findings of some rules on one line.
type suppression struct {
	pos, end token.Pos
	file     string
	line     int // of the findings that it silences
	rules    []string
	fault    string // why it is none
	used     bool
}

// textOf is a suppression as it is written.
func textOf(ws *skill.Workspace, s *suppression) string {
	file := ws.FileAt(s.pos)
	if file == nil {
		return ""
	}
	return string(file.Source()[file.Offset(s.pos):file.Offset(s.end)])
}
