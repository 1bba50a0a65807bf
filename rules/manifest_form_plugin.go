package rules

import (
	"fmt"
	"path"
	"strings"
	"unicode"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// relativePath says what a path has to begin with, and offers to write it.
func relativePath(n *skill.Node, key string) (analysis.Diagnostic, bool) {
	if strings.HasPrefix(n.Text, "./") || n.Text == "." && (key == "skills" || key == "source") || escapesUp(n.Text) {
		return analysis.Diagnostic{}, false
	}
	d := lint.Span(n.Pos, n.End, "%s is %q, expected a path that begins with \"./\"", key, shorten(n.Text))
	d.SuggestedFixes = []analysis.SuggestedFix{{
		Message:   fmt.Sprintf("write %q", "./"+n.Text),
		TextEdits: []analysis.TextEdit{{Pos: n.Pos + 1, End: n.Pos + 1, NewText: []byte("./")}},
	}}
	return d, true
}

// escapesUp reports whether rule path-escape speaks of a path.
func escapesUp(p string) bool {
	return path.IsAbs(p) || goesUp(p) || strings.HasPrefix(p, "~") || strings.Contains(p, `\`)
}

// invisible are the characters that no name of a plugin may have: controls,
// of the direction of writing too.
func invisible(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }

// pluginForm is what the schema of a plugin cannot say. schema is that of a
// plugin, or of a marketplace's entry.
func pluginForm(p *lint.Pass, n, schema *skill.Node) {
	for _, d := range misspelt(n, schema) {
		p.ReportAs(lint.Warning, d)
	}
	if name := n.Get("name"); name.Is(skill.String) && (name.Text == "" || strings.ContainsAny(name.Text, ` @:/\`) || strings.ContainsFunc(name.Text, invisible)) {
		p.Report(lint.Span(name.Pos, name.End, "name is %q, expected a name without blanks, \"@\", \":\" and slashes", shorten(name.Text)))
	}
	for _, key := range skill.ComponentKeys {
		for _, at := range skill.ComponentPaths(n, key) {
			if d, bad := relativePath(at, key); bad {
				p.Report(d)
			}
		}
	}
}

func marketplaceForm(p *lint.Pass, m *skill.Manifest, schema *skill.Node) {
	for _, d := range misspelt(m.Root, schema) {
		p.ReportAs(lint.Warning, d)
	}
	pluginRoot := m.Root.Get("metadata").Get("pluginRoot")
	for _, item := range m.Root.Get("plugins").Items() {
		e := item.Value
		pluginForm(p, e, schema.Get("$defs").Get("entry"))
		source := e.Get("source")
		if source.Is(skill.String) && pluginRoot == nil && !strings.Contains(source.Text, "://") {
			if d, bad := relativePath(source, "source"); bad {
				p.Report(d)
			}
		}
	}
}
