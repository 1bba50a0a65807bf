package rules

import (
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/changes"
	"github.com/skilllint/skilllint/lint"
)

// VersionNotRaised is B7.
var VersionNotRaised = &lint.Rule{
	Name: "version-not-raised", Group: "B", Severity: lint.Error,
	Doc: `Against the base, something changed and the version says that nothing did.

An addition to a contract (a tool, a deprecation, a schema that accepts or promises more) raises the minor, a tool whose
deprecation ran out takes the major with it. The fix writes the version.

A plugin, or a skill of the open standard with a ` + "`version`" + `, that changed under the same version is a warning: hosts update what has
another version, so who has it installed gets nothing.`,
	Run: func(p *lint.Pass) {
		unraisedVersions(p)
		all := contractChanges(p)
		for i := range all {
			if s := &all[i]; s.Before != nil && s.After != nil {
				toolVersion(p, s)
			}
		}
	},
}

// toolVersion speaks of a contract whose version lags behind its changes.
// What breaks has a rule of its own; a removal at its date is left to this one.
func toolVersion(p *lint.Pass, s *changes.Skill) {
	lagging := *s
	lagging.Changes = nil
	for _, c := range s.Changes {
		if c.Level > s.Raised() && (c.Level == changes.Minor || c.Kind == changes.Removed && ranOut(p, &c)) {
			lagging.Changes = append(lagging.Changes, c)
		}
	}
	required := lagging.Required()
	if len(lagging.Changes) == 0 || required == "" || s.Required() != required && breaks(p, s) {
		return
	}
	at := versionName(s)
	more := ""
	if n := len(lagging.Changes) - 1; n > 0 {
		more = fmt.Sprintf(" (and %d more)", n)
	}
	d := lint.At(at, "%s%s, and %s is still %s: raise it to %q", lagging.Changes[0].Message, more, versionKey(s), s.After.Version.Text, required)
	if s.After.Version.Pos.IsValid() {
		d.SuggestedFixes = []analysis.SuggestedFix{{
			Message:   "raise it to " + required,
			TextEdits: []analysis.TextEdit{{Pos: at.Pos, End: at.End, NewText: fmt.Appendf(nil, "%q", required)}},
		}}
	}
	p.Report(d)
}

// breaks reports whether another rule asks this skill for a raised major.
func breaks(p *lint.Pass, s *changes.Skill) bool {
	for i := range s.Changes {
		c := &s.Changes[i]
		if c.Level == changes.Major && !(c.Kind == changes.Removed && ranOut(p, c)) && s.Raised() < changes.Major {
			return true
		}
	}
	return false
}
