package versions

import (
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// UnsatisfiedLock reports bindings without an active version, and ranges without a release.
var UnsatisfiedLock = &lint.Rule{
	Name: "unsatisfied-lock", Group: "G", Severity: lint.Error,
	Doc: `An agent's binding matches no active version, or a plugin's range matches no release.

` + "`versionLock`" + ` is an exact version, ` + "`^1.2.0` or `~1.2.3`" + `, as npm reads them (^0.2.3 stays below 0.3.0; a prerelease is only taken
when the lock names one of the same version); empty it means the current version. Ranges of plugins resolve to tags
` + "`{plugin}--v{version}`" + ` of the repository: when it has some, one of them has to satisfy the range (a warning).

A binding to a package whose definition says ` + "`isActive: false`" + ` is an error; an exact lock beside ` + "`autoUpdate: true`" + ` a warning: it is never updated.`,
	Sources: []lint.Source{sources.PackagesPage, sources.NpmRanges, sources.PluginDependencies},
	Run: func(p *lint.Pass) {
		unreleased(p)
		contradictoryBindings(p)
		for _, b := range bindings(p) {
			if !b.Packaged || b.resolved != nil || b.Err != nil || b.deprecated() != nil || b.Lock == "" && namesCurrent(p, b.Skill) {
				continue
			}
			d := lint.Span(b.At.Pos, b.At.End, "no active version of %s satisfies %q%s", b.Skill, b.Lock, b.available())
			if b.Lock == "" {
				d.Message = fmt.Sprintf("%s has no active current version%s", b.Skill, b.available())
			}
			for _, pkg := range b.allowed() {
				if pkg.Manifest != nil && pkg.Manifest.Root.Get("status") != nil {
					d.Related = append(d.Related, statusPlace(pkg))
				}
			}
			p.Report(d)
		}
	},
}

// contradictoryBindings reports bindings to packages that are switched off, and exact locks that
// are to follow updates.
func contradictoryBindings(p *lint.Pass) {
	for _, b := range p.Bindings() {
		if !b.Packaged {
			continue
		}
		for _, root := range p.PackageRoots(b.Skill) {
			if def := p.DefinitionOf(root); def != nil {
				if active := def.Root.Get("isActive"); active.Is(skill.Bool) && !active.True() {
					d := lint.Span(b.Name.Pos, b.Name.End, "agent %s is bound to %s, whose definition is not active", b.Agent, b.Skill)
					d.Related = []analysis.RelatedInformation{{Pos: active.Pos, End: active.End, Message: "it is switched off here"}}
					p.Report(d)
				}
			}
		}
		if _, err := contract.ParseVersion(b.Lock); err == nil && b.AutoUpdate {
			p.ReportAs(lint.Warning, lint.Span(b.At.Pos, b.At.End, "autoUpdate does nothing beside the exact lock %q: lock a range such as %q, or remove autoUpdate", b.Lock, "^"+b.Lock))
		}
	}
}
