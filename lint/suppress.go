package lint

import (
	"bytes"
	"fmt"
	"go/token"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/skill"
)

// InvalidSuppression and UnusedSuppression speak of suppressions. They have
// no Run: the findings come from applying the suppressions to all others.
var (
	InvalidSuppression = &Rule{
		Name: "invalid-suppression", Group: "H", Severity: Error,
		Doc: `A suppression has no reason, or names no rule.

A finding is silenced for a reason that the next reader can judge: ` + "`# skilllint:ignore RULE reason`" + `, in any comment
syntax, on the line of the finding or alone on the line above.`,
	}
	UnusedSuppression = &Rule{
		Name: "unused-suppression", Group: "H", Severity: Warning,
		Doc: `A suppression silences nothing.

What it silenced is mended, or has moved. Remove it, before it hides something else.`,
	}
)

// A suppression silences findings of some rules on one line.
type suppression struct {
	pos, end token.Pos
	file     string
	line     int // of the findings that it silences
	rules    []string
	fault    string // why it is none
	used     bool
}

// marker matches a suppression in the comments of YAML, Markdown, Python,
// TypeScript, Go and shell. Group 1 is what stands before the comment, group
// 2 the marker, group 3 the rules and the reason.
var marker = regexp.MustCompile(`^(.*?)(?:#|//|/\*|<!--)[ \t]*(skilllint:ignore)\b[ \t]*(.*?)[ \t]*(?:\*/|-->)?[ \t\r]*$`)

// suppressions finds the suppressions of all files that were read.
func suppressions(ws *skill.Workspace, known []*Rule) []*suppression {
	var names []string
	for _, r := range known {
		names = append(names, r.Name)
	}
	var found []*suppression
	for _, f := range ws.Files() {
		for at := 0; ; {
			i := bytes.Index(f.Src[at:], []byte("skilllint:ignore"))
			if i < 0 {
				break
			}
			start := bytes.LastIndexByte(f.Src[:at+i], '\n') + 1
			end := len(f.Src)
			if n := bytes.IndexByte(f.Src[at+i:], '\n'); n >= 0 {
				end = at + i + n
			}
			if m := marker.FindSubmatchIndex(f.Src[start:end]); m != nil {
				found = append(found, newSuppression(ws, f, start, m, names))
			}
			at = end
		}
	}
	return found
}

func newSuppression(ws *skill.Workspace, f *skill.File, start int, m []int, names []string) *suppression {
	s := &suppression{file: f.Path, pos: f.Pos(start + m[4]), end: f.Pos(start + max(m[5], m[7]))}
	s.line = ws.Fset.Position(s.pos).Line
	if len(bytes.TrimSpace(f.Src[start+m[2]:start+m[3]])) == 0 {
		s.line = nextLine(f.Src, start, s.line)
	}
	list, reason, _ := strings.Cut(string(f.Src[start+m[6]:start+m[7]]), " ")
	s.rules = strings.Split(list, ",")
	for _, r := range s.rules {
		if !slices.Contains(names, r) && s.fault == "" {
			s.fault = fmt.Sprintf("the suppression names no rule: %q is unknown%s", r, NewSpeller(names).DidYouMean(r))
		}
	}
	if s.fault == "" && strings.TrimSpace(reason) == "" {
		s.fault = "the suppression gives no reason: skilllint:ignore " + list + " REASON"
	}
	return s
}

// nextLine is the line that a comment alone on its line speaks of: the next
// one that is no such comment itself and not blank.
func nextLine(src []byte, start, line int) int {
	for {
		n := bytes.IndexByte(src[start:], '\n')
		if n < 0 {
			return line
		}
		start += n + 1
		line++
		end := bytes.IndexByte(src[start:], '\n')
		if end < 0 {
			end = len(src) - start
		}
		text := src[start : start+end]
		m := marker.FindSubmatchIndex(text)
		alone := m != nil && len(bytes.TrimSpace(text[m[2]:m[3]])) == 0
		if len(bytes.TrimSpace(text)) > 0 && !alone {
			return line
		}
	}
}

// suppress drops the findings that a comment or the configuration silences,
// and returns what is wrong with the suppressions themselves.
func suppress(ws *skill.Workspace, config *Config, findings *[]Finding, known []*Rule) []Finding {
	inFiles := suppressions(ws, known)
	byLine := map[string][]*suppression{}
	key := func(file string, line int) string { return fmt.Sprintf("%d %s", line, file) }
	for _, s := range inFiles {
		if s.fault == "" {
			byLine[key(s.file, s.line)] = append(byLine[key(s.file, s.line)], s)
		}
	}
	configured := make([]bool, len(config.Suppress))
	kept := (*findings)[:0]
	for _, f := range *findings {
		place := ws.Fset.Position(f.Pos)
		silenced := false
		for _, s := range byLine[key(place.Filename, place.Line)] {
			if slices.Contains(s.rules, f.Rule.Name) {
				s.used, silenced = true, true
			}
		}
		for i, s := range config.Suppress {
			if s.Rule == f.Rule.Name && place.Filename != "" && matchGlob(s.Path, place.Filename) {
				configured[i], silenced = true, true
			}
		}
		if !silenced || f.Rule == internalError {
			kept = append(kept, f)
		}
	}
	*findings = kept
	return suppressionFaults(ws, config, inFiles, configured)
}

func suppressionFaults(ws *skill.Workspace, config *Config, inFiles []*suppression, configured []bool) []Finding {
	var found []Finding
	add := func(r *Rule, pos, end token.Pos, message string) {
		found = append(found, Finding{r, r.Severity, analysis.Diagnostic{Pos: pos, End: end, Category: r.Name, URL: r.URL(), Message: message}})
	}
	for _, s := range inFiles {
		switch {
		case s.fault != "":
			add(InvalidSuppression, s.pos, s.end, s.fault)
		case !s.used:
			add(UnusedSuppression, s.pos, s.end, "the suppression of "+strings.Join(s.rules, ", ")+" silences nothing")
		}
	}
	for i, s := range config.Suppress {
		if file := ws.File(ConfigName); !configured[i] && file != nil {
			add(UnusedSuppression, file.Pos(s.start), file.Pos(s.end), fmt.Sprintf("the suppression of %s in %s silences nothing", s.Rule, s.Path))
		}
	}
	return found
}
