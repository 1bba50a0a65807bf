package mcp

import (
	"bytes"
	"cmp"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/internal/remarks"
	"github.com/skilllint/skilllint/internal/servers"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/rules/internal/pluginset"
	"github.com/skilllint/skilllint/rules/internal/skilltext"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/rules/internal/spelling"
	"github.com/skilllint/skilllint/skill"
)

// MCPServerName is M2.
var MCPServerName = &lint.Rule{
	Name: "mcp-server-name", Group: "M", Severity: lint.Warning,
	Doc: `A tool is named under a name that its MCP server does not have.

Claude Code calls a plugin's server ` + "`plugin_<plugin>_<server>`" + `: an entry of ` + "`allowed-tools`" + `, of an agent's ` + "`tools`" + ` or of permissions, or a hook's matcher, that is
written with the server's own key never fires, and nothing warns. Also found: a plugin's server that the plugin does not bring, and
a key in another case. Skills of a plugin that are copied into projects as well, as its README says, name the servers of those. Names of servers that nobody here defines are somebody's own configuration and are not judged.`,
	Sources: []lint.Source{sources.HostsModel},
	Run:     mcpServerName,
}

func mcpServerName(p *lint.Pass) {
	var files []bareKey                     // in their order
	bare := map[bareKey][]servers.Mention{} // those of one file and server together: one cause
	cased := mentionsBy{}
	var stray folding.Batches[strayServer]
	earlier := map[strayServer]bool{} // of which a text says that the plugin brought it once
	for _, m := range servers.Mentions(p.Workspace) {
		if m.MCP.Slashed() || forOtherHost(m.File.Path) || paths.IsTest(m.File.Path) {
			continue // of hosts which know a plugin's servers by their keys, or what a test makes up
		}
		meant := servers.Meant(p.Workspace, m.MCP)
		switch own, other := bareName(p, meant, m), caseOf(p, meant, m); {
		case own != nil && m.Place == servers.Text && tellsOfEarlier(p, m):
		case own != nil:
			if bytes.Contains(m.File.Source(), []byte("mcp__"+own.FullServer()+"__")) {
				continue // both names stand here
			}
			key := bareKey{m.File, own}
			if bare[key] == nil {
				files = append(files, key)
			}
			bare[key] = append(bare[key], m)
		case other != nil:
			cased[other] = append(cased[other], m)
		default:
			if plugin := strayPlugin(p, meant, m); plugin != nil {
				server, _, _ := strings.Cut(m.MCP.Rest, m.MCP.Between)
				if m.Place == servers.Text && tellsOfEarlier(p, m) {
					earlier[strayServer{m.File, server, lint.Note}], earlier[strayServer{m.File, server, lint.Warning}] = true, true
				}
				stray.Add(strayServer{m.File, server, mentionSeverity(m)}, lint.At(m.Name, "%s names a server that plugin %q does not bring", messages.Cited(m.Text), pluginset.Name(plugin)))
			}
		}
	}
	lists, prose := mentionsBy{}, mentionsBy{} // prose: of servers that texts alone name in their files
	for _, key := range files {
		list := bare[key]
		if slices.ContainsFunc(list, func(m servers.Mention) bool { return m.Place != servers.Text }) {
			lists[key.server] = append(lists[key.server], list...)
		} else if !isSetUp(p, key.server) {
			prose[key.server] = append(prose[key.server], list...)
		}
	}
	for _, found := range []mentionsBy{lists, prose} {
		for own, list := range found {
			bareNames(p, own, list)
		}
	}
	for other, list := range cased {
		otherCase(p, other, list)
	}
	for _, at := range slices.DeleteFunc(stray.Causes, func(at strayServer) bool { return earlier[at] }) {
		p.Folding(folding.Gathered("name here is of that server", "names here are of that server")).ReportAs(at.severity, stray.Of[at]...)
	}
}

// forOtherHost reports whether a path goes through a folder, or is that of a file, which is named after a host that
// knows the servers of a plugin by their keys: hooks.codex.json.
func forOtherHost(file string) bool {
	h := hosts.NamedIn(strings.ReplaceAll(file, ".", "/"))
	return h != nil && (h.MCP == nil || h.MCP.PluginTool == "")
}

// tellsOfEarlier reports whether a text names a tool of another version of its plugin: in a
// change log, or in a sentence about older ones.
func tellsOfEarlier(p *lint.Pass, m servers.Mention) bool {
	start, end := m.File.Offset(m.Pos), m.File.Offset(m.End)
	src := m.File.Source()
	if paths.Historical(p, m.File.Path) || slices.ContainsFunc(skilltext.HeadingsAt(m.File, start), remarks.OfVersions) {
		return true
	}
	return end <= len(src) && (remarks.OtherTime(remarks.Sentence(src, start, end)) || ofOlder.Match(remarks.Sentence(src, start, end)))
}

// ofOlder matches a sentence on versions that are still in use.
var ofOlder = regexp.MustCompile(`(?i)\b(?:older|earlier|previous|newer) (?:[\w-]+ ){0,2}(?:installs?|installations?|versions?|releases?|manifests?)\b`)

