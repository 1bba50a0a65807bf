package skill

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/internal/standing"
	"github.com/skilllint/skilllint/internal/tree"
)

// Components returns the components of projects and plugins, sorted by path.
// Skills and MCP servers are not among them.
func (ws *Workspace) Components() []*Component { return ws.components }

// PassedOver returns the texts that would be components if they had the format that the
// hosts of their folders want, or skills if they had a folder each, sorted by path.
func (ws *Workspace) PassedOver() []*Component { return ws.passedOver }

// ComponentAt returns the component at a path, nil where there is none.
func (ws *Workspace) ComponentAt(p string) *Component {
	i, ok := slices.BinarySearchFunc(ws.components, p, func(c *Component, p string) int { return strings.Compare(c.Path, p) })
	if !ok {
		return nil
	}
	return ws.components[i]
}

// readComponents finds what hosts load besides skills, and reads it.
func (ws *Workspace) readComponents(opts Options) {
	ws.installed = ws.installations(opts)
	for _, e := range ws.entries() {
		if e.Kind != Regular || !mayBeComponent(e.Path) {
			continue
		}
		if c := ws.componentAt(e.Path); c != nil {
			if !ws.standing.LeaveOut(e.Path, ws.part == nil) { // the whole has counted those of a part
				ws.components = append(ws.components, c)
			}
		} else if c := ws.passedOverAt(e.Path); c != nil && !ws.InertAt(e.Path) {
			ws.passedOver = append(ws.passedOver, c)
		}
	}
	ws.components = append(ws.components, ws.extensions(ws.installed)...)
	at := map[*Component]string{}
	for _, c := range ws.components {
		at[c] = c.path()
	}
	slices.SortFunc(ws.components, func(a, b *Component) int { return strings.Compare(at[a], at[b]) })
	ws.components = slices.DeleteFunc(ws.readAll(opts, ws.components), ws.declared)
	ws.passedOver = ws.readAll(opts, ws.passedOver)
}

// readAll reads components, and returns those that can be read.
func (ws *Workspace) readAll(opts Options, list []*Component) []*Component {
	Parallel(len(list), func(i int) {
		c := list[i]
		p := c.path()
		if c.File = ws.file(p); c.File == nil {
			c.File = ws.readText(p, opts, false, false)
		}
		if c.File != nil && c.Kind != hosts.Workflow {
			c.Data = ws.dataOf(c.File)
		}
	})
	list = slices.DeleteFunc(list, func(c *Component) bool { return c.File == nil })
	for _, c := range list {
		if ws.file(c.Path) == nil {
			ws.files.Put(c.File)
		}
	}
	return list
}

// declared reports whether the settings beside a component describe it in its
// place, or may do so.
func (ws *Workspace) declared(c *Component) bool {
	in := c.Readers[0]
	if in.Folder.Declared == "" {
		return false
	}
	for _, settings := range ws.components {
		if settings.Kind != hosts.Settings || settings.Readers[0].Host != in.Host || settings.Readers[0].Root != in.Root {
			continue
		}
		if settings.Root == nil {
			return true // they may: they cannot be read
		}
		for _, file := range settings.Root.Values(strings.Split(in.Folder.Declared, ".")...) {
			if path.Join(path.Dir(settings.path()), file.Str()) == c.path() {
				return true
			}
		}
	}
	return false
}

// mayBeComponent tells by its extension whether a file can be a component.
func mayBeComponent(p string) bool {
	switch path.Ext(p) {
	case ".md", ".json", ".js", ".toml", ".yaml":
		return path.Base(p) != "SKILL.md" && path.Base(p) != ".mcp.json"
	}
	return false
}

// componentAt returns the component at a path, nil when no host loads one there, or when others are
// made of it.
func (ws *Workspace) componentAt(p string) *Component {
	if standing.IsForm(p) {
		return nil
	}
	c := &Component{}
	readers, plugin := ws.pluginReaders(p)
	for _, l := range readers {
		c.add(l)
		c.Plugin = plugin
	}
	if len(c.Readers) == 0 && hiddenPath(p) {
		for _, l := range hosts.InProject(p, ws.isThere) {
			if !standing.AmongSkills(l.Root) { // nobody works there, though a whole project was copied into it
				c.add(Reader{l, l.Folder.Guest})
			}
		}
		if len(c.Readers) > 0 {
			ws.addLinked(c, p)
		}
	}
	for _, l := range hosts.OfSkill(p, ws.isThere) {
		c.add(Reader{Load: l})
	}
	if len(c.Readers) == 0 {
		return nil
	}
	return c
}

// addLinked adds the ways in which hosts load a component through links: .opencode, which leads to .claude.
func (ws *Workspace) addLinked(c *Component, p string) {
	for _, at := range ws.Tree.Aliases(p) {
		for _, l := range hosts.InProject(at, ws.isThere) {
			c.add(Reader{l, l.Folder.Guest})
		}
	}
}

// passedOverAt returns what a text would be to the hosts of its folder in another format,
// or in a folder of its own as skills are, nil when they want none there.
func (ws *Workspace) passedOverAt(p string) *Component {
	c := &Component{}
	for _, l := range hosts.PassedOver(p) {
		c.add(Reader{l, l.Folder.Guest})
	}
	stem, md := strings.CutSuffix(p, ".md")
	if md && path.Base(path.Dir(p)) == "skills" && !ws.isThere(stem) {
		for _, l := range ws.SkillReaders(path.Join(stem, "SKILL.md")) {
			if l.Rest = path.Dir(l.Rest) + ".md"; l.Rest == path.Base(p) && !l.Guest {
				c.Kind, c.Readers = hosts.Skill, append(c.Readers, l)
			}
		}
	}
	if len(c.Readers) == 0 {
		return nil
	}
	return c
}

