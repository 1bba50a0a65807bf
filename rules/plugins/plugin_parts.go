package plugins

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/fileform"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/rules/internal/pluginset"
	"github.com/skilllint/skilllint/skill"
)

// missingComponents reports paths of a plugin that lead nowhere: that part of
// it is not loaded. ofEntry tells that a marketplace's entry names them.
func missingComponents(p *lint.Pass, dir string, n *skill.Node, ofEntry bool) {
	if _, kind := p.Tree.Resolve(dir); kind != skill.Dir {
		return
	}
	absent := p.Folding(folding.Gathered("path of the plugin leads nowhere", "paths of the plugin lead nowhere")) // what it was made of
	for _, key := range skill.ComponentKeys {
		for _, at := range skill.ComponentPaths(n, key) {
			if !pluginset.BeginsRight(at, key) || paths.EscapesUp(at.Text) {
				continue // other rules speak of it
			}
			switch _, kind := p.Tree.Resolve(path.Join(dir, at.Text)); {
			case kind == skill.Absent && builtIn(p, dir, at.Text):
			case kind == skill.Absent:
				reportAbsent(p, absent, dir, key, at)
			case key == "agents" && kind == skill.Dir:
				d := lint.Span(at.Pos, at.End, "agents names the folder %q, but takes Markdown files only: list them, or leave the key out for agents/", messages.Shorten(at.Text))
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

// reportAbsent reports a path of a plugin that leads nowhere: with others, or alone where it
// is misspelt. What git ignores is built first.
func reportAbsent(p, absent *lint.Pass, dir, key string, at *skill.Node) {
	to := absent
	d := lint.Span(at.Pos, at.End, "%s points to %q, which does not exist", key, messages.Shorten(at.Text))
	if near, ok := paths.Near(p, dir, at.Text); ok {
		to = p
		d.Message += fmt.Sprintf(" (did you mean %q?)", "./"+near)
		d.SuggestedFixes = []analysis.SuggestedFix{{
			Message:   fmt.Sprintf("write %q", "./"+near),
			TextEdits: []analysis.TextEdit{{Pos: at.Pos + 1, End: at.End - 1, NewText: []byte("./" + near)}},
		}}
	}
	if p.Tree.Ignored(path.Join(dir, at.Text)) {
		d.Message += "; git ignores it, so it is in no clone: whoever adds the plugin has to build it first"
		p.ReportAs(lint.Note, d)
		return
	}
	to.ReportAs(lint.Warning, d) // hosts go on without it
}

// missingElsewhere is that for the manifests of other hosts' plugins, in the keys that name
// places for the host to look into.
func missingElsewhere(p *lint.Pass) {
	for _, c := range p.Components() {
		if c.Kind != hosts.Extension {
			continue
		}
		absent := p.Folding(folding.Gathered("path of the plugin leads nowhere", "paths of the plugin lead nowhere"))
		seen := map[string]bool{"": true}
		for _, f := range c.Readers[0].Host.Folders {
			if f.Scope != hosts.InPlugin || seen[f.Key] {
				continue
			}
			seen[f.Key] = true
			for _, at := range skill.ComponentPaths(c.Root, f.Key) {
				if paths.EscapesUp(at.Text) || !strings.HasPrefix(at.Text, "./") || strings.Contains(at.Text, "*") {
					continue
				}
				if _, kind := p.Tree.Resolve(path.Join(c.Plugin, at.Text)); kind == skill.Absent && !builtIn(p, c.Plugin, at.Text) {
					reportAbsent(p, absent, c.Plugin, f.Key, at)
				}
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
				p.ReportAs(lint.Warning, lint.Span(key.Pos, key.End, "%s does not load what is in %s/ (%d %s), as the key %s names other places: name it, too, or leave the key out", h.Title, f.Folder, files, messages.Plural(files, "file", "files"), f.Key))
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
		return kind == skill.Absent || kind == skill.Outside || paths.Inside(folder, real) || paths.Inside(real, folder)
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
			if v := n.Get(key); !fileform.Blank(v) {
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
