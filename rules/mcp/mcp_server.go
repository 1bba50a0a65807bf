package mcp

import (
	"path"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/internal/servers"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/fileform"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/rules/internal/spelling"
	"github.com/skilllint/skilllint/skill"
)

// MCPServer is M1.
var MCPServer = &lint.Rule{
	Name: "mcp-server", Group: "M", Severity: lint.Error,
	Doc: `An MCP server is defined in a form that its host does not take.

Each host has a form of its own for its file, a JSON Schema in ` + "`internal/hosts/schema/`" + `. Claude Code skips a server that has a url and
no type, an unknown type, a type that wants a url and only a command, or arguments that are no list of texts; in the manifest of a plugin it refuses the whole
plugin. A project's file whose servers stand without the key ` + "`mcpServers`" + ` it refuses (a warning). Codex and opencode do not start. Of hosts of which it is not known what becomes of the server it is a warning, as are misspelt keys, those of other hosts for which it has its own (` + "`env`" + ` in opencode), a command and a url together, and variables that only another host fills in (` + "`" + `${workspaceFolder}` + "`" + `) where the text of such a one stays, and ` + "`" + `$NAME` + "`" + ` in its environment, headers or url where the host fills in ` + "`" + `${NAME}` + "`" + ` alone. A plugin's server that is started by a path of the plugin without the variable of its folder (` + "`" + `./server.js` + "`" + `) starts nowhere but there. What a
plugin's manifest defines itself, or in a file that it names, its .mcp.json may define for another host. An empty server (` + "`{}`" + `) and an empty url are placeholders for their user; they, other variables, servers that are switched off, and those of a file whose names begin with an underscore, as examples do, are not judged.`,
	Sources: []lint.Source{sources.HostsModel},
	Run:     mcpServer,
}

func mcpServer(p *lint.Pass) {
	forms := map[*hosts.Host]*serverForms{}
	of := func(h *hosts.Host) *serverForms {
		if forms[h] == nil {
			schema := h.ServerSchema()
			forms[h] = &serverForms{fileform.Of(h.Name, schema), fileform.At(h.Name, schema, "/$defs/server")}
		}
		return forms[h]
	}
	for _, m := range p.Manifests {
		if h := servers.HostOf(p.Workspace, m.Path); m.Dialect == skill.MCPServers && h != nil && m.Root != nil {
			serverFile(p, h, of(h).file, m)
		}
	}
	seen := map[*skill.Node]bool{}
	var found folding.Batches[serverFault]
	var unfilled folding.Batches[unfilledPlace]
	defined := servers.Defined(p.Workspace)
	inManifest := map[pluginServer]bool{}
	for _, s := range defined {
		if s.Plugin != nil && !inOwnFile(&s) {
			inManifest[pluginServer{s.Plugin, s.Name()}] = true
		}
	}
	for _, s := range defined {
		aside := !s.Inline && spelling.SetAside(s.Name()) // of a manifest the host would refuse all
		if seen[s.Node] || !s.Node.Is(skill.Map) || aside {
			continue
		}
		seen[s.Node] = true
		elsewhere := inOwnFile(&s) && inManifest[pluginServer{s.Plugin, s.Name()}] // the file serves another host
		if s.Host == nil || elsewhere || !definition(p, &s, of(s.Host).server, &found) {
			twoTransports(p, &s)
			if !elsewhere {
				pluginCommand(p, &s)
			}
			if s.Host != nil && !elsewhere {
				variables(p, &s, of(s.Host).server, &unfilled)
			}
		}
	}
	for _, s := range servers.Nameless(p.Workspace) {
		severity, lead := consequence(&s, "this server")
		p.ReportAs(severity, lint.At(s.Key, "%sit has no name; mcpServers is a map from names to servers, such as {\"kit\": {\"command\": …}}", lead))
	}
	for _, s := range servers.Keyless(p.Workspace) {
		p.ReportAs(lint.Warning, lint.At(s.Key, "%s refuses the file, as its servers stand at the top: write them below the key %q", s.Host.Title, s.Host.Servers.Key))
	}
	for _, fault := range found.Causes {
		folding := p.Folding(folding.WithFixes(folding.Gathered("server of the file has that fault", "servers of the file have that fault")))
		folding.ReportAs(fault.severity, found.Of[fault]...)
	}
	for _, at := range unfilled.Causes {
		p.Folding(folding.WithFixes(folding.Gathered("such place in the file", "such places in the file"))).ReportAs(lint.Warning, unfilled.Of[at]...)
	}
}

