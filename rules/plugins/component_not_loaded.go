package plugins

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/hostform"
	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/internal/standing"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/loading"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// ComponentNotLoaded reports agents, commands and skills that their host passes over.
var ComponentNotLoaded = &lint.Rule{
	Name: "component-not-loaded", Group: "L", Severity: lint.Error, Loaded: true, Unloaded: true,
	Doc: `An agent or a command is not loaded by the host whose folder it stands in.

Most hosts pass over such a file in silence: an agent without a description, or with ` + "`hooks: []`" + `, is simply not there. What each host
needs is data with source and day (` + "`skilllint hosts`" + `). Agents of Codex and commands of Gemini CLI are TOML: a folder that has them in Markdown alone is a warning, and so are instructions with ` + "`applyTo`" + ` whose name does not end in ` + "`.instructions.md`" + `. A skill that lies in a folder of skills as one file, where hosts look for folders, is a warning, unless another text names it or the folder ` + "`commands`" + ` beside that one has it too, and so is one beside the folder of skills or too deep in it (` + "`.claude/plan/SKILL.md`" + `, ` + "`.claude/skills/work/plan/SKILL.md`" + `). MCP servers in a file that the host does not read (` + "`.claude/mcp.json`" + `) are a warning, unless the file that it reads has them, or something names this one. A Markdown file without frontmatter, or with none of the keys that hosts know, is taken for a
text that lies beside. Of two agents of one name in one place one is not loaded, and none that has no frontmatter, where its text tells an agent who it is and no other text reads it by its path (warnings).
Claude Code loads a plugin's command in the place of a skill that has its name (a warning; a note where the skill says to run that command), and a project's skill in the place of such a command (a note). One with ` + "`disable-model-invocation: true`" + ` leaves the other to the model, and one whose text names the file of the other leads to it.`,
	Sources: []lint.Source{sources.HostsModel},
	Run: func(p *lint.Pass) {
		type cause struct{ folder, says string }
		var lost folding.Batches[cause]
		agents, named := agentFolders(p), namedFromRoot(p)
		for _, c := range p.Components() {
			if d, is := notLoaded(c); is && (c.Kind != hosts.Agent || agents[path.Dir(c.Path)] && !openedByCommand(p, path.Dir(c.Path))) {
				if at := named[c.Path]; at != nil {
					d.Message += fmt.Sprintf("; %s names it by its path from the root, but there a path begins beside that file", p.FileAt(at.Pos).Path)
					d.Related = append(d.Related, lint.Related(skill.NameOf(at), "the path"))
				}
				lost.Add(cause{path.Dir(c.Path), d.Message}, d)
			}
		}
		for _, at := range lost.Causes {
			p.Folding(folding.Gathered("file beside it has that fault", "files beside it have that fault")).Report(lost.Of[at]...)
		}
		plainAgents(p)
		otherFormat(p)
		otherEnding(p)
		flatSkills(p)
		skillsBeside(p)
		unreadServers(p)
		sameName(p)
		yielding(p)
	},
}

// agentFolders are the folders that hold agents: those in which a host looks for them, and of the folders below those in which
// a text has more of what hosts know of an agent than a description. The others hold pages: .claude/agents/rules.
func agentFolders(p *lint.Pass) map[string]bool {
	holds := map[string]bool{}
	for _, c := range p.Components() {
		dir, r := path.Dir(c.Path), c.Readers[0]
		forms, _ := loading.OwnForms(c)
		if dir == path.Join(r.Root, r.Folder.Folder) || slices.ContainsFunc(c.Root.Entries(), func(e skill.Member) bool {
			return e.Key.Text != "description" && slices.ContainsFunc(forms, func(of hostform.Form) bool { return of.Keys[e.Key.Text].Effect == hosts.Loads })
		}) {
			holds[dir] = true
		}
	}
	return holds
}

// otherFormat reports folders of agents and commands of which none has the format that the
// host reads there: all of a folder at once.
func otherFormat(p *lint.Pass) {
	type place struct {
		host *hosts.Host
		root string
		kind hosts.Component
	}
	loaded := map[place]bool{}
	for _, c := range p.Components() {
		for _, r := range c.Readers {
			loaded[place{r.Host, r.Root, c.Kind}] = true
		}
	}
	for _, c := range p.PassedOver() {
		if r := c.Readers[0]; c.Kind != hosts.Skill && namedAnywhere(p, c.Path) {
			loaded[place{r.Host, r.Root, c.Kind}] = true // by its path
		}
	}
	var found folding.Batches[place]
	for _, c := range p.PassedOver() {
		r := c.Readers[0]
		at := place{r.Host, r.Root, c.Kind}
		if c.Kind == hosts.Skill || c.Kind == hosts.Instruction || loaded[at] || !slices.ContainsFunc(c.Root.Entries(), func(e skill.Member) bool { return loading.KnownToHosts(c.Kind, e.Key.Text) }) {
			continue
		}
		found.Add(at, lint.Span(c.Pos(0), c.Pos(0), "%s: in %s it reads %s alone", lostIn(r.Host, hosts.Refused, c.Kind), r.Folder.Folder, strings.ToUpper(path.Ext(r.Folder.File)[1:])))
	}
	for _, at := range found.Causes {
		p.Folding(folding.Gathered("file beside it is Markdown, too", "files beside it are Markdown, too")).ReportAs(lint.Warning, found.Of[at]...)
	}
}

