package rules

import (
	"fmt"
	"path"
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
					own := file.Frontmatter().Get("name").Str()
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

// otherNames tells the calls of a plugin's parts by a name that is not the plugin's, such as
// the one that it had before, or that of its skill. Sure is that where all that is called by the
// name is there, in one plugin alone, and the names are akin.
func otherNames(p *lint.Pass) {
	type name struct{ collection, called string }
	var found batches[name]
	parts := map[name]map[string]bool{} // what is called by it
	taken := map[string]bool{}          // by what has a name of its own: another plugin, a folder of commands
	for _, load := range projectCommands(p) {
		folder, _, _ := strings.Cut(load, ":")
		taken[folder] = true
	}
	for _, f := range instructions(p) {
		for _, install := range f.Facts().Installs {
			taken[install.Plugin] = true
		}
		if isDesign(p, f.Path) {
			continue
		}
		known := pluginParts(p, p.Collection(f.Path))
		end := 0
		for _, call := range f.Facts().Calls {
			if call.Start < end || len(known) == 0 || known[call.Plugin] != nil {
				continue
			}
			end = call.End
			at := name{p.Collection(f.Path), call.Plugin}
			if parts[at] == nil {
				parts[at] = map[string]bool{}
			}
			parts[at][call.Name] = true
			if !tellsOfAnotherTime(f, call.Start) {
				start := call.Start - len(call.Plugin) - 1
				found.add(at, lint.Span(f.Pos(start), f.Pos(start+len(call.Plugin)), "no plugin here is called %q", call.Plugin))
			}
		}
	}
	for _, at := range found.causes {
		known := pluginParts(p, at.collection)
		owner := ownerOf(known, parts[at])
		if owner == "" || len(parts[at]) < 2 || taken[at.called] || !akin(known[owner], owner, at.called) {
			continue
		}
		for i := range found.of[at] {
			d := &found.of[at][i]
			d.Message += fmt.Sprintf(", the part is of plugin %s: write %q", owner, owner+":")
			d.SuggestedFixes = []analysis.SuggestedFix{{
				Message:   fmt.Sprintf("write %q", owner),
				TextEdits: []analysis.TextEdit{{Pos: d.Pos, End: d.End, NewText: []byte(owner)}},
			}}
		}
		p.Folding(withFixes(gathered("call by that name", "calls by that name"))).ReportAs(lint.Warning, found.of[at]...)
	}
}

// ownerOf is the only plugin that has all parts of some names, "" where none or several have.
func ownerOf(plugins map[string]map[string]bool, names map[string]bool) string {
	owner := ""
	for plugin, known := range plugins {
		has := true
		for name := range names {
			has = has && known[name]
		}
		switch {
		case has && owner != "":
			return ""
		case has:
			owner = plugin
		}
	}
	return owner
}

// akin reports whether a plugin may be called by a name that is not its own: that of a part, or
// one with some of its words. A part that shows such a name itself, name:part, is found by it.
func akin(parts map[string]bool, plugin, name string) bool {
	for part := range parts {
		if strings.HasPrefix(part, name+":") {
			return false
		}
	}
	return parts[name] || strings.Contains("-"+plugin+"-", "-"+name+"-") || strings.Contains("-"+name+"-", "-"+plugin+"-")
}
