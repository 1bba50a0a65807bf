package rules

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

var partsOfPlugins skill.MemoBy[string, map[string]map[string]bool]

// pluginParts are the names by which each plugin's skills, commands and
// agents can be called in a collection: of another one nothing is known there.
func pluginParts(p *lint.Pass, collection string) map[string]map[string]bool {
	return partsOfPlugins.Of(p.Workspace, collection, func() map[string]map[string]bool {
		parts := map[string]map[string]bool{}
		dirs := map[string]string{}
		for _, s := range collectionPlugins(p)[collection] {
			name := pluginName(s)
			if other, again := dirs[name]; again && other != s.Dir {
				delete(parts, name) // two of one name: which is meant is not known
				continue
			}
			if real, kind := p.Tree.Resolve(s.Dir); kind != skill.Dir || len(p.Tree.Below(real)) == 0 {
				continue // elsewhere, or a submodule that is not checked out
			}
			dirs[name], parts[name] = s.Dir, map[string]bool{}
			addParts(p, s, parts[name])
		}
		addProjectCommands(p, parts)
		for name, known := range parts {
			for _, s := range pluginSkills(p)[name] {
				known[s.ID.Text], known[calledAs(name, s.ID.Text)], known[path.Base(s.Dir)] = true, true, true
			}
		}
		return parts
	})
}

// calledAs is the name by which a command or skill of a plugin is called whose frontmatter
// has the whole of it: a user types kit:scan, and Claude Code finds what shows that name.
func calledAs(plugin, name string) string { return strings.TrimPrefix(name, plugin+":") }

// addParts adds a plugin's commands and agents: those of its default folders,
// and of all that its manifest names.
func addParts(p *lint.Pass, s *skill.Skill, parts map[string]bool) {
	add := func(key, root string) {
		entries := p.Tree.Below(root)
		if _, kind := p.Tree.Resolve(root); kind == skill.Regular {
			e, _ := p.Tree.Lookup(root)
			root, entries = path.Dir(root), []skill.Entry{e}
		}
		for _, e := range entries {
			if name, ok := strings.CutSuffix(e.Path, ".md"); ok {
				parts[path.Base(name)] = true
				parts[strings.ReplaceAll(strings.TrimPrefix(name, root+"/"), "/", ":")] = true
				if file := p.File(e.Path); file != nil {
					own := frontmatterOf(p, file).Get("name").Str()
					parts[own] = true
					if key == "commands" { // of an agent hosts put the plugin's name before any
						parts[calledAs(pluginName(s), own)] = true
					}
				}
			}
		}
	}
	for _, key := range []string{"commands", "agents"} {
		add(key, path.Join(s.Dir, key))
	}
	for _, e := range p.Tree.Children(path.Join(s.Dir, "workflows")) {
		parts[strings.TrimSuffix(path.Base(e.Path), path.Ext(e.Path))] = true
	}
	components := func(n *skill.Node) {
		for _, key := range []string{"commands", "agents"} {
			for _, at := range skill.ComponentPaths(n, key) {
				add(key, path.Join(s.Dir, at.Text))
			}
		}
		for _, e := range n.Get("commands").Entries() {
			parts[e.Key.Text] = true
		}
	}
	if s.Plugin.Manifest != nil {
		components(s.Plugin.Manifest.Root)
	}
	for _, e := range s.Plugin.Entries {
		components(e.Node)
	}
}

// frontmatterOf is a text's frontmatter, nil where it has none that can be read as it stands.
func frontmatterOf(p *lint.Pass, f *skill.File) *skill.Node {
	if c := p.ComponentAt(f.Path); c != nil && c.File == f && c.Kind != hosts.Workflow && len(c.Problems) == 0 {
		return c.Root
	}
	return f.Frontmatter()
}

// commandOf reports whether the plugin of a skill has a command or an agent of a name.
func commandOf(p *lint.Pass, s *skill.Skill, name string) bool {
	plugin := p.PluginAt(s.Dir)
	return plugin != nil && pluginParts(p, p.Collection(plugin.Dir))[pluginName(plugin)][name]
}

// addProjectCommands adds the commands of the repository's own that are called by a
// folder's name as those of a plugin are: .claude/commands/git/cm.md is /git:cm.
func addProjectCommands(p *lint.Pass, parts map[string]map[string]bool) {
	for _, load := range projectCommands(p) {
		if folder, name, ok := strings.Cut(load, ":"); ok && parts[folder] != nil {
			parts[folder][name] = true
		}
	}
}

var projectCommandNames skill.Memo[[]string]

// projectCommands are the names of the commands that hosts load where they lie.
func projectCommands(p *lint.Pass) []string {
	return projectCommandNames.Of(p.Workspace, func() []string {
		var names []string
		for _, e := range p.Tree.Entries() {
			if e.Kind != skill.Regular || !strings.Contains(e.Path, "/commands/") {
				continue
			}
			for _, load := range hosts.InProject(e.Path, nil) {
				if load.Component() == hosts.Command {
					names = append(names, load.Name(""))
				}
			}
		}
		return names
	})
}

