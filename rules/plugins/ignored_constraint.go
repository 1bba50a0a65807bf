package plugins

import (
	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// IgnoredConstraint reports version constraints that stand where the host does not read them.
var IgnoredConstraint = &lint.Rule{
	Name: "ignored-constraint", Group: "P", Severity: lint.Warning,
	Doc: `A version constraint stands where the host ignores it.

Claude Code takes a dependency from a marketplace's entry, but not the version that the entry asks for: a plugin that wants ` + "`~2.1.0`" + `
gets 3.0.0 without a word. Write the constraint into the plugin's own plugin.json, where it is kept.`,
	Sources: []lint.Source{sources.PluginDependencies, {URL: "https://github.com/anthropics/claude-code/issues/88170", Level: "convention", Read: "2026-11-22"}},
	Run: func(p *lint.Pass) {
		for _, market := range p.Marketplaces() {
			for _, entry := range market.Entries {
				for _, item := range entry.Get("dependencies").Items() {
					name, v := item.Value.Get("name").Str(), item.Value.Get("version")
					if name == "" || !v.Is(skill.String) || allowsAny(v.Text) || constrained(p, entry, name) {
						continue
					}
					p.Report(lint.Span(v.Pos, v.End, "the version %q of dependency %q is ignored in a marketplace entry: write it into the plugin.json of %s", v.Text, name, entry.Name.Text))
				}
			}
		}
	},
}

// allowsAny reports whether a range excludes no version, or is none.
func allowsAny(text string) bool {
	r, err := contract.ParseRange(text)
	return err != nil || r.String() == "*"
}

// constrained reports whether the plugin's own manifest asks for a version of a
// dependency. What a plugin of another repository asks for is not known.
func constrained(p *lint.Pass, entry *skill.PluginEntry, name string) bool {
	if entry.Dir == "" {
		return true
	}
	m := p.ManifestAt(entry.Dir + "/.claude-plugin/plugin.json")
	if m == nil {
		return false
	}
	for _, item := range m.Root.Get("dependencies").Items() {
		if item.Value.Get("name").Str() == name && item.Value.Get("version").Str() != "" {
			return true
		}
	}
	return false
}
