package rules

import (
	"bytes"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// unknownInvocations is unknown-provider for invocations. Of a plugin that is
// not in the workspace nothing is known, and of a name alone neither. gone are
// the skills that the base had, with their new names.
func unknownInvocations(p *lint.Pass, gone map[string]string) {
	type part struct{ collection, plugin, name string }
	found := map[part][]analysis.Diagnostic{}
	var order []part
	for _, f := range instructions(p) {
		parts := pluginParts(p, p.Collection(f.Path))
		if len(parts) == 0 || isDesign(p, f.Path) {
			continue
		}
		for _, call := range append(invocations(f, parts), preloaded(f, parts)...) {
			known := parts[call.Plugin]
			if known[call.Name] || tellsOfAnotherTime(f, call.Start) || namesakes(p)[call.Plugin] || anyName.MatchString(call.Name) {
				continue
			}
			var names []string
			for name := range known {
				names = append(names, name)
			}
			slices.Sort(names)
			spell := lint.NewSpeller(names)
			d := lint.Span(f.Pos(call.Start), f.Pos(call.End), "plugin %s has no skill, command or agent %q%s", call.Plugin, call.Name, spell.DidYouMean(call.Name))
			near, ok := spell.Nearest(call.Name)
			if to := gone[call.Name]; to != "" && known[to] {
				near, ok = to, true
				d.Message = fmt.Sprintf("skill %q of plugin %s was renamed to %q", call.Name, call.Plugin, to)
			}
			if ok {
				d.SuggestedFixes = []analysis.SuggestedFix{{
					Message:   "write \"" + near + "\"",
					TextEdits: []analysis.TextEdit{{Pos: f.Pos(call.Start), End: f.Pos(call.End), NewText: []byte(near)}},
				}}
			}
			at := part{p.Collection(f.Path), call.Plugin, call.Name}
			if found[at] == nil {
				order = append(order, at)
			}
			found[at] = append(found[at], d)
		}
	}
	for _, at := range order {
		for _, d := range together(found[at], "calls of it") {
			p.ReportAs(lint.Warning, d)
		}
	}
}

// isDesign reports whether a text outside of the skills says what is to be built, or why
// something was: no agent follows it.
func isDesign(p *lint.Pass, file string) bool {
	return skillFolder(p, file) == "" && slices.ContainsFunc(strings.Split(strings.ToLower(path.Dir(file)), "/"), func(folder string) bool {
		switch strings.TrimSuffix(folder, "s") {
		case "design", "spec", "rfc", "adr", "decision", "proposal", "plan", "patch", "roadmap", "research":
			return true
		}
		return false
	})
}

var namesakePlugins skill.Memo[map[string]bool]

// namesakes are the plugins that texts install from a marketplace which is not here:
// another one of the same name, whose parts are not known.
func namesakes(p *lint.Pass) map[string]bool {
	return namesakePlugins.Of(p.Workspace, func() map[string]bool {
		names, markets := map[string]bool{}, map[string]bool{}
		for _, m := range p.Manifests {
			if m.Dialect == skill.MarketplaceManifest {
				markets[m.Root.Get("name").Str()] = true
			}
		}
		if len(markets) == 0 {
			return names
		}
		for _, f := range instructions(p) {
			for _, install := range f.Facts().Installs {
				if !markets[install.Marketplace] {
					names[install.Plugin] = true
				}
			}
		}
		return names
	})
}

// anyName matches a name that stands for any.
var anyName = regexp.MustCompile(`^(?:(?:your|my|the)-)?(?:skill|command|agent|plugin|tool)?-?name$|^(?:your|my|some)-(?:skill|command|agent|plugin|tool)$|^(?:[xyz]|[A-Z]|xxx+|foo|bar|baz|example)$`)

// ofAnotherTime matches a line that tells what something was called before, or what may be
// there one day.
var ofAnotherTime = regexp.MustCompile(`(?i)\b(?:moved|instead|renamed|removed|deprecated|replace[sd]?|formerly|was|migrat\w+|legacy|old|superseded|no longer|future|planned|proposed|deferred|postponed|rejected|not yet)\b`)

// tellsOfAnotherTime reports whether a line of a text, or a heading above it, tells of
// what is gone, or to come, or shows the wrong way.
func tellsOfAnotherTime(f *skill.File, at int) bool {
	src := f.Source()
	line, _ := lineAt(src, at)
	return ofAnotherTime.MatchString(line) || wrongWay.MatchString(line) || slices.ContainsFunc(headingsAt(src, at), ofVersions.MatchString)
}

// ofVersions matches the heading of a section that tells users of one version what is
// different in the next.
var ofVersions = regexp.MustCompile(`(?i)\bupgrad(?:e|es|ing)\b|\bmigrat(?:e|ing|ion)\b|\bchange ?log\b|\brelease notes\b|\bbreaking changes\b|\bwhat(?:'s| is) new\b`)

// headingsAt are the headings of the sections that hold an offset, the innermost
// first. A line of code that looks like one counts, too.
func headingsAt(src []byte, at int) []string {
	var headings []string
	level := 7
	for end := bytes.LastIndexByte(src[:min(at, len(src))], '\n'); end > 0 && level > 1; {
		start := bytes.LastIndexByte(src[:end], '\n') + 1
		line := src[start:end]
		if n := len(line) - len(bytes.TrimLeft(line, "#")); n > 0 && n < level && bytes.HasPrefix(line[n:], []byte(" ")) {
			level = n
			headings = append(headings, string(line[n+1:]))
		}
		end = start - 1
	}
	return headings
}

var instructionTexts skill.Memo[[]*skill.File]

// instructions are the Markdown files that agents read: those of skills and
// plugins, and outside of them the ones that hosts load by themselves. What
// tells of the past may name what is gone.
func instructions(p *lint.Pass) []*skill.File {
	return instructionTexts.Of(p.Workspace, func() []*skill.File {
		var texts []*skill.File
		for _, f := range p.Texts() {
			if strings.EqualFold(path.Ext(f.Path), ".md") && !historical(p, f.Path) {
				texts = append(texts, f)
			}
		}
		for _, f := range p.Docs() {
			if len(hosts.InProject(f.Path, nil)) > 0 && !historical(p, f.Path) {
				texts = append(texts, f)
			}
		}
		return texts
	})
}

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
			if _, kind := p.Tree.Resolve(s.Dir); kind != skill.Dir {
				continue
			}
			dirs[name], parts[name] = s.Dir, map[string]bool{}
			addParts(p, s, parts[name])
		}
		addProjectCommands(p, parts)
		for name, known := range parts {
			for _, s := range pluginSkills(p)[name] {
				known[s.ID.Text], known[path.Base(s.Dir)] = true, true
			}
		}
		return parts
	})
}