// missingComponents reports paths of a plugin that lead nowhere: that part of
// it is not loaded. ofEntry tells that a marketplace's entry names them.
func missingComponents(p *lint.Pass, dir string, n *skill.Node, ofEntry bool) {
	if _, kind := p.Tree.Resolve(dir); kind != skill.Dir {
		return
	}
	absent := p.Folding(gathered("path of the plugin leads nowhere", "paths of the plugin lead nowhere")) // what it was made of
	for _, key := range skill.ComponentKeys {
		for _, at := range skill.ComponentPaths(n, key) {
			if !beginsRight(at, key) || escapesUp(at.Text) {
				continue // other rules speak of it
			}
			switch _, kind := p.Tree.Resolve(path.Join(dir, at.Text)); {
			case kind == skill.Absent && builtIn(p, dir, at.Text):
			case kind == skill.Absent:
				to := absent
				d := lint.Span(at.Pos, at.End, "%s points to %q, which does not exist", key, shorten(at.Text))
				if near, ok := nearPath(p, dir, at.Text); ok {
					to = p // misspelt
					d.Message += fmt.Sprintf(" (did you mean %q?)", "./"+near)
					d.SuggestedFixes = []analysis.SuggestedFix{{
						Message:   fmt.Sprintf("write %q", "./"+near),
						TextEdits: []analysis.TextEdit{{Pos: at.Pos + 1, End: at.End - 1, NewText: []byte("./" + near)}},
					}}
				}
				to.ReportAs(lint.Warning, d) // hosts go on without it
			case key == "agents" && kind == skill.Dir:
				d := lint.Span(at.Pos, at.End, "agents names the folder %q, but takes Markdown files only: list them, or leave the key out for agents/", shorten(at.Text))
				if !ofEntry {
					d.Message = "Claude Code does not load the plugin: " + d.Message
					p.Report(d)
					continue
				}
				p.ReportAs(lint.Warning, d)
			}
		}
	}
}

// builtIn reports whether a build puts a part into a plugin that no marketplace lists
// here: the repository has it at its root, from where it is published elsewhere.
func builtIn(p *lint.Pass, dir, part string) bool {
	if dir == "." || len(p.Marketplaces()) > 0 {
		return false
	}
	_, kind := p.Tree.Resolve(path.Clean(part))
	return kind != skill.Absent
}

// replacedFolders reports the folders of a plugin that its host looks into by itself, and no
// longer does as the manifest names other places for the same. One that names what is in the
// folder chooses from it.
func replacedFolders(p *lint.Pass, s *skill.Skill) {
	m := s.Plugin.Manifest
	for _, h := range hosts.All() {
		_, at, ok := h.PluginAt(m.Path)
		if !ok || slices.Contains(h.Plugin.Guest, at) {
			continue
		}
		for _, f := range h.Folders {
			key, _ := m.Root.Entry(f.Key)
			if f.Scope != hosts.InPlugin || f.Mode != "replaces" || key == nil || f.Component != hosts.Agent && f.Component != hosts.Command {
				continue
			}
			folder := path.Join(s.Dir, f.Folder)
			if files := partsIn(p, folder); files > 0 && allElsewhere(p, s, f.Key, folder) {
				p.ReportAs(lint.Warning, lint.Span(key.Pos, key.End, "%s does not load what is in %s/ (%d %s), as the key %s names other places: name it, too, or leave the key out", h.Title, f.Folder, files, plural(files, "file", "files"), f.Key))
			}
		}
	}
}

// partsIn counts the texts of a folder that are agents or commands by their frontmatter.
func partsIn(p *lint.Pass, folder string) (n int) {
	for _, e := range p.Tree.Below(folder) {
		if file := p.File(e.Path); file != nil && strings.HasSuffix(e.Path, ".md") && file.Frontmatter().Get("description") != nil {
			n++
		}
	}
	return n
}

// allElsewhere reports whether a plugin names parts of a kind, and all of them are there and
// outside of a folder.
func allElsewhere(p *lint.Pass, s *skill.Skill, key, folder string) bool {
	named := skill.ComponentPaths(s.Plugin.Manifest.Root, key)
	if len(named) == 0 {
		return false
	}
	for _, e := range s.Plugin.Entries {
		named = append(named, skill.ComponentPaths(e.Node, key)...)
	}
	return !slices.ContainsFunc(named, func(at *skill.Node) bool {
		real, kind := p.Tree.Resolve(path.Join(s.Dir, at.Text))
		return kind == skill.Absent || kind == skill.Outside || inside(folder, real) || inside(real, folder)
	})
}

// definedTwice reports an entry that is to define all of a plugin whose own manifest lists parts, too.
func definedTwice(p *lint.Pass, s *skill.Skill, e *skill.PluginEntry) {
	strict, m := e.Get("strict"), s.Plugin.Manifest
	if m == nil || !strict.Is(skill.Bool) || strict.True() {
		return
	}
	listed := func(n *skill.Node) string {
		for _, key := range []string{"commands", "agents", "skills", "hooks"} {
			if v := n.Get(key); !blank(v) {
				return key
			}
		}
		return ""
	}
	if in, own := listed(e.Node), listed(m.Root); in != "" && own != "" {
		d := lint.Span(strict.Pos, strict.End, "Claude Code does not load the plugin: with strict: false its entry alone may list parts (%s here), and plugin.json lists %s", in, own)
		key, _ := m.Root.Entry(own)
		d.Related = []analysis.RelatedInformation{{Pos: key.Pos, End: key.End, Message: "what plugin.json lists"}}
		p.Report(d)
	}
}
