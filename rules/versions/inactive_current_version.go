package versions

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// InactiveCurrentVersion reports packages whose current version does not exist or is not active.
var InactiveCurrentVersion = &lint.Rule{
	Name: "inactive-current-version", Group: "G", Severity: lint.Error,
	Doc: `A package's current version does not exist or is not active.

` + "`currentVersion`" + ` of the definition names a version that is there and active: everybody without a lock gets it. A
deprecated version says why in ` + "`deprecatedReason`" + `. Against a base, a version's status follows the state machine: pending →
downloading → validating → installing → active → deprecated, failed from any step before, and pending again or deprecated from
there. A change that leaves steps out, such as from pending to active, is a note: they may have been taken between the two revisions. A
` + "`deprecatedAt`" + ` beside another status is a warning.`,
	Sources: []lint.Source{sources.PackagesPage},
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
	p.Report(lint.Span(v.Pos, v.End, "the current version %q does not exist%s; the package has %s", v.Text, lint.NewSpeller(versions).DidYouMean(v.Text), messages.List(versions)))
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

// nextStatus says what a status may become in one step of the state machine.
var nextStatus = map[string][]string{
	"pending":     {"downloading", "failed"},
	"downloading": {"validating", "failed"},
	"validating":  {"installing", "failed"},
	"installing":  {"active", "failed"},
	"active":      {"deprecated"},
	"failed":      {"pending", "deprecated"}, // tried again, or given up
	"deprecated":  nil,
}

// statusChange compares a version's status with that of the base.
func statusChange(p *lint.Pass, pkg *skill.Package) {
	if p.Base == nil {
		return
	}
	for _, was := range p.Base.Versions(pkg.Root()) {
		if was.Version.Original() != pkg.Version.Original() || was.Manifest == nil || was.Status == pkg.Status {
			continue
		}
		if _, known := nextStatus[was.Status]; !known {
			continue
		}
		if _, known := nextStatus[pkg.Status]; !known {
			continue // rule manifest-schema
		}
		at := pkg.Manifest.Root.Get("status")
		if at == nil {
			at = pkg.Manifest.Root
		}
		switch between, leads := statusesBetween(was.Status, pkg.Status); {
		case !leads:
			p.Report(lint.Span(at.Pos, at.End, "the status went back from %q to %q: the status of a version only moves forward", was.Status, pkg.Status))
		case len(between) > 0:
			p.ReportAs(lint.Note, lint.Span(at.Pos, at.End, "the status jumped from %q to %q, past %s: check that these steps were taken", was.Status, pkg.Status, messages.List(between)))
		}
	}
}

// statusesBetween returns the statuses on the shortest way from one status to
// another, both left out, and whether there is a way.
func statusesBetween(was, is string) (between []string, leads bool) {
	from := map[string]string{was: ""}
	for queue := []string{was}; len(queue) > 0; queue = queue[1:] {
		for _, next := range nextStatus[queue[0]] {
			if _, seen := from[next]; seen {
				continue
			}
			from[next] = queue[0]
			queue = append(queue, next)
		}
	}
	if _, leads = from[is]; !leads {
		return nil, false
	}
	for s := from[is]; s != was; s = from[s] {
		between = append(between, s)
	}
	slices.Reverse(between)
	return between, true
}
