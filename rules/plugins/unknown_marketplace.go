package plugins

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/rules/internal/skilltext"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// UnknownMarketplace reports commands that install a plugin of this repository from a marketplace
// by a name that is not the marketplace's.
var UnknownMarketplace = &lint.Rule{
	Name: "unknown-marketplace", Group: "L", Severity: lint.Warning,
	Doc: `A text tells its readers to install a plugin from a marketplace that is called otherwise.

` + "`/plugin install kit@acme`" + ` wants the name that the marketplace has in its manifest, not that of its owner or repository: Claude Code answers that the plugin is not found. Told is what names a
plugin of this repository and, for its marketplace, the owner or the repository that the same text adds (` + "`/plugin marketplace add acme/kit`" + `), or, where it adds none, a part of the right name. Nothing is said of other
marketplaces, which may list the plugin, too, of change logs, and where the text adds a repository that is not known to be this one.`,
	Sources: sources.PluginReference,
	Run: func(p *lint.Pass) {
		var found folding.Batches[[2]string] // by the collection and the name
		for _, files := range [][]*skill.File{p.Texts(), p.Docs()} {
			for _, f := range files {
				if document.IsMarkdown(f.Path) && len(f.Facts().Installs) > 0 && !paths.Historical(p, f.Path) && !paths.IsDesign(p, f.Path) {
					misnamedMarketplaces(p, f, &found)
				}
			}
		}
		for _, name := range found.Causes {
			p.Folding(folding.WithFixes(folding.Gathered("command has that name", "commands have that name"))).Report(found.Of[name]...)
		}
	},
}

// misnamedMarketplaces adds the installations of one text from marketplaces that are called otherwise.
func misnamedMarketplaces(p *lint.Pass, f *skill.File, found *folding.Batches[[2]string]) {
	collection := p.Collection(f.Path)
	for _, in := range f.Facts().Installs {
		var lists *skill.Marketplace
		known := false
		for _, m := range p.Marketplaces() {
			known = known || m.Name.Text == in.Marketplace
			if p.Collection(m.Path) == collection && m.Entry(in.Plugin) != nil && lists == nil {
				lists = m
			}
		}
		if known || lists == nil || lists.Name.Text == "" || !isMeant(p, f, lists, in.Marketplace) || skilltext.TellsOfAnotherTime(f, in.Start) {
			continue
		}
		end := in.End + len(repositoryBehind.Find(f.Source()[in.End:])) // kit@acme/kit
		d := lint.Span(f.Pos(in.Start), f.Pos(end), "this repository's marketplace is called %q: hosts find none called %q", lists.Name.Text, string(f.Source()[in.Start:end]))
		d.SuggestedFixes = []analysis.SuggestedFix{{
			Message:   fmt.Sprintf("write %q", lists.Name.Text),
			TextEdits: []analysis.TextEdit{{Pos: f.Pos(in.Start), End: f.Pos(end), NewText: []byte(lists.Name.Text)}},
		}}
		found.Add([2]string{collection, in.Marketplace}, d)
	}
}

// repositoryBehind matches the name of a repository behind its owner.
var repositoryBehind = regexp.MustCompile(`^/[\w.-]*\w`)

// isMeant reports whether a text means a marketplace by a name: it is that of the owner or of
// the repository that the text adds, which is this one, or a part of the marketplace's.
func isMeant(p *lint.Pass, f *skill.File, m *skill.Marketplace, name string) bool {
	adds := f.Facts().Adds
	if len(adds) == 0 {
		return strings.HasPrefix(m.Name.Text, name+"-") || strings.HasPrefix(name, m.Name.Text+"-")
	}
	meant := false
	for _, add := range adds {
		if strings.HasPrefix(add, ".") {
			continue // a folder of this machine
		}
		owner, repository := ownerAndName(add)
		if !isOwn(p, m, owner, repository) || !strings.EqualFold(repository, m.Name.Text) && addedByName(p, m) {
			return false
		}
		meant = meant || strings.EqualFold(name, owner) || strings.EqualFold(name, repository) || strings.EqualFold(name, owner+"-"+repository)
	}
	return meant
}

var addedMarketplaces skill.MemoBy[*skill.Marketplace, bool]

// addedByName reports whether a text of a marketplace's collection adds a repository that is called as the marketplace: that is
// the one that it lies in.
func addedByName(p *lint.Pass, m *skill.Marketplace) bool {
	return addedMarketplaces.Of(p.Workspace, m, func() bool {
		return slices.ContainsFunc(slices.Concat(p.Texts(), p.Docs()), func(f *skill.File) bool {
			return document.IsMarkdown(f.Path) && p.Collection(f.Path) == p.Collection(m.Path) && slices.ContainsFunc(f.Facts().Adds, func(add string) bool {
				_, repository := ownerAndName(add)
				return strings.EqualFold(repository, m.Name.Text)
			})
		})
	})
}

// isOwn reports whether a repository is the one that a marketplace lies in: it is called as the
// marketplace, or all manifests that name a repository name it, or none does and it is called after the marketplace (claude-kit).
func isOwn(p *lint.Pass, m *skill.Marketplace, owner, repository string) bool {
	if owner == "" || strings.EqualFold(repository, m.Name.Text) {
		return owner != ""
	}
	named := false
	for _, of := range p.Manifests {
		if of.Dialect != skill.PluginManifest && of.Dialect != skill.MarketplaceManifest || p.Collection(of.Path) != p.Collection(m.Path) {
			continue
		}
		for _, v := range []*skill.Node{of.Root.Get("repository"), of.Root.Get("repository").Get("url"), of.Root.Get("homepage")} {
			if o, r := ownerAndName(v.Str()); o != "" {
				if !strings.EqualFold(o, owner) || !strings.EqualFold(r, repository) {
					return false
				}
				named = true
			}
		}
	}
	own, name := strings.ToLower(repository), strings.ToLower(m.Name.Text)
	return named || name != "" && (strings.HasSuffix(own, "-"+name) || strings.HasPrefix(own, name+"-"))
}

// repositoryName matches what names a repository: owner/name, or an address that ends so.
var repositoryName = regexp.MustCompile(`^(?:(?:git\+)?https?://(?:www\.)?[\w.-]+/|(?:ssh://)?git@[\w.-]+[:/])?([\w-][\w.-]*)/([\w.-]+?)(?:\.git)?/?(?:[#@].*)?$`)

// ownerAndName parts what names a repository; "" where nothing is named.
func ownerAndName(text string) (owner, name string) {
	if m := repositoryName.FindStringSubmatch(text); m != nil {
		return m[1], m[2]
	}
	return "", ""
}
