package versions

import (
	"fmt"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/skill"
)

// A binding is an agent's binding with what the gateway makes of it.
type binding struct {
	skill.Binding
	versions []*skill.Skill // the package's, the lowest first
	resolved *skill.Skill   // the one that the agent uses; nil when none may be used
}

var resolvedBindings skill.Memo[[]binding]

// bindings resolves the bindings of all agents by the gateway's code.
func bindings(p *lint.Pass) []binding {
	return resolvedBindings.Of(p.Workspace, func() []binding {
		var list []binding
		byID := map[string][]*contract.Contract{}
		for _, c := range p.Catalog().Contracts {
			byID[c.ID.Text] = append(byID[c.ID.Text], c)
		}
		for _, b := range p.Bindings() {
			versions := byID[b.Skill]
			bound := binding{Binding: b}
			switch {
			case !b.Packaged:
				bound.resolved = p.Owner(p.Index.ID(b.Skill)[0])
			case b.Err == nil:
				bound.resolved = p.Owner(b.Resolve(versions))
			}
			for _, c := range versions {
				if s := p.Owner(c); s.Package != nil {
					bound.versions = append(bound.versions, s)
				}
			}
			slices.SortStableFunc(bound.versions, func(a, b *skill.Skill) int { return a.Provides.Compare(b.Provides) })
			list = append(list, bound)
		}
		return list
	})
}

func (b binding) available() string {
	var active []string
	for _, s := range b.versions {
		if !s.Inactive {
			active = append(active, s.Version.Text)
		}
	}
	if len(active) == 0 {
		return ""
	}
	return "; active are " + messages.List(active)
}

// allowed are the versions that the lock allows, active or not.
func (b binding) allowed() (list []*skill.Package) {
	for _, s := range b.versions {
		if b.Allows(&s.Contract) {
			list = append(list, s.Package)
		}
	}
	return list
}

// deprecated is the highest version that the lock allows, when it and all
// others that it allows cannot be used, and it was active once.
func (b binding) deprecated() *skill.Package {
	if !b.Packaged || b.Lock == "" || b.Err != nil || b.resolved != nil {
		return nil
	}
	for _, pkg := range slices.Backward(b.allowed()) {
		if pkg.Status == "deprecated" {
			return pkg
		}
	}
	return nil
}

// deprecatedBindings warns of bindings whose lock allows deprecated versions
// alone (rule deprecated-import).
func deprecatedBindings(p *lint.Pass) {
	for _, b := range bindings(p) {
		pkg := b.deprecated()
		if pkg == nil {
			continue
		}
		d := lint.Span(b.At.Pos, b.At.End, "version %s of %s is deprecated%s", pkg.Version.Original(), b.Skill, b.available())
		if reason := pkg.Manifest.Root.Get("deprecatedReason"); reason.Str() != "" {
			d.Message = fmt.Sprintf("version %s of %s is deprecated (%s)%s", pkg.Version.Original(), b.Skill, reason.Text, b.available())
		}
		d.Related = []analysis.RelatedInformation{statusPlace(pkg)}
		p.ReportAs(lint.Warning, d)
	}
}

// namesCurrent reports that a package's definition says which version is
// current: rule inactive-current-version speaks of one that is not active.
func namesCurrent(p *lint.Pass, id string) bool {
	return slices.ContainsFunc(p.PackageRoots(id), func(root string) bool {
		def := p.DefinitionOf(root)
		return def != nil && def.Root.Get("currentVersion") != nil
	})
}

func statusPlace(pkg *skill.Package) analysis.RelatedInformation {
	status := pkg.Manifest.Root.Get("status")
	return analysis.RelatedInformation{Pos: status.Pos, End: status.End, Message: "its status"}
}
