package plugins

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/loading"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/rules/internal/pluginset"
	"github.com/skilllint/skilllint/skill"
)

// pluginDrift is registry-drift for marketplaces and plugins.
func pluginDrift(p *lint.Pass) {
	for _, market := range p.Marketplaces() {
		missingSources(p, market)
		unlistedPlugins(p, market)
	}
	var versions []analysis.Diagnostic
	var raised, renamed folding.Batches[string] // versions and names of entries, by the marketplace
	agree := map[string]bool{}                  // the marketplaces of which an entry has the name of its plugin
	for _, s := range pluginset.All(p) {
		if m := s.Plugin.Manifest; m != nil {
			missingComponents(p, s.Dir, m.Root, false)
			replacedFolders(p, s)
			versions = append(versions, packageDrift(p, s)...)
		}
		for _, e := range s.Plugin.Entries {
			missingComponents(p, s.Dir, e.Node, true)
			definedTwice(p, s, e)
			if m := s.Plugin.Manifest; m != nil {
				if e.Name.Text == m.Root.Get("name").Str() {
					agree[e.Marketplace.Path] = true
				} else if !isAlias(s, e) {
					for _, d := range pluginDiffers(m, "the entry", e.Get("name"), nil) {
						renamed.Add(p.FileAt(d.Pos).Path, d)
					}
				}
				for _, d := range pluginDiffers(m, "the entry", nil, e.Get("version")) {
					raised.Add(p.FileAt(d.Pos).Path, d)
				}
			}
		}
	}
	for _, market := range renamed.Causes {
		if !agree[market] {
			continue // users call none of its plugins by the name that it is installed by
		}
		p.Folding(folding.Gathered("entry has another name than its plugin", "entries have other names than their plugins")).ReportAs(lint.Warning, renamed.Of[market]...)
	}
	for _, market := range raised.Causes {
		slices.SortFunc(raised.Of[market], func(a, b analysis.Diagnostic) int { return cmp.Compare(a.Pos, b.Pos) })
		p.Folding(folding.Gathered("entry has another version than its plugin", "entries have another version than their plugins")).ReportAs(lint.Warning, raised.Of[market]...)
	}
	p.Folding(folding.Folded("package.json that differ")).ReportAs(lint.Warning, versions...) // a tool raises them
	missingElsewhere(p)
	unreached(p)
	hiddenBelow(p)
}

// missingSources reports the entries whose local source is not there, those of a marketplace as one
// fault: the folders were left out, moved, or are still to come. What git ignores is built first. Of one below the root that finds
// none of its plugins it is a warning.
func missingSources(p *lint.Pass, market *skill.Marketplace) {
	var found, built []analysis.Diagnostic
	there := false
	for _, e := range market.Entries {
		source := e.Get("source")
		if !e.Local() || e.Dir == "" || paths.EscapesUp(source.Text) || paths.HasScheme(source.Text) {
			continue
		}
		if _, kind := p.Tree.Resolve(e.Dir); kind == skill.Absent {
			d := lint.Span(source.Pos, source.End, "the source of plugin %q points to %q, which does not exist", e.Name.Text, messages.Shorten(source.Text))
			if p.Tree.Ignored(e.Dir) {
				d.Message += "; git ignores it, so it is in no clone: whoever adds the marketplace has to build it first"
				built = append(built, d)
				continue
			}
			if bare, ok := belowPluginRoot(p, market, source.Text); ok {
				d.Message += fmt.Sprintf(": the marketplace's pluginRoot stands before names without \"./\" alone; write %q", bare)
				d.SuggestedFixes = []analysis.SuggestedFix{{
					Message:   "write the name without \"./\"",
					TextEdits: []analysis.TextEdit{{Pos: source.Pos, End: source.End, NewText: []byte(strconv.Quote(bare))}},
				}}
			} else if near, ok := paths.Near(p, ".", e.Dir); ok {
				d.Message += fmt.Sprintf(" (did you mean %q?)", near)
			}
			found = append(found, d)
		} else {
			there = true
		}
	}
	severity := lint.Error
	if !there && market.Dir != "." {
		severity = lint.Warning // it was moved, or copied along, and nobody adds it
	}
	p.Folding(folding.Gathered("source is ignored", "sources are ignored")).ReportAs(lint.Note, built...)
	p.Folding(folding.WithFixes(folding.Folded("sources that do not exist"))).ReportAs(severity, found...)
}

// belowPluginRoot returns a source that begins with ./ without that, where the plugin is in the pluginRoot of the marketplace.
func belowPluginRoot(p *lint.Pass, market *skill.Marketplace, source string) (bare string, ok bool) {
	root := market.Root.Get("metadata").Get("pluginRoot")
	bare, dotted := strings.CutPrefix(source, "./")
	if !dotted || !root.Is(skill.String) {
		return "", false
	}
	_, kind := p.Tree.Resolve(path.Join(market.Dir, root.Text, bare))
	return bare, kind == skill.Dir
}

