package manifests

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/rules/internal/pluginset"
	"github.com/skilllint/skilllint/rules/internal/spelling"
	"github.com/skilllint/skilllint/skill"
)

// relativePaths says that paths of one key have to begin with "./", in one
// finding, and offers to write it. there says what is in the plugin's folder: what the folder of the key alone has is meant by its name.
func relativePaths(list []*skill.Node, key string, there func(name string) bool) (analysis.Diagnostic, bool) {
	bad := slices.DeleteFunc(list, func(n *skill.Node) bool { return pluginset.BeginsRight(n, key) })
	if len(bad) == 0 {
		return analysis.Diagnostic{}, false
	}
	n := bad[0]
	d := lint.Span(n.Pos, n.End, "%s is %q, expected a path that begins with \"./\"", key, messages.Shorten(n.Text))
	if repo, at := strings.CutPrefix(n.Text, "github:"); at && key == "source" {
		d.Message = fmt.Sprintf("source is %q, expected a path that begins with \"./\", or {\"source\": \"github\", \"repo\": %q}", messages.Shorten(n.Text), messages.Shorten(repo))
	}
	if slices.ContainsFunc(bad, func(n *skill.Node) bool { return paths.HasScheme(n.Text) || !strings.ContainsAny(n.Text, "/.") }) {
		return d, true // an address, or a name
	}
	prefix := func(n *skill.Node) string {
		if !there(n.Text) && there(path.Join(key, n.Text)) {
			return "./" + key + "/"
		}
		return "./"
	}
	fix := analysis.SuggestedFix{Message: fmt.Sprintf("write %q", prefix(n)+n.Text)}
	if more := len(bad) - 1; more > 0 {
		d.Message += fmt.Sprintf("; so are %d more", more)
		fix.Message += " and so on"
	}
	for _, n := range bad {
		fix.TextEdits = append(fix.TextEdits, analysis.TextEdit{Pos: n.Pos + 1, End: n.Pos + 1, NewText: []byte(prefix(n))})
	}
	d.SuggestedFixes = []analysis.SuggestedFix{fix}
	return d, true
}

// invisible are the characters that no name of a plugin may have: controls,
// of the direction of writing too.
func invisible(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }

