package mcp

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/internal/servers"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/skill"
)

// startsElsewhere reports a file of a plugin that its server runs by a path which the host looks up in
// the user's project: a warning where the plugin's folder is a project's, too, in which the server starts.
func startsElsewhere(p *lint.Pass, s *servers.Server, n *skill.Node) {
	if s.Host == nil || s.Host.Servers.Starts != "project" || s.Node.Get("cwd") != nil || strings.Contains(n.Text, "$") || path.IsAbs(n.Text) || paths.GoesUp(n.Text) || !strings.Contains(n.Text, "/") && path.Ext(n.Text) == "" {
		return
	}
	_, is := p.Tree.Resolve(path.Join(s.Plugin.Dir, n.Text))
	i := slices.IndexFunc(s.Host.Variables, func(v hosts.Variable) bool { return v.Folder == hosts.InPlugin })
	if is != skill.Regular || i < 0 {
		return
	}
	whole := "${" + s.Host.Variables[i].Name + "}/" + path.Clean(n.Text)
	d := lint.Span(n.Pos, n.End, "server %s does not start where the plugin is installed: %s looks for %s in the user's project; write %q", messages.Cited(s.Key.Text), s.Host.Title, messages.Cited(n.Text), whole)
	d.SuggestedFixes = []analysis.SuggestedFix{{
		Message:   fmt.Sprintf("write %q", whole),
		TextEdits: []analysis.TextEdit{{Pos: n.Pos, End: n.End, NewText: []byte(strconv.Quote(whole))}},
	}}
	if s.Plugin.Dir == "." && !s.Inline {
		p.ReportAs(lint.Warning, d)
		return
	}
	p.Report(d)
}
