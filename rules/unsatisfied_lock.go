package rules

import (
	"fmt"
	"go/token"
	"path"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// UnsatisfiedLock is G4.
var UnsatisfiedLock = &lint.Rule{
	Name: "unsatisfied-lock", Group: "G", Severity: lint.Error,
	Doc: `An agent's binding resolves to no active version, or a plugin's range to no release.

` + "`versionLock`" + ` is an exact version, ` + "`^1.2.0` or `~1.2.3`" + `, as npm reads them (^0.2.3 stays below 0.3.0; a prerelease is only taken
when the lock names one of the same version); empty it means the current version (S4). Ranges of plugins resolve to tags
` + "`{plugin}--v{version}`" + ` of the repository: when it has some, one of them has to satisfy the range (a warning).`,
	Run: func(p *lint.Pass) {
		unreleased(p)
		eachBinding(p, func(b binding) {
			if b.resolved != nil || b.err != nil || b.deprecated() != nil {
				return
			}
			if def := p.DefinitionOf(b.root); b.lock == "" && def != nil && def.Root.Get("currentVersion") != nil {
				return // rule inactive-current-version speaks of it
			}
			d := lint.Span(b.at.Pos, b.at.End, "no active version of %s satisfies %q%s", b.skill, b.lock, b.available())
			if b.lock == "" {
				d.Message = fmt.Sprintf("%s has no active current version%s", b.skill, b.available())
			}
			for _, pkg := range b.matching {
				if pkg.Manifest.Root.Get("status") != nil {
					d.Related = append(d.Related, statusPlace(pkg))
				}
			}
			p.Report(d)
		})
	},
}

// A binding is one agent's use of a packaged skill.
type binding struct {
	skill    string
	root     string // the folder {skillId}
	lock     string
	at       *skill.Node // the lock, or the skill's name where it is empty
	err      error       // the lock is no range
	versions []*skill.Package
	matching []*skill.Package // versions that the lock allows, active or not
	resolved *skill.Package   // the version that is used: the highest active one
}

func (b binding) available() string {
	var active []string
	for _, pkg := range b.versions {
		if pkg.Active() {
			active = append(active, pkg.Version.Original())
		}
	}
	if len(active) == 0 {
		return ""
	}
	return "; active are " + list(active)
}

// deprecated is the highest version that the lock allows, when it and all
// others that it allows cannot be used, and it was active once.
func (b binding) deprecated() *skill.Package {
	for _, pkg := range slices.Backward(b.matching) {
		if b.lock != "" && b.resolved == nil && pkg.Status == "deprecated" {
			return pkg
		}
	}
	return nil
}

// eachBinding resolves the bindings of all agents to packages of the
// workspace. A binding to a skill that is no package is left out.
func eachBinding(p *lint.Pass, do func(binding)) {
	for _, s := range p.Skills {
		m := s.Manifest()
		if m.Dialect != skill.Bindings {
			continue
		}
		meant := map[token.Pos]string{} // a binding means a skill by its id or its skillId
		for i := range s.Imports {
			meant[s.Imports[i].Pos] = s.Imports[i].From.Text
		}
		for _, b := range m.BindingEntries() {
			id := meant[b.Pos]
			if roots := p.PackageRoots(id); id != "" && len(roots) > 0 && len(p.Versions(roots[0])) > 0 {
				do(resolveBinding(p, b, roots[0]))
			}
		}
	}
}

func resolveBinding(p *lint.Pass, n *skill.Node, root string) binding {
	b := binding{skill: path.Base(root), root: root, at: n.Get("skillDefinitionId"), versions: p.Versions(root)}
	if lock := n.Get("versionLock"); lock.Is(skill.String) && lock.Text != "" {
		b.lock, b.at = lock.Text, lock
	}
	if b.lock == "" {
		if current := p.Current(root); current != nil && current.Active() {
			b.resolved = current
		} else if current != nil {
			b.matching = []*skill.Package{current}
		}
		return b
	}
	var allowed contract.Range
	if allowed, b.err = contract.ParseRange(b.lock); b.err != nil {
		return b
	}
	for _, pkg := range b.versions {
		if allowed.Allows(pkg.Version) {
			b.matching = append(b.matching, pkg)
		}
	}
	for _, pkg := range slices.Backward(b.matching) {
		if pkg.Active() {
			b.resolved = pkg
			break
		}
	}
	return b
}

// deprecatedBindings warns of bindings whose lock allows deprecated versions
// alone (rule deprecated-import).
func deprecatedBindings(p *lint.Pass) {
	eachBinding(p, func(b binding) {
		pkg := b.deprecated()
		if pkg == nil {
			return
		}
		d := lint.Span(b.at.Pos, b.at.End, "version %s of %s is deprecated%s", pkg.Version.Original(), b.skill, b.available())
		if reason := pkg.Manifest.Root.Get("deprecatedReason"); reason.Str() != "" {
			d.Message = fmt.Sprintf("version %s of %s is deprecated (%s)%s", pkg.Version.Original(), b.skill, reason.Text, b.available())
		}
		d.Related = []analysis.RelatedInformation{statusPlace(pkg)}
		p.ReportAs(lint.Warning, d)
	})
}