var skillReaders MemoBy[string, []Reader]

// SkillReaders returns the ways in which hosts load the SKILL.md at a path: where it
// lies, links show it or it is copied to, or with the plugin around it. They are not to be changed.
func (ws *Workspace) SkillReaders(p string) []Reader {
	return skillReaders.Of(ws, p, func() (readers []Reader) {
		for _, at := range ws.placesOf(p) {
			shipped, _ := ws.pluginReaders(at)
			readers = append(readers, shipped...)
			for _, l := range hosts.InProject(at, ws.isThere) {
				readers = append(readers, Reader{l, l.Folder.Guest})
			}
		}
		return slices.DeleteFunc(readers, func(l Reader) bool { return l.Component() != hosts.Skill })
	})
}

// pluginReaders returns the ways in which hosts load a path with the innermost plugin
// around it, and the plugin's folder.
func (ws *Workspace) pluginReaders(p string) (readers []Reader, plugin string) {
	whole := ws.Whole()
	for d := tree.Parent(p); ; d = tree.Parent(d) {
		for _, in := range whole.installed[d] {
			if l, ok := in.host.InPlugin(in.Manifest, p, ws.isThere); ok {
				readers = append(readers, Reader{l, in.guest})
			}
		}
		if len(whole.installed[d]) > 0 || d == "." {
			return readers, d
		}
	}
}

func (ws *Workspace) isThere(p string) bool {
	_, ok := ws.Tree.Lookup(p)
	return ok
}

// installations are the folders with a manifest that a host takes for a
// plugin's, and those that a marketplace lists, by folder.
func (ws *Workspace) installations(opts Options) map[string][]installation {
	installed := map[string][]installation{}
	for _, e := range ws.entries() {
		if e.Kind != Regular || path.Ext(e.Path) != ".json" {
			continue
		}
		for _, h := range hosts.All() {
			dir, at, ok := h.PluginAt(e.Path)
			if !ok || ws.standing.SetsAside(e.Path) {
				continue
			}
			i := slices.IndexFunc(installed[dir], func(in installation) bool { return in.host == h })
			if i < 0 {
				i = len(installed[dir])
				installed[dir] = append(installed[dir], installation{})
			} else if slices.Index(h.Plugin.Manifests, installed[dir][i].at) < slices.Index(h.Plugin.Manifests, at) {
				continue // the host takes the other one
			}
			installed[dir][i] = installation{ws.manifestOf(opts, dir, e.Path), h, at, slices.Contains(h.Plugin.Guest, at)}
		}
	}
	for _, s := range ws.Skills {
		if s.Plugin == nil || s.Plugin.Manifest != nil || len(s.Plugin.Entries) == 0 {
			continue
		}
		for _, h := range hosts.All() {
			if h.Lists(s.Plugin.Entries[0].Marketplace.Path) && h.Plugin != nil && h.Plugin.Missing == hosts.Loads {
				installed[s.Dir] = append(installed[s.Dir], installation{manifestPaths(s.Dir, s.Plugin.Entries[0].Node), h, "", h.Marketplace.Files[0] != ".claude-plugin/marketplace.json"})
			}
		}
	}
	return installed
}

// manifestOf reads what a plugin's manifest lists.
func (ws *Workspace) manifestOf(opts Options, dir, p string) hosts.Manifest {
	file := ws.file(p)
	if file == nil {
		if file = ws.readText(p, opts, false, false); file == nil {
			return hosts.Manifest{Root: dir}
		}
		ws.files.Put(file)
	}
	return manifestPaths(dir, file.JSON())
}

// manifestPaths are the paths that the keys of a manifest, or of an entry of a
// marketplace, list.
func manifestPaths(dir string, root *Node) hosts.Manifest {
	m := hosts.Manifest{Root: dir, Paths: map[string][]string{}}
	for _, e := range root.Entries() {
		if !slices.Contains(ComponentKeys, e.Key.Text) {
			continue
		}
		paths := []string{}
		for _, n := range ComponentPaths(root, e.Key.Text) {
			paths = append(paths, path.Join(dir, n.Text))
		}
		m.Paths[e.Key.Text] = paths
	}
	return m
}

// extensions are the manifests of plugins that no dialect reads.
func (ws *Workspace) extensions(installed map[string][]installation) []*Component {
	var list []*Component
	for dir, all := range installed {
		for _, in := range all {
			if in.guest || in.at == "" || ws.ManifestAt(path.Join(dir, in.at)) != nil {
				continue
			}
			folder := &hosts.Folder{Scope: hosts.InPlugin, Component: hosts.Extension, Folder: "."}
			list = append(list, &Component{Kind: hosts.Extension, Plugin: dir, Readers: []Reader{{Load: hosts.Load{Host: in.host, Folder: folder, Root: dir, Rest: in.at}}}})
		}
	}
	return list
}

// dataOf reads the data of a component, unless the last load has.
func (ws *Workspace) dataOf(f *File) document.Data {
	if last := ws.opts.Last; last != nil {
		if c := last.ComponentAt(f.Path); c != nil && c.File == f {
			return c.Data
		}
	}
	return f.Read()
}
