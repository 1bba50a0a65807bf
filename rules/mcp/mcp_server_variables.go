package mcp

import (
	"regexp"
	"slices"

	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/internal/servers"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/fileform"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/spelling"
	"github.com/skilllint/skilllint/skill"
)

// variable matches one in a setting of a server, without a value to fall back on.
var variable = regexp.MustCompile(`\$\{(\w+)\}`)

// oneServer is the part of a host's schema that says what a server is.
const oneServer = "#/$defs/server"

// bareVariable matches one without braces that stands for itself in a setting.
var bareVariable = regexp.MustCompile(`(^|[ /=:])\$([A-Z][A-Z0-9_]{2,})\b`)

// handedOn are the keys of a server whose texts no shell reads.
var handedOn = []string{"env", "headers", "url"}

// An unfilledPlace is where variables stand that are not filled in: a file, and the host whose they are, nil for those
// without braces.
type unfilledPlace struct {
	file string
	of   *hosts.Host
}

// variables finds what the server's own host does not fill in, in the keys that it reads.
func variables(p *lint.Pass, s *servers.Server, f *fileform.Form, found *folding.Batches[unfilledPlace]) {
	for _, m := range s.Node.Entries() {
		if !f.Reads(oneServer, m.Key.Text) {
			continue
		}
		eachText(m.Value, func(n *skill.Node) {
			if s.Host.Servers.Unset != "" {
				otherVariables(p, s, n, found)
			}
			if s.Host.Servers.Bare != "" && slices.Contains(handedOn, m.Key.Text) {
				bareVariables(p, s, n, found)
			}
		})
	}
}

// eachText calls f for the texts in a value of a setting.
func eachText(n *skill.Node, f func(*skill.Node)) {
	for _, m := range n.Entries() {
		eachText(m.Value, f)
	}
	for _, m := range n.Items() {
		eachText(m.Value, f)
	}
	if n.Is(skill.String) {
		f(n)
	}
}

// otherVariables finds what only another host fills in.
func otherVariables(p *lint.Pass, s *servers.Server, n *skill.Node, found *folding.Batches[unfilledPlace]) {
	for _, m := range variable.FindAllStringSubmatch(n.Text, -1) {
		_, own := s.Host.Variable(m[1])
		if other := hosts.Filling(m[1]); !own && other != nil {
			found.Add(unfilledPlace{p.FileAt(n.Pos).Path, other}, lint.Span(n.Pos, n.End, "%s leaves %s as it stands, which is a variable of %s: write %s", s.Host.Title, m[0], other.Title, inPlaceOf(s, m[1])))
		}
	}
}

// bareVariables finds variables without braces where the host fills in those with braces alone.
func bareVariables(p *lint.Pass, s *servers.Server, n *skill.Node, found *folding.Batches[unfilledPlace]) {
	m := bareVariable.FindStringSubmatch(n.Text)
	if m == nil {
		return
	}
	d := lint.Span(n.Pos, n.End, "%s passes $%s on unchanged: write ${%[2]s}, which it replaces with the value", s.Host.Title, m[2])
	d.SuggestedFixes = spelling.Rewrite(p, skill.NameOf(n), bareVariable.ReplaceAllString(n.Text, "$1$${$2}"))
	found.Add(unfilledPlace{p.FileAt(n.Pos).Path, nil}, d)
}

// inPlaceOf is what to write for another host's variable: of the server that a plugin brings
// the own host's for the plugin's folder, else a path, since servers start in the project.
func inPlaceOf(s *servers.Server, name string) string {
	if folder, _ := hosts.VariableOfAny(name); s.Plugin != nil && folder == hosts.InPlugin {
		for _, own := range s.Host.Variables {
			if own.Folder == folder {
				return "${" + own.Name + "}"
			}
		}
	}
	return "a path relative to the project, where server " + messages.Cited(s.Key.Text) + " starts"
}
