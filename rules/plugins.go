package rules

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/Masterminds/semver/v3"
	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

var pluginMemo skill.Memo[[]*skill.Skill]

// plugins are the skills of the workspace that are plugins.
func plugins(p *lint.Pass) []*skill.Skill {
	return pluginMemo.Of(p.Workspace, func() []*skill.Skill {
		var list []*skill.Skill
		for _, s := range p.Skills {
			if s.Plugin != nil {
				list = append(list, s)
			}
		}
		return list
	})
}

var pluginsByCollection skill.Memo[map[string][]*skill.Skill]

// collectionPlugins are the plugins of each collection.
func collectionPlugins(p *lint.Pass) map[string][]*skill.Skill {
	return pluginsByCollection.Of(p.Workspace, func() map[string][]*skill.Skill {
		in := map[string][]*skill.Skill{}
		for _, s := range plugins(p) {
			collection := p.Collection(s.Dir)
			in[collection] = append(in[collection], s)
		}
		return in
	})
}

var skillsByPlugin skill.Memo[map[string][]*skill.Skill]

// pluginSkills are the skills in the folders of plugins, by the plugins' names.
func pluginSkills(p *lint.Pass) map[string][]*skill.Skill {
	return skillsByPlugin.Of(p.Workspace, func() map[string][]*skill.Skill {
		of := map[string][]*skill.Skill{}
		for _, s := range p.Skills {
			if plugin := p.PluginAt(s.Dir); plugin != nil && s.Plugin == nil {
				name := pluginName(plugin)
				of[name] = append(of[name], s)
			}
		}
		return of
	})
}

// installable are those and the plugins of other repositories.
func installable(p *lint.Pass) []*skill.Skill { return slices.Concat(plugins(p), p.Remote) }

// splitPlugin returns the two halves of a plugin's id, name@marketplace.
func splitPlugin(id string) (name, marketplace string) {
	name, marketplace, _ = strings.Cut(strings.TrimSuffix(id, " (plugin)"), "@")
	return name, marketplace
}

var listedPlugins skill.MemoBy[*skill.Marketplace, *lint.Speller]

// unknownPlugin is unknown-provider for a plugin's dependency: only a marketplace of
// this workspace or of a source can be asked what it lists.
func unknownPlugin(p *lint.Pass, s *skill.Skill, imp *contract.Import) {
	name, marketplace := splitPlugin(imp.From.Text)
	market := p.Marketplace(marketplace)
	if market == nil || market.Root == nil || market.Entry(name) != nil {
		return
	}
	spell := listedPlugins.Of(p.Workspace, market, func() *lint.Speller {
		var names []string
		for _, e := range market.Entries {
			names = append(names, e.Name.Text)
		}
		return lint.NewSpeller(names)
	})
	near, isNear := spell.Nearest(name)
	hint := ""
	if isNear {
		hint = fmt.Sprintf(" (did you mean %q?)", near)
	}
	d := lint.At(imp.From, "%s needs plugin %q, which marketplace %s does not list%s", s.ID.Text, name, marketplace, hint)
	if file := p.FileAt(imp.From.Pos); isNear && file != nil && !strings.Contains(file.Written(imp.From.Pos, imp.From.End), "@") {
		d.SuggestedFixes = rewrite(p, contract.Name{Text: name, Pos: imp.From.Pos, End: imp.From.End}, near)
	}
	d.Related = []analysis.RelatedInformation{lint.Related(market.Name, "marketplace %s", marketplace)}
	p.Report(d)
}

// pluginIncompatible reports whether a plugin of this repository is surely
// not one that a range asks for: it has another version, and no release tag
// that would be installed instead. Of plugins elsewhere the tags are unknown.
func pluginIncompatible(p *lint.Pass, imp *contract.Import, provider *contract.Contract) bool {
	return provider.Provides != nil && isLocalPlugin(p.Owner(provider)) && !released(p, imp)
}

// isLocalPlugin reports whether a plugin's files are in this repository.
func isLocalPlugin(s *skill.Skill) bool {
	return s.Plugin != nil && (s.Plugin.Manifest != nil || s.Plugin.Dir != "")
}

// released reports whether the repository has a release tag that a range allows.
func released(p *lint.Pass, imp *contract.Import) bool {
	name, _ := splitPlugin(imp.From.Text)
	for _, v := range p.Releases(name) {
		if imp.Range.Allows(v) {
			return true
		}
	}
	return false
}

// unreleased is unsatisfied-lock for plugins. A sibling whose version is
// known is judged by incompatible-version.
func unreleased(p *lint.Pass) {
	for _, s := range plugins(p) {
		for i := range s.Imports {
			imp := &s.Imports[i]
			name, _ := splitPlugin(imp.From.Text)
			tags := p.Releases(name)
			if imp.Version.Text == "" || imp.Err != nil || len(tags) == 0 || released(p, imp) {
				continue
			}
			for _, provider := range p.Index.ID(imp.From.Text) {
				if provider.Provides == nil && isLocalPlugin(p.Owner(provider)) {
					last := slices.MaxFunc(tags, func(a, b *semver.Version) int { return a.Compare(b) })
					p.ReportAs(lint.Warning, lint.At(imp.Version, "no release of %s satisfies %s: the newest of its %d tags %s--v… is %s; release a version that does, or change the range", name, shorten(imp.Version.Text), len(tags), name, last))
					break
				}
			}
		}
	}
}

// reached reports whether a plugin loads the skill in a folder: one of
// skills/, of a folder that `skills` names, or that folder itself.
func reached(p *lint.Pass, plugin *skill.Skill, dir string) bool {
	roots := skillRoots.Of(p.Workspace, plugin, func() map[string]bool { return rootsOf(p, plugin) })
	return roots[dir] || roots[path.Dir(dir)]
}

var skillRoots skill.MemoBy[*skill.Skill, map[string]bool]

// rootsOf are the folders in which a plugin's skills are looked for.
func rootsOf(p *lint.Pass, plugin *skill.Skill) map[string]bool {
	roots := map[string]bool{}
	add := func(at string) {
		real, _ := p.Tree.Resolve(at)
		roots[real] = true
	}
	listed := func(n *skill.Node) {
		for _, at := range skill.ComponentPaths(n, "skills") {
			add(path.Join(plugin.Dir, at.Text))
		}
	}
	add(path.Join(plugin.Dir, "skills"))
	if m := plugin.Plugin.Manifest; m != nil {
		listed(m.Root)
	}
	for _, market := range p.Marketplaces() {
		for _, e := range market.Entries {
			if e.Dir == plugin.Dir && e.Local() {
				listed(e.Node)
			}
		}
	}
	return roots
}

// beginsRight reports whether a path of a plugin or marketplace has the right
// form, or another rule speaks of it.
func beginsRight(n *skill.Node, key string) bool {
	return strings.HasPrefix(n.Text, "./") || n.Text == "." && (key == "skills" || key == "source") || escapesUp(n.Text)
}