// inOwnFile reports whether a server stands in the .mcp.json of its plugin, and not in the manifest or a file that that one names.
func inOwnFile(s *servers.Server) bool {
	return s.Plugin != nil && s.File.Path == path.Join(s.Plugin.Dir, ".mcp.json")
}

// A pluginServer is a server that a plugin brings.
type pluginServer struct {
	plugin *skill.Skill
	name   string
}

// A serverFault is what servers of one file have in common that are of another form
// than their host takes.
type serverFault struct {
	file, says string
	severity   lint.Severity
}

// serverForms are the forms of a host's file of servers, and of one server in it.
type serverForms struct{ file, server *fileform.Form }

// serverFile reports what is wrong with a file around its servers.
func serverFile(p *lint.Pass, h *hosts.Host, f *fileform.Form, m *skill.Manifest) {
	for _, leaf := range f.Faults(m.Root) {
		if at := leaf.InstanceLocation; len(at) > 0 && (at[0] != h.Servers.Key || len(at) == 1 || !m.Root.Get(at[0]).Get(at[1]).Is(skill.Map)) {
			p.ReportAs(lint.Warning, f.Explain(m.Root, leaf)...)
		}
	}
}

// definition finds what is wrong with one server in its host, and reports whether
// anything is.
func definition(p *lint.Pass, s *servers.Server, f *fileform.Form, faults *folding.Batches[serverFault]) (found bool) {
	if s.Plugin == nil && !s.Agent && slices.Contains(s.Host.Servers.Reserved, s.Key.Text) {
		p.Reportf(s.Key, "server %s is skipped: %s keeps the name for itself", messages.Cited(s.Key.Text), s.Host.Title)
		return true
	}
	misspeltServer(p, s, f.KeysAt(oneServer), faults)
	if idle(s.Node) || ofOwnForm(s.Node) {
		return false
	}
	severity, lead := consequence(s, "server "+messages.Cited(s.Key.Text))
	add := func(d analysis.Diagnostic) {
		fault := serverFault{p.FileAt(d.Pos).Path, d.Message, severity}
		d.Message = lead + d.Message
		faults.Add(fault, d)
	}
	for _, leaf := range f.Faults(s.Node) {
		key, value := s.Node.Find(fileform.Pointer(leaf.InstanceLocation))
		if value.Is(skill.Null) || value.Is(skill.String) && strings.Contains(value.Text, "${") {
			continue // left out, or filled in later
		}
		found = true
		switch k := leaf.ErrorKind.(type) {
		case *kind.Required:
			missing := fileform.WithoutNearMisses(k.Missing, value)
			if len(missing) == 0 || len(leaf.InstanceLocation) > 0 {
				continue
			}
			at, says := s.Key, f.CommentAt(leaf.SchemaURL)
			if typ := value.Get("type"); says == "" && typ.Is(skill.String) {
				at, says = skill.NameOf(typ), "its type is "+messages.Cited(typ.Text)+" and it lacks the key "+messages.List(missing)
			} else if says == "" {
				says = "it lacks the key " + messages.List(missing)
			}
			add(lint.At(at, "%s", says))
		case *kind.Not:
			add(lint.Span(key.Pos, key.End, "%s", f.CommentAt(leaf.SchemaURL)))
		default:
			for _, d := range f.Explain(s.Node, leaf) {
				add(d)
			}
		}
	}
	return found
}

// idle reports whether a server is a placeholder for its user, or switched off.
func idle(n *skill.Node) bool {
	enabled := n.Get("enabled")
	return len(n.Entries()) == 0 || n.Get("url").Is(skill.String) && n.Get("url").Text == "" || n.Get("disabled").True() || enabled.Is(skill.Bool) && !enabled.True()
}

// ofOwnForm reports whether a server has its commands within keys of a form of its own, such as one for each platform: it is
// for a program that knows that form.
func ofOwnForm(n *skill.Node) bool {
	return n.Get("command") == nil && n.Get("url") == nil && slices.ContainsFunc(n.Entries(), func(e skill.Member) bool {
		return slices.ContainsFunc(e.Value.Entries(), func(within skill.Member) bool { return within.Value.Get("command").Is(skill.String) })
	})
}

