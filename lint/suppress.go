package lint

import (
	"fmt"
	"go/token"
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
		Sources: reference,
	}
	UnusedSuppression = &Rule{
		Name: "unused-suppression", Group: "H", Severity: Warning,
		Doc: `A suppression silences nothing.

What it silenced is mended, or has moved. Remove it, before it hides something else.`,
		Sources: reference,
	}
)

// suppress returns the findings that neither a comment nor the configuration
// silences, and what is wrong with the suppressions themselves. An internal
// error stands in no file, so that nothing silences it.
func suppress(in Input, findings []Finding, known []*Rule) (kept, faults []Finding) {
	ws, config := in.Workspace, in.Config
	inFiles := suppressions(ws, known)
	byLine := map[string][]*suppression{}
	key := func(file string, line int) string { return fmt.Sprintf("%d %s", line, file) }
	for _, s := range inFiles {
		if s.fault == "" {
			byLine[key(s.file, s.line)] = append(byLine[key(s.file, s.line)], s)
		}
	}
	configured := make([]bool, len(config.Suppress))
	for _, f := range findings {
		at, silenced := "", false
		if file := ws.FileAt(f.Pos); file != nil {
			at = file.Path
		}
		for _, s := range byLine[key(at, ws.Fset.Position(f.Pos).Line)] {
			if slices.ContainsFunc(s.rules, f.Rule.answers) {
				s.used, silenced = true, true
			}
		}
		for i, s := range config.Suppress {
			if f.Rule.answers(s.Rule) && at != "" && matchGlob(s.Path, at) {
				configured[i], silenced = true, true
			}
		}
		if !silenced {
			kept = append(kept, f)
		}
	}
	return kept, append(suppressionFaults(ws, config, inFiles, configured), judgementChanges(in, known, inFiles)...)
}

func suppressionFaults(ws *skill.Workspace, config *Config, inFiles []*suppression, configured []bool) []Finding {
	var found []Finding
	add := func(r *Rule, pos, end token.Pos, message string) {
		found = append(found, Finding{Rule: r, Severity: r.Severity, Diagnostic: analysis.Diagnostic{Pos: pos, End: end, Category: r.Name, URL: r.URL(), Message: message}})
	}
	for _, s := range inFiles {
		switch {
		case s.fault != "":
			add(InvalidSuppression, s.pos, s.end, s.fault)
		case !s.used:
			add(UnusedSuppression, s.pos, s.end, "the suppression of "+strings.Join(s.rules, ", ")+" silences nothing: delete it")
		}
	}
	for i, s := range config.Suppress {
		if file := ws.File(ConfigName); !configured[i] && file != nil {
			add(UnusedSuppression, file.Pos(s.start), file.Pos(s.end), fmt.Sprintf("the suppression of %s in %s silences nothing: delete it", s.Rule, s.Path))
		}
	}
	return found
}
