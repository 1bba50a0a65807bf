package texts

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/rules/internal/pluginset"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// PathEscape reports paths that leave the folder of their package or marketplace.
var PathEscape = &lint.Rule{
	Name: "path-escape", Group: "G", Severity: lint.Error,
	Doc: `A path leaves the folder that it has to stay in.

A package runs in its own folder: an absolute path, ` + "`..`" + ` or a symbolic link that leads out of it reads
or runs somebody else's files, or nothing on another machine. Paths are compared by segments: /data/skills-evil is not
inside /data/skills. The same holds for links and paths in the texts of a package, whether or not something is there: it is
installed without the files beside it. A plugin is copied to a cache without what is beside it: its component paths and a marketplace's
local sources have to stay inside, too.`,
	Sources: sources.PluginReference,
	Run: func(p *lint.Pass) {
		pluginPaths(p)
		for _, root := range p.PackageRoots("") {
			for _, pkg := range p.Versions(root) {
				if pkg.Manifest != nil {
					packagePaths(p, pkg)
				}
				packageLinks(p, pkg)
			}
		}
		escapingTexts(p)
		for _, m := range p.Manifests {
			if m.Dialect == skill.Registry {
				registryPaths(p, m)
			}
		}
	},
}

func packagePaths(p *lint.Pass, pkg *skill.Package) {
	root := pkg.Manifest.Root
	for _, at := range [][]string{{"entry"}, {"packagePath"}, {"tools", "*", "entry"}, {"tools", "*", "script"}, {"tools", "*", "path"}} {
		for _, v := range root.All(at...) {
			if !v.Is(skill.String) || v.Text == "" {
				continue
			}
			if at[0] == "packagePath" { // relative to the storage's root
				if !path.IsAbs(v.Text) && !paths.GoesUp(v.Text) {
					continue
				}
				p.Report(lint.Span(v.Pos, v.End, "packagePath %q points out of the storage root", v.Text))
				continue
			}
			if why := paths.Escapes(p, pkg.Dir, v.Text); why != "" {
				p.Report(lint.Span(v.Pos, v.End, "%s %q %s", at[len(at)-1], v.Text, why))
			}
		}
	}
}

// packageLinks reports symbolic links in a package that lead out of it.
func packageLinks(p *lint.Pass, pkg *skill.Package) {
	for _, e := range p.Tree.Below(pkg.Dir) {
		if e.Kind != skill.Symlink {
			continue
		}
		real, kind := p.Tree.Resolve(e.Path)
		if path.Base(e.Path) == "SKILL.md" && kind == skill.Outside {
			continue // rule dangling-symlink speaks of it
		}
		if kind != skill.Absent && !paths.Inside(pkg.Dir, real) {
			at := p.File(e.Path).Pos(0)
			p.Report(lint.Span(at, at, "the symbolic link points to %q, out of the package", e.Target))
		}
	}
}

func registryPaths(p *lint.Pass, m *skill.Manifest) {
	for _, e := range m.RegistryEntries() {
		for _, key := range []string{"path", "skill_yaml_path"} {
			if p.Leaves(m, e, key) {
				v := e.Get(key)
				p.Report(lint.Span(v.Pos, v.End, "%s %q points out of the repository", key, messages.Shorten(v.Text)))
			}
		}
	}
}

// pluginPaths reports component paths that leave a plugin, and sources that
// leave a marketplace.
func pluginPaths(p *lint.Pass) {
	for _, market := range p.Marketplaces() {
		if root := market.Root.Get("metadata").Get("pluginRoot"); root.Is(skill.String) && leavesFolder(p, market.Dir, root.Text) && slices.ContainsFunc(market.Entries, belowPluginRoot) {
			p.Report(lint.Span(root.Pos, root.End, "pluginRoot %q points out of the marketplace: expected a path below it", messages.Shorten(root.Text)))
		}
		for _, e := range market.Entries {
			if in := e.Get("source").Get("path"); in.Is(skill.String) && e.Get("source").Get("source").Str() == "git-subdir" && paths.GoesUp(in.Text) {
				p.Report(lint.Span(in.Pos, in.End, "path %q points out of the repository of the source: expected a path below its root", messages.Shorten(in.Text)))
			}
			if source := e.Get("source"); source.Is(skill.String) && leavesFolder(p, market.Dir, source.Text) && !linksWithin(p, market.Dir, source.Text) {
				p.Report(lint.Span(source.Pos, source.End, "source %q points out of the marketplace: expected a path below it", messages.Shorten(source.Text)))
			}
		}
	}
	for _, s := range pluginset.All(p) {
		components := func(n *skill.Node) {
			for _, key := range skill.ComponentKeys {
				for _, at := range skill.ComponentPaths(n, key) {
					if leavesFolder(p, s.Dir, at.Text) && !inMarketplace(p, s, at.Text) {
						p.Report(lint.Span(at.Pos, at.End, "%s %q points out of the plugin, which is installed without the files beside it", key, messages.Shorten(at.Text)))
					}
				}
			}
		}
		if s.Plugin.Manifest != nil {
			components(s.Plugin.Manifest.Root)
		}
		for _, e := range s.Plugin.Entries {
			components(e.Node)
		}
	}
}

// leavesFolder reports whether a path that a plugin or marketplace names leads out
// of its folder, by its words or through a symbolic link.
func leavesFolder(p *lint.Pass, dir, target string) bool {
	if strings.Contains(target, "://") {
		return false
	}
	if paths.EscapesUp(target) {
		return true
	}
	real, kind := p.Tree.Resolve(path.Join(dir, target))
	if within, _ := p.Tree.Resolve(dir); kind != skill.Absent && kind != skill.Outside {
		return !paths.Inside(within, real)
	}
	return kind == skill.Outside
}

// linksWithin reports whether a path leads out of a folder through a symbolic link alone, to another place of
// the workspace: hosts install from a folder what its links lead to.
func linksWithin(p *lint.Pass, dir, target string) bool {
	_, kind := p.Tree.Resolve(path.Join(dir, target))
	return !paths.EscapesUp(target) && kind == skill.Dir
}

// inMarketplace reports whether a path of a plugin leads through a symbolic link to
// another place of a marketplace that lists the plugin: hosts copy what is there
// when they install it.
func inMarketplace(p *lint.Pass, s *skill.Skill, target string) bool {
	if paths.EscapesUp(target) {
		return false
	}
	real, kind := p.Tree.Resolve(path.Join(s.Dir, target))
	return kind != skill.Absent && kind != skill.Outside && slices.ContainsFunc(s.Plugin.Entries, func(e *skill.PluginEntry) bool { return paths.Inside(e.Marketplace.Dir, real) })
}

// belowPluginRoot reports whether the source of an entry is a bare name: the others do not begin in the pluginRoot.
func belowPluginRoot(e *skill.PluginEntry) bool {
	source := e.Node.Get("source")
	return source.Is(skill.String) && !strings.HasPrefix(source.Text, ".")
}