// flatSkills reports skills that lie right in a folder of skills: all of a folder at once. Those with triggers are for OpenHands,
// which reads files there, too (docs.openhands.dev/overview/skills/keyword, read 2026-11-28).
func flatSkills(p *lint.Pass) {
	var found folding.Batches[string]
	for _, c := range p.PassedOver() {
		if c.Kind != hosts.Skill || c.Root.Get("name").Str() == "" || c.Root.Get("description").Str() == "" || c.Root.Get("triggers").Is(skill.List) || namedAnywhere(p, c.Path) || standing.IsForm(c.Path) {
			continue
		}
		r := c.Readers[0]
		name := strings.TrimSuffix(path.Base(c.Path), ".md")
		if strings.EqualFold(name, "skill") {
			name = c.Root.Get("name").Str()
		}
		if r.Folder.Scope == hosts.Project && loading.OwnReader(p, path.Join(path.Dir(c.Path), name, "SKILL.md")).Path != "" {
			continue // a program of the repository, which may take files, too
		}
		advice := "move it to " + messages.Cited(name+"/SKILL.md")
		switch command, same := commandBeside(p, c); {
		case same:
			continue // it is loaded as that
		case command:
			advice = "a command has this name, too: delete this file, or move it to a folder with another name"
		}
		found.Add(path.Dir(c.Path), lint.Span(c.Pos(0), c.Pos(0), "%s: in %s it reads folders with a SKILL.md; %s", lostIn(r.Host, hosts.Refused, c.Kind), r.Folder.Folder, advice))
	}
	for _, at := range found.Causes {
		p.Folding(folding.Gathered("skill beside it is one file, too", "skills beside it are one file each, too")).ReportAs(lint.Warning, found.Of[at]...)
	}
}

// commandBeside reports whether the folder of commands beside that of a text has one of its name, and whether it is the same
// text, by a link or as a copy.
func commandBeside(p *lint.Pass, c *skill.Component) (is, same bool) {
	at := path.Join(path.Dir(path.Dir(c.Path)), "commands", path.Base(c.Path))
	real, kind := p.Tree.Resolve(at)
	command := p.File(at)
	return kind == skill.Regular, real == c.Path || kind == skill.Regular && command != nil && command.Sum == c.Sum
}

// skillsBeside reports skills that lie beside the folder in which the host looks for them.
func skillsBeside(p *lint.Pass) {
	var found folding.Batches[string]
	for _, m := range p.Manifests {
		would := loading.Beside(p, m.Path)
		if m.Dialect != skill.Standard || len(would) == 0 || putElsewhere(p, would[0].Root) || isLedTo(p, m.Path) || loading.NamedInSettings(p, would[0].Host, would[0].Root, path.Dir(m.Path)) {
			continue
		}
		skills := path.Join(would[0].Root, would[0].Folder.Folder)
		found.Add(skills, lint.Span(m.Pos(0), m.Pos(0), "%s: it looks for skills right in %s; move the folder there", lostIn(would[0].Host, hosts.Refused, hosts.Skill), skills))
	}
	for _, at := range found.Causes {
		p.Folding(folding.Gathered("skill lies beside it or too deep", "skills lie beside it or too deep")).ReportAs(lint.Warning, found.Of[at]...)
	}
}

// notLoaded says why all the hosts that own a component's place do not load it.
func notLoaded(c *skill.Component) (d analysis.Diagnostic, is bool) {
	forms, known := loading.OwnForms(c)
	if !known {
		return d, false
	}
	faults := make([]*hostform.Fault, len(forms))
	for i, of := range forms {
		if faults[i] = loading.LostFor(c, of); faults[i] == nil {
			return d, false
		}
	}
	f := faults[0]
	return lint.Span(f.Pos, f.End, "%s: %s", lostIn(f.Host, f.Effect, c.Kind), f.Says), true
}

// namedFromRoot are the places at which settings name the file of a component by its path from the root, though their paths
// begin beside them: what it lacks they may well say.
func namedFromRoot(p *lint.Pass) map[string]*skill.Node {
	named := map[string]*skill.Node{}
	for _, settings := range p.Components() {
		if in := settings.Readers[0]; settings.Kind == hosts.Settings {
			for _, f := range in.Host.Folders {
				if f.Declared == "" {
					continue
				}
				for _, file := range settings.Root.Values(strings.Split(f.Declared, ".")...) {
					named[path.Join(in.Root, file.Str())] = file
				}
			}
		}
	}
	return named
}

// lostIn says what a host makes of a component.
func lostIn(h *hosts.Host, e hosts.Effect, kind hosts.Component) string {
	switch e {
	case hosts.Plugin:
		return h.Title + " does not load the plugin"
	case hosts.Start:
		return h.Title + " does not start"
	}
	return fmt.Sprintf("%s does not load this %s", h.Title, kind)
}
