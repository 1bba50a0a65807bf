package lint

import (
	"fmt"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// ChangedJudgement speaks of changes that decide how they are judged. It has
// no Run: suppressions are known when they have been applied.
var ChangedJudgement = &Rule{
	Name: "changed-judgement", Group: "H", Severity: Warning,
	Doc: `The change under review changes how it is judged.

Against the base: the configuration or the baseline is another, or a comment silences a finding that no comment silenced before. That is often
right, and whoever reviews the change should see it. With ` + "`--config-from-base`" + ` the configuration of the base judges.`,
	Sources: reference,
}

// judgementChanges reports what the change did to its own judgement.
func judgementChanges(in Input, known []*Rule, applied []*suppression) []Finding {
	if in.Base == nil {
		return nil
	}
	var found []Finding
	add := func(pos, end token.Pos, format string, args ...any) {
		found = append(found, Finding{Rule: ChangedJudgement, Severity: ChangedJudgement.Severity, Diagnostic: analysis.Diagnostic{
			Pos: pos, End: end, Category: ChangedJudgement.Name, URL: ChangedJudgement.URL(), Message: bounded(fmt.Sprintf(format, args...)),
		}})
	}
	for _, what := range in.Rejudged {
		pos := token.NoPos
		if file := in.File(ConfigName); file != nil {
			pos = file.Pos(0)
		}
		add(pos, pos, "%s is not that of the base, and decides what is reported of this change", what)
	}
	before := map[string]int{}
	for _, s := range suppressions(in.Base, known) {
		before[textOf(in.Base, s)]++
	}
	for _, s := range applied {
		if text := textOf(in.Workspace, s); s.fault == "" && s.used {
			if before[text]--; before[text] < 0 {
				add(s.pos, s.end, "this change silences %s here", strings.Join(s.rules, ", "))
			}
		}
	}
	return found
}