// unlistedPlugins reports the plugins beside those of a marketplace that none lists: all at once.
func unlistedPlugins(p *lint.Pass, market *skill.Marketplace) {
	dirs := p.Unlisted(market)
	if len(dirs) == 0 {
		return
	}
	key, _ := market.Root.Entry("plugins")
	says := fmt.Sprintf("no marketplace lists %s, which stands beside plugins that this one lists: nobody can install it; list or delete it", messages.Cited(dirs[0]))
	if more := len(dirs) - 1; more > 0 {
		says = fmt.Sprintf("no marketplace lists %s and %d more, which stand beside plugins that this one lists: nobody can install them; list or delete them", messages.Cited(dirs[0]), more)
	}
	p.ReportAs(lint.Warning, lint.Span(key.Pos, key.End, "%s", says))
}

// isAlias reports whether an entry is a further name of a plugin, which its marketplace lists under
// another one before, or under its own.
func isAlias(s *skill.Skill, entry *skill.PluginEntry) bool {
	own := s.Plugin.Manifest.Root.Get("name").Str()
	return slices.ContainsFunc(s.Plugin.Entries, func(e *skill.PluginEntry) bool {
		return e != entry && e.Marketplace == entry.Marketplace && (e.Name.Text == own || e.Name.Pos < entry.Name.Pos)
	})
}

// pluginDiffers compares name and version with those of plugin.json, which
// wins at install; it reports at the one that loses.
func pluginDiffers(m *skill.Manifest, what string, name, version *skill.Node) []analysis.Diagnostic {
	var found []analysis.Diagnostic
	for _, pair := range []struct {
		key        string
		have, want *skill.Node
	}{{"name", name, m.Root.Get("name")}, {"version", version, m.Root.Get("version")}} {
		if !pair.have.Is(skill.String) || !pair.want.Is(skill.String) || pair.have.Text == pair.want.Text {
			continue
		}
		d := lint.Span(pair.have.Pos, pair.have.End, "%s of %s is %q, but plugin.json says %q", pair.key, what, messages.Shorten(pair.have.Text), messages.Shorten(pair.want.Text))
		if pair.key == "version" {
			d.Message += ", which wins at install"
		}
		d.Related = []analysis.RelatedInformation{lint.Related(contract.Name{Pos: pair.want.Pos, End: pair.want.End}, "what plugin.json says")}
		found = append(found, d)
	}
	return found
}

// packageDrift compares the package.json beside a plugin, when it is the
// plugin's, by its name or nearly so: a package of another name has versions
// of its own, one with a scope a name of its own, and a private one is not published.
func packageDrift(p *lint.Pass, s *skill.Skill) []analysis.Diagnostic {
	own := s.Plugin.Manifest.Root.Get("name").Str()
	file := p.File(path.Join(s.Dir, "package.json"))
	if file == nil || file.JSON().Get("private").True() {
		return nil
	}
	if root := p.PackageJSON(s.Dir, own); root != nil {
		return pluginDiffers(s.Plugin.Manifest, "package.json", nil, root.Get("version"))
	}
	name := file.JSON().Get("name")
	if strings.HasPrefix(name.Str(), "@") {
		return nil
	}
	if near, _ := lint.NewSpeller([]string{own}).Nearest(name.Str()); near == own && own != "" {
		return pluginDiffers(s.Plugin.Manifest, "package.json", name, nil)
	}
	return nil
}

// hiddenBelow reports a SKILL.md that makes the folder of a plugin's skills one skill: what is
// below is not loaded.
func hiddenBelow(p *lint.Pass) {
	below := map[string]int{}
	for _, s := range p.Skills {
		if s.Plugin == nil && s.Manifest().Dialect == skill.Standard && len(loading.OwnLoads(p, s.Manifest().Path)) == 0 {
			below[path.Dir(s.Dir)]++
		}
	}
	for _, s := range p.Skills {
		plugin := p.PluginAt(s.Dir)
		if s.Plugin != nil || plugin == nil || below[s.Dir] == 0 || s.Dir != path.Join(plugin.Dir, "skills") {
			continue
		}
		if loads := loading.OwnLoads(p, s.Manifest().Path); len(loads) > 0 {
			p.ReportAs(lint.Warning, lint.At(placeOf(s), "%s takes %s for one skill, and does not load the %d %s below it: move this one to a folder of its own", loads[0].Host.Title, s.Dir, below[s.Dir], messages.Plural(below[s.Dir], "skill", "skills")))
		}
	}
}

// placeOf is a skill's name, or the top of its manifest where it gives none.
func placeOf(s *skill.Skill) contract.Name {
	if s.ID.Pos.IsValid() {
		return s.ID
	}
	at := s.Manifest().Pos(0)
	return contract.Name{Pos: at, End: at}
}