// A strayServer is what names share of a server that their plugin does not bring.
type strayServer struct {
	file     *skill.File
	server   string
	severity lint.Severity
}

// mentionsBy are names by the server that they mean.
type mentionsBy map[*servers.Server][]servers.Mention

// A bareKey is what bare names share that have one cause.
type bareKey struct {
	file   *skill.File
	server *servers.Server
}

// setUps are the keys of servers, by the folder of a plugin, that its texts tell to define
// once more: in a project, or with a command.
var setUps skill.MemoBy[string, map[string]bool]

// Commands and configurations that define servers. Of a configuration the first counts, and
// every one in a text for agents on the file of a project's servers: a README shows the plugin's.
var (
	addsServer    = regexp.MustCompile(`\bmcp add\b([^\n]*)`)
	definesServer = regexp.MustCompile(`"mcpServers"\s*:\s*\{\s*"([^"\n]+)"`)
	namedServer   = regexp.MustCompile(`"([^"\n]+)"\s*:\s*\{\s*"(?:command|url|type)"\s*:`)
	projectFile   = []byte(".mcp.json")
)

func isSetUp(p *lint.Pass, own *servers.Server) bool {
	return setUps.Of(p.Workspace, own.Plugin.Dir, func() map[string]bool {
		found := map[string]bool{}
		for _, e := range p.Tree.Below(own.Plugin.Dir) {
			f := p.File(e.Path)
			if f == nil || path.Ext(e.Path) != ".md" {
				continue
			}
			src := f.Source()
			for _, m := range addsServer.FindAllSubmatch(src, -1) {
				for _, word := range strings.Fields(string(m[1])) {
					found[strings.Trim(word, "`\"'")] = true
				}
			}
			for _, m := range definesServer.FindAllSubmatch(src, -1) {
				found[string(m[1])] = true
			}
			if bytes.Contains(src, projectFile) && (p.ComponentAt(e.Path) != nil || paths.SkillFolder(p, e.Path) != "") {
				for _, m := range namedServer.FindAllSubmatch(src, -1) {
					found[string(m[1])] = true
				}
			}
		}
		return found
	})[own.Key.Text]
}

// bareNames reports the names of a plugin's own server by its key, in all files: where they
// matter most.
func bareNames(p *lint.Pass, own *servers.Server, list []servers.Mention) {
	mostSerious(list)
	full := "mcp__" + own.FullServer()
	renamed := func(m servers.Mention) string { return full + strings.TrimPrefix(m.Text, "mcp__"+own.Name()) }
	first, more, n := list[0], "", len(list)-1
	var d analysis.Diagnostic
	if mentionSeverity(first) == lint.Note {
		if n > 0 {
			more = fmt.Sprintf("; %d more %s of its tools", n, messages.Plural(n, "name", "names"))
		}
		d = lint.At(first.Name, "%s is called otherwise, as the server is the plugin's own: write %s%s", messages.Cited(first.Text), messages.Cited(renamed(first)), more)
	} else {
		if n > 0 {
			more = fmt.Sprintf(", nor %s %d more %s", messages.Plural(n, "does", "do"), n, messages.Plural(n, "name of its tools", "names of its tools"))
		}
		lost := "names no tool"
		if first.Place == servers.Matcher {
			lost = "never fires"
		}
		d = lint.At(first.Name, "%s %s%s: the server is the plugin's own, and its tools are called %s", messages.Cited(first.Text), lost, more, messages.Cited(full+"__…"))
	}
	for _, m := range list[1:min(len(list), 1+folding.MaxRelated)] {
		d.Related = append(d.Related, lint.Related(m.Name, "%s, too", messages.Cited(m.Text)))
	}
	d.SuggestedFixes = spelling.RewriteAll(p, full, list, func(m servers.Mention) (contract.Name, string) {
		return m.Name, renamed(m)
	})
	p.ReportAs(mentionSeverity(first), d)
}

// otherCase reports the names of a server whose key is written in another case, in all files:
// where they matter most.
func otherCase(p *lint.Pass, other *servers.Server, list []servers.Mention) {
	mostSerious(list)
	full := "mcp__" + other.FullServer()
	found := make([]analysis.Diagnostic, len(list))
	for i, m := range list {
		d := lint.At(m.Name, "%s names no server of this repository: its key is %s", messages.Cited(m.Text), messages.Cited(other.Key.Text))
		d.SuggestedFixes = spelling.Rewrite(p, m.Name, full+m.Text[len(full):])
		found[i] = d
	}
	found[0].Related = []analysis.RelatedInformation{lint.Related(other.Key, "the server")}
	p.Folding(folding.WithFixes(folding.Gathered("name is written so", "names are written so"))).ReportAs(mentionSeverity(list[0]), found...)
}

// mostSerious puts the names first that matter most.
func mostSerious(list []servers.Mention) {
	slices.SortStableFunc(list, func(a, b servers.Mention) int { return cmp.Compare(mentionSeverity(b), mentionSeverity(a)) })
}

func mentionSeverity(m servers.Mention) lint.Severity {
	if m.Place == servers.Text {
		return lint.Note
	}
	return lint.Warning
}
