package versions

import (
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/changes"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/pluginset"
	"github.com/skilllint/skilllint/rules/internal/sources"
)

// VersionNotRaised reports changes under an unchanged version.
var VersionNotRaised = &lint.Rule{
	Name: "version-not-raised", Group: "B", Severity: lint.Error,
	Doc: `Against the base, something changed but the version did not.

An addition to a contract (a tool, a deprecation, a schema that accepts or promises more) raises the minor, a tool whose
deprecation ran out takes the major with it. The fix writes the version in every file that states it.

A plugin, or a skill of the open standard with a ` + "`version`" + `, that changed under the same version is a warning: hosts update what has
another version, so who has it installed gets nothing.`,
	Sources: []lint.Source{sources.ChangesPage, sources.ClaudeLoading},
	Run: func(p *lint.Pass) {
		unraisedContents(p)
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
	for i := range lagging.Changes {
		if c := &lagging.Changes[i]; c.Notice() != "" {
			d.Related = append(d.Related, lint.Related(c.After.Name, "%s", c.Notice()))
		}
	}
	d.SuggestedFixes = raiseFix(p, &lagging)
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

// raiseFix writes the required version wherever it is stated.
func raiseFix(p *lint.Pass, s *changes.Skill) []analysis.SuggestedFix {
	edits := s.Raise(p.Workspace)
	if len(edits) == 0 {
		return nil
	}
	return []analysis.SuggestedFix{{Message: "raise it to " + s.Required(), TextEdits: edits}}
}

// unraisedContents is version-not-raised for plugins, and for skills of the
// open standard outside of plugins that give a version.
func unraisedContents(p *lint.Pass) {
	all := contentChanges(p)
	for i := range all {
		s := &all[i]
		if s.Old.Text == "" || s.New.Text == "" || s.Raised() > changes.Text {
			continue
		}
		what := "skill " + s.ID
		if s.Plugin() {
			what = "plugin " + pluginset.Name(s.After)
		}
		more := ""
		if n := len(s.Changes) - 1; n > 0 {
			more = fmt.Sprintf(", and %d more %s", n, messages.Plural(n, "change", "changes"))
		}
		still := fmt.Sprintf("is still %q", s.New.Text)
		if s.New.Text != s.Old.Text {
			still = fmt.Sprintf("%q is lower than %q before", s.New.Text, s.Old.Text)
		}
		remedy := "raise it"
		if required := s.Required(); required != "" {
			remedy = fmt.Sprintf("raise it to %q", required)
		}
		d := lint.At(s.New, "%s: %s%s, and its version %s: existing installs will not update: %s", what, s.Changes[0].Message, more, still, remedy)
		d.SuggestedFixes = raiseFix(p, s)
		p.ReportAs(lint.Warning, d)
	}
}