// consequence is what becomes of a server of another form than its host takes, as
// the beginning of a message.
func consequence(s *servers.Server, called string) (lint.Severity, string) {
	effect := s.Host.Servers.Wrong
	switch {
	case s.Inline:
		effect = s.Host.Servers.Inline
	case s.Host.Servers.Switch != "" && s.Node.Get(s.Host.Servers.Switch).Is(skill.Bool):
		effect = hosts.Refused // all else in it is dropped
	}
	switch effect {
	case hosts.Refused:
		return lint.Error, called + " is skipped: "
	case hosts.Plugin:
		return lint.Error, called + " keeps the plugin from loading: "
	case hosts.Start:
		return lint.Error, called + " keeps " + s.Host.Title + " from starting: "
	}
	return lint.Warning, called + " is not of the form that " + s.Host.Title + " takes: "
}

// twoTransports reports a command beside a url.
func twoTransports(p *lint.Pass, s *servers.Server) {
	command, _ := s.Command()
	if key, url := s.Node.Entry("url"); command != nil && url.Str() != "" {
		p.ReportAs(lint.Warning, lint.Span(key.Pos, key.End, "server %s has a command and a url: only one of them counts", messages.Cited(s.Key.Text)))
	}
}

// pluginCommand reports a command of a plugin that the plugin does not have, or a script that
// an interpreter is to run first of all.
func pluginCommand(p *lint.Pass, s *servers.Server) {
	command := s.Node.Get("command")
	if s.Plugin == nil || !command.Is(skill.String) {
		return
	}
	runs := []*skill.Node{command}
	if args := s.Node.Get("args").Items(); len(args) > 0 && path.Ext(args[0].Value.Str()) != "" && slices.Contains(interpreters, path.Base(command.Text)) {
		runs = append(runs, args[0].Value)
	}
	for _, n := range runs {
		startsElsewhere(p, s, n)
		name, rest, ok := strings.Cut(n.Text, "}/")
		name, variable := strings.CutPrefix(name, "${")
		of, _ := hosts.VariableOfAny(name)
		if s.Host != nil {
			of, _ = s.Host.Variable(name)
		}
		if !ok || !variable || of != hosts.InPlugin || strings.Contains(rest, "${") || paths.BuiltFolder.MatchString(rest) {
			continue
		}
		if _, kind := p.Tree.Resolve(path.Join(s.Plugin.Dir, rest)); kind == skill.Absent {
			p.Report(lint.Span(n.Pos, n.End, "server %s cannot start: the plugin has no %s", messages.Cited(s.Key.Text), messages.Cited(rest)))
		}
	}
}

// interpreters are commands whose first argument is the script that they run.
var interpreters = []string{"node", "bun", "python", "python3", "bash", "sh", "ruby"}

// misspeltServer reports keys of a server that are nearly known ones.
func misspeltServer(p *lint.Pass, s *servers.Server, known []string, faults *folding.Batches[serverFault]) {
	spell := lint.NewSpeller(known)
	for _, e := range s.Node.Members {
		if slices.Contains(known, e.Key.Text) || spelling.SetAside(e.Key.Text) {
			continue
		}
		if e.Value.Is(skill.Map) && len(e.Value.Members) == 0 {
			continue // nothing is lost
		}
		if own := s.Host.Servers.Instead[e.Key.Text]; own != "" && s.Node.Get(own) == nil {
			d := lint.Span(e.Key.Pos, e.Key.End, "%s ignores the key %s of server %s: write %q", s.Host.Title, messages.Cited(e.Key.Text), messages.Cited(s.Key.Text), own)
			d.SuggestedFixes = spelling.Rewrite(p, skill.NameOf(e.Key), own)
			faults.Add(serverFault{p.FileAt(d.Pos).Path, "ignores " + e.Key.Text, lint.Warning}, d)
			continue
		}
		if near, ok := spell.Nearest(e.Key.Text); ok && s.Node.Get(near) == nil {
			d := lint.Span(e.Key.Pos, e.Key.End, "unknown key %s of server %s (did you mean %q?)", messages.Cited(e.Key.Text), messages.Cited(s.Key.Text), near)
			d.SuggestedFixes = spelling.Rewrite(p, skill.NameOf(e.Key), near)
			p.ReportAs(lint.Warning, d)
		}
	}
}
