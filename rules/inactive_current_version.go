package rules

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// InactiveCurrentVersion reports packages whose current version does not exist or is not active.
var InactiveCurrentVersion = &lint.Rule{
	Name: "inactive-current-version", Group: "G", Severity: lint.Error,
	Doc: `A package's current version does not exist or is not active.

` + "`currentVersion`" + ` of the definition names a version that is there and active: everybody without a lock gets it. A
deprecated version says why in ` + "`deprecatedReason`" + `. Against a base, a version's status follows the state machine: pending →
downloading → validating → installing → active → deprecated, failed from any step before, and pending again from there. A
` + "`deprecatedAt`" + ` beside another status is a warning.`,
	Sources: []lint.Source{packagesPage},
	Run: func(p *lint.Pass) {
		for _, root := range p.PackageRoots("") {
			currentVersion(p, root)
			for _, pkg := range p.Versions(root) {
				if pkg.Manifest != nil {
					deprecatedReason(p, pkg)
					statusChange(p, pkg)
				}
			}
		}
	},
}

func currentVersion(p *lint.Pass, root string) {
	def := p.DefinitionOf(root)
	if def == nil {
		return
	}
	v := def.Root.Get("currentVersion")
	if !v.Is(skill.String) {
		return
	}
	if _, err := contract.ParseVersion(v.Text); err != nil {
		return // rule invalid-version
	}
	var versions []string
	for _, pkg := range p.Versions(root) {
		versions = append(versions, pkg.Version.Original())
		if pkg.Version.Original() != v.Text {
			continue
		}
		if !pkg.Active() {
			d := lint.Span(v.Pos, v.End, "the current version %q is %s, expected an active one", v.Text, pkg.Status)
			d.Related = []analysis.RelatedInformation{statusPlace(pkg)}
			p.Report(d)
		}
		return
	}
	if len(versions) == 0 {
		p.Report(lint.Span(v.Pos, v.End, "the current version %q does not exist: the package has no versions", v.Text))
		return
	}
	p.Report(lint.Span(v.Pos, v.End, "the current version %q does not exist%s; the package has %s", v.Text, lint.NewSpeller(versions).DidYouMean(v.Text), list(versions)))
}

func deprecatedReason(p *lint.Pass, pkg *skill.Package) {
	status := pkg.Manifest.Root.Get("status")
	if pkg.Status == "deprecated" && strings.TrimSpace(pkg.Manifest.Root.Get("deprecatedReason").Str()) == "" {
		p.Report(lint.Span(status.Pos, status.End, "the version is deprecated but has no deprecatedReason: say why, and what to use instead"))
	}
	if key, at := pkg.Manifest.Root.Entry("deprecatedAt"); at.Is(skill.String) && at.Text != "" && pkg.Active() {
		p.ReportAs(lint.Warning, lint.Span(key.Pos, key.End, "the version has deprecatedAt, but its status is %q: make it \"deprecated\", or remove the date", pkg.Status))
	}
}

// statuses are the steps of an installation, in order.
var statuses = []string{"pending", "downloading", "validating", "installing", "active"}

// statusChange compares a version's status with that of the base.
func statusChange(p *lint.Pass, pkg *skill.Package) {
	if p.Base == nil {
		return
	}
	for _, was := range p.Base.Versions(pkg.Root()) {
		if was.Version.Original() == pkg.Version.Original() && was.Manifest != nil && !mayBecome(was.Status, pkg.Status) {
			at := pkg.Manifest.Root.Get("status")
			if at == nil {
				at = pkg.Manifest.Root
			}
			p.Report(lint.Span(at.Pos, at.End, "the status went back from %q to %q: the status of a version only moves forward", was.Status, pkg.Status))
		}
	}
}

// mayBecome reports whether the state machine leads from one status to
// another, over any number of steps.
func mayBecome(was, is string) bool {
	from, to := slices.Index(statuses, was), slices.Index(statuses, is)
	switch {
	case was == is || from < 0 && was != "failed" && was != "deprecated":
		return true // unchanged, or unknown to the state machine
	case was == "deprecated":
		return false
	case was == "failed":
		return true // tried again
	case is == "failed":
		return was != "active"
	case is == "deprecated":
		return true
	}
	return to > from || to < 0
}
