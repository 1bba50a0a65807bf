package versions

import (
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/sources"
)

// IncompatibleVersion reports imports whose range of versions does not hold the provider's version.
var IncompatibleVersion = &lint.Rule{
	Name: "incompatible-version", Group: "B", Severity: lint.Error,
	Doc: `An import asks for a version that its provider does not have.

Versions are compared as numbers: 1.10 is newer than 1.9. ` + "`min_version: \"1.2\"`" + ` needs the same major and at
least that minor. Raise the provider, or ask for what it has after checking what changed. A package without an active version
provides nothing, and what an agent's ` + "`versionLock`" + ` picks has to suit the skills that the agent is bound to.`,
	Sources: []lint.Source{sources.Semver, sources.NpmRanges, sources.PluginDependencies},
	Run: func(p *lint.Pass) {
		incompatibleVersion(p)
		inactiveProvider(p)
		incompatibleBindings(p)
	},
}

func incompatibleVersion(p *lint.Pass) {
	for _, s := range p.Consumers() {
		for i := range s.Imports {
			imp := &s.Imports[i]
			if _, server := contract.Server(imp.From.Text); server || imp.Version.Text == "" || imp.Err != nil {
				continue // of a server invalid-version speaks
			}
			for _, provider := range p.Index.ID(imp.From.Text) {
				if imp.Accepts(provider) || p.Owner(provider).Unreadable() {
					continue
				}
				if s.Plugin != nil && !pluginIncompatible(p, imp, provider) {
					continue
				}
				have := provider.Version
				if have.Text == "" {
					p.Reportf(imp.Version, "%s needs %s %s, but %s has no version", s.ID.Text, provider.ID.Text, messages.Shorten(imp.Range.String()), provider.ID.Text)
					continue
				}
				d := lint.At(imp.Version, "%s needs %s %s, but it is at %s", s.ID.Text, provider.ID.Text, messages.Shorten(imp.Range.String()), messages.Shorten(have.Text))
				d.Related = []analysis.RelatedInformation{lint.Related(have, "the version of %s", provider.ID.Text)}
				p.Report(d)
			}
		}
	}
}

// inactiveProvider reports imports from packages of which no version may be used.
func inactiveProvider(p *lint.Pass) {
	for _, s := range p.Skills {
		for i := range s.Imports {
			imp := &s.Imports[i]
			for _, tool := range imp.Tools {
				provider := p.Index.Provider(imp, tool.Text)
				if provider == nil || !provider.Inactive || provider.Export(tool.Text) == nil {
					continue
				}
				pkg := p.Owner(provider).Package
				if namesCurrent(p, provider.ID.Text) || pkg == s.Package {
					continue
				}
				d := lint.At(tool, "%s needs %q of %s, but no version of %s is active", s.ID.Text, tool.Text, provider.ID.Text, provider.ID.Text)
				d.Related = []analysis.RelatedInformation{statusPlace(pkg)}
				p.Report(d)
				break // the others of this entry fail alike
			}
		}
	}
}

// incompatibleBindings reports the versions that an agent is bound to and that
// are not what another of its skills imports, when the version that everybody
// else gets is: the agent's calls are refused.
func incompatibleBindings(p *lint.Pass) {
	agents := map[string]map[string]binding{}
	var order []binding
	for _, b := range bindings(p) {
		if b.resolved == nil {
			continue
		}
		if agents[b.Agent] == nil {
			agents[b.Agent] = map[string]binding{}
		}
		if _, twice := agents[b.Agent][b.Skill]; !twice {
			agents[b.Agent][b.Skill] = b
			order = append(order, b)
		}
	}
	for _, used := range order {
		consumer := &used.resolved.Contract
		for i := range consumer.Imports {
			imp := &consumer.Imports[i]
			for _, tool := range imp.Tools {
				provider := p.Index.Provider(imp, tool.Text)
				if provider == nil {
					continue
				}
				b, bound := agents[used.Agent][provider.ID.Text]
				if !bound || &b.resolved.Contract == provider || contract.Check(consumer, provider, tool.Text, p.Now) != nil {
					continue // a finding at the import speaks of it
				}
				have := &b.resolved.Contract
				denial := contract.Check(consumer, have, tool.Text, p.Now)
				if denial == nil || denial.Code == contract.ToolRemoved { // overdue-removal speaks of it
					continue
				}
				d := lint.Span(b.At.Pos, b.At.End, "agent %s uses %s %s, which does not export %q that its skill %s imports", b.Agent, b.Skill, have.Version.Text, tool.Text, used.Skill)
				at := tool
				if denial.Code == contract.VersionMismatch {
					d.Message = fmt.Sprintf("agent %s uses %s %s, but its skill %s needs %s", b.Agent, b.Skill, have.Version.Text, used.Skill, imp.Range)
					at = imp.Version
				}
				d.Related = []analysis.RelatedInformation{lint.Related(at, "%s imports it here", used.Skill)}
				p.Report(d)
				break // the others of this entry fail alike
			}
		}
	}
}