// pluginForm is what the schema of a plugin cannot say. schema is that of a
// plugin, or of a marketplace's entry.
func pluginForm(p *lint.Pass, m *skill.Manifest, n, schema *skill.Node) {
	own := func(key, near string) bool { return !spelling.Likely(key, near) || ownMarker(p, m, key, near) }
	p.ReportAs(lint.Warning, misspelt(n, schema, own)...)
	if name := n.Get("name"); name.Is(skill.String) && (name.Text == "" || strings.ContainsAny(name.Text, " ") || strings.ContainsFunc(name.Text, invisible) || strings.ContainsAny(name.Text, `@:/\`) && !installedAs(p, m, name.Text)) {
		p.Report(lint.Span(name.Pos, name.End, "name is %q, expected a name without blanks, \"@\", \":\" and slashes", messages.Shorten(name.Text)))
	}
}

// installedAs reports whether a marketplace lists the plugin of a manifest by another name than its own: that one
// is installed, and Claude Code refuses the plugin's own "@", ":" and slashes only where it is loaded by its path.
func installedAs(p *lint.Pass, m *skill.Manifest, own string) bool {
	plugin := p.PluginAt(path.Dir(m.Path))
	return plugin != nil && plugin.Plugin.Manifest == m && slices.ContainsFunc(plugin.Plugin.Entries, func(e *skill.PluginEntry) bool { return e.Name.Text != own })
}

// A pathFault is what paths of plugins have in common that do not begin with "./".
type pathFault struct {
	collection string
	folder     bool // where files are expected
}

// pluginPaths reports such paths of all plugins: whoever writes one of them so writes all.
func pluginPaths(p *lint.Pass) {
	var found folding.Batches[pathFault]
	add := func(m *skill.Manifest, n *skill.Node) {
		there := func(name string) bool {
			_, is := p.Tree.Lookup(path.Join(path.Dir(path.Dir(m.Path)), name))
			return is && m.Dialect == skill.PluginManifest
		}
		for _, key := range skill.ComponentKeys {
			if d, bad := relativePaths(skill.ComponentPaths(n, key), key, there); bad {
				folder := key == "agents" && m.Dialect == skill.PluginManifest && n.Get(key).Is(skill.String) && !document.IsMarkdown(n.Get(key).Text)
				if folder {
					d.Message = fmt.Sprintf("agents is %q, a folder, but takes Markdown files only: list them, or leave the key out for agents/", messages.Shorten(n.Get(key).Text))
					d.SuggestedFixes = nil
				}
				found.Add(pathFault{p.Collection(m.Path), folder}, d)
			}
		}
	}
	for _, m := range p.Manifests {
		switch m.Dialect {
		case skill.PluginManifest:
			add(m, m.Root)
		case skill.MarketplaceManifest:
			for _, item := range m.Root.Get("plugins").Items() {
				add(m, item.Value)
			}
		}
	}
	for _, at := range found.Causes {
		p.Folding(folding.WithFixes(folding.Gathered("path has that fault", "paths have that fault"))).Report(found.Of[at]...)
	}
}

func marketplaceForm(p *lint.Pass, m *skill.Manifest, schema *skill.Node) {
	own := func(key, near string) bool { return !spelling.Likely(key, near) || ownMarker(p, m, key, near) }
	p.ReportAs(lint.Warning, misspelt(m.Root, schema, own)...)
	reservedName(p, m)
	pluginRoot := m.Root.Get("metadata").Get("pluginRoot")
	var sources []*skill.Node
	for _, item := range m.Root.Get("plugins").Items() {
		e := item.Value
		pluginForm(p, m, e, schema.Get("$defs").Get("entry"))
		hooksOf(p, e)
		source := e.Get("source")
		if source.Is(skill.String) && pluginRoot == nil && !strings.Contains(source.Text, "://") {
			sources = append(sources, source)
		}
	}
	if d, bad := relativePaths(sources, "source", func(string) bool { return false }); bad {
		p.Report(d)
	}
}

// reservedName reports a list with a name that a host takes from its own vendor alone, who
// is named as the owner.
func reservedName(p *lint.Pass, m *skill.Manifest) {
	name, owner := m.Root.Get("name"), m.Root.Get("owner")
	for _, h := range hosts.All() {
		if h.Lists(m.Path) && slices.Contains(h.Marketplace.Reserved, name.Str()) && !namesVendor(owner, h.Marketplace.ReservedFor) {
			p.Report(lint.Span(name.Pos, name.End, "%s is reserved for the lists of %s: %s refuses to add this one", messages.Cited(name.Text), h.Marketplace.ReservedFor, h.Title))
		}
	}
}

// namesVendor reports whether a list's owner is a vendor, by the name or the address.
func namesVendor(owner *skill.Node, vendor string) bool {
	return slices.ContainsFunc(owner.Entries(), func(e skill.Member) bool {
		return strings.Contains(strings.ToLower(e.Value.Str()), strings.ToLower(vendor))
	})
}

// hooksOf reports hooks of an entry that are not written there: they are not loaded. What
// the plugin has in its own hooks/hooks.json is loaded all the same.
func hooksOf(p *lint.Pass, e *skill.Node) {
	v := e.Get("hooks")
	if !v.Is(skill.String) && !v.Is(skill.List) {
		return
	}
	for _, at := range skill.ComponentPaths(e, "hooks") {
		if path.Clean(at.Text) != "hooks/hooks.json" {
			p.ReportAs(lint.Warning, lint.Span(v.Pos, v.End, "Claude Code loads no hooks from a file that a marketplace's entry names: write them in hooks/hooks.json of the plugin, or name the file in its plugin.json"))
			return
		}
	}
}