// addParts adds a plugin's commands and agents: those of its default folders,
// and of all that its manifest names.
func addParts(p *lint.Pass, s *skill.Skill, parts map[string]bool) {
	add := func(root string) {
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
					parts[file.Frontmatter().Get("name").Str()] = true
				}
			}
		}
	}
	add(path.Join(s.Dir, "commands"))
	add(path.Join(s.Dir, "agents"))
	for _, e := range p.Tree.Children(path.Join(s.Dir, "workflows")) {
		parts[strings.TrimSuffix(path.Base(e.Path), path.Ext(e.Path))] = true
	}
	components := func(n *skill.Node) {
		for _, key := range []string{"commands", "agents"} {
			for _, at := range skill.ComponentPaths(n, key) {
				add(path.Join(s.Dir, at.Text))
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

// invocations are the calls of parts of known plugins in a text. A name goes to
// its end: what looks like a further call in it is none.
func invocations(f *skill.File, parts map[string]map[string]bool) []document.Call {
	var found []document.Call
	end := 0
	for _, call := range f.Facts().Calls {
		if parts[call.Plugin] != nil && call.Start > end {
			found = append(found, call)
			end = call.End
		}
	}
	return found
}

// preloaded are the full names in the `skills` list of an agent.
func preloaded(f *skill.File, parts map[string]map[string]bool) []document.Call {
	if path.Base(path.Dir(f.Path)) != "agents" {
		return nil
	}
	var found []document.Call
	for _, n := range skill.ToolWords(f, f.Frontmatter().Get("skills")) {
		plugin, name, full := strings.Cut(n.Text, ":")
		if !full || parts[plugin] == nil {
			continue
		}
		if i := strings.LastIndex(f.Written(n.Pos, n.End), name); i >= 0 {
			start := f.Offset(n.Pos) + i
			found = append(found, document.Call{Span: skill.Span{Start: start, End: start + len(name)}, Plugin: plugin, Name: name})
		}
	}
	return found
}
