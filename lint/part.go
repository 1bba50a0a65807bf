package lint

import (
	"slices"

	"github.com/skilllint/skilllint/skill"
)

// RunPart is Run for a part of a workspace, see skill.LoadPart. Only rules that
// are Local judge it.
func RunPart(in Input, rules []*Rule) []Finding {
	local := slices.Clone(rules)
	for i, r := range rules {
		if !r.Local && r.Run != nil {
			silent := *r
			silent.Run = nil
			local[i] = &silent
		}
	}
	return slices.DeleteFunc(Run(in, local), func(f Finding) bool { return !f.Rule.Local && f.Rule != internalError })
}

// A Judged is a workspace, or a part of one, with the findings in it.
type Judged struct {
	*skill.Workspace
	Findings []Finding
}

// Renew says what is found in a part of a workspace after an edit, given what
// the whole found there before it, and what the part found by itself. Where the two
// agreed about a message in a file, the part's new word counts: renewed, by the
// positions of after. Else the whole knew better, and what it said is kept.
func Renew(whole, before, after Judged) (kept, renewed []Finding) {
	type message struct{ path, rule, text string }
	about := func(j Judged, f Finding) message {
		m := message{rule: f.Rule.Name, text: f.Message}
		if file := j.FileAt(f.Pos); file != nil {
			m.path = file.Path
		}
		return m
	}
	agreed := map[message]int{}
	for _, f := range whole.Findings {
		agreed[about(whole, f)]++
	}
	for _, f := range before.Findings {
		agreed[about(before, f)]--
	}
	for _, f := range whole.Findings {
		if !f.Rule.Local || agreed[about(whole, f)] != 0 {
			kept = append(kept, f)
		}
	}
	for _, f := range after.Findings {
		if agreed[about(after, f)] == 0 {
			renewed = append(renewed, f)
		}
	}
	return kept, renewed
}
