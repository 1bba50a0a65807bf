package servers

import (
	"bytes"
	"path"
	"regexp"
	"strings"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/internal/mcp"
	"github.com/skilllint/skilllint/skill"
)

// toolMatcher matches one alternative of a matcher that names tools of one
// server: a name, or its beginning and .*
var toolMatcher = regexp.MustCompile(`mcp__[A-Za-z0-9_-]+(\.\*)?`)

// matched returns the names in the matchers of hooks, of which hosts read a part
// as names and the others as regular expressions: the names, and the expressions
// that are a name with .* at its end, each an alternative of its own. Others are
// not read.
func matched(f *skill.File, c *skill.Component) []Mention {
	var list []Mention
	for _, v := range matchers(f, c) {
		from := f.Offset(v.Pos)
		verbatim := bytes.Index(f.Between(from, f.Offset(v.End)), []byte(v.Text))
		if verbatim < 0 || !mcp.InText([]byte(v.Text)) {
			continue
		}
		at := from + verbatim
		for _, alternative := range strings.SplitAfter(v.Text, "|") {
			word := strings.Trim(alternative, " |^$")
			start := at + strings.Index(alternative, word)
			at += len(alternative)
			if toolMatcher.FindString(word) != word {
				continue
			}
			name, ok := mcp.ParseName(strings.Replace(word, ".*", "*", 1))
			if ok && name.Tool() != "" { // hook-never-runs speaks of a server's name alone
				list = append(list, Mention{Name: contract.Name{Text: word, Pos: f.Pos(start), End: f.Pos(start + len(word))}, MCP: name, File: f, Place: Matcher})
			}
		}
	}
	return list
}

// matchers are the texts that say for which tools the hooks of a file run: of
// files of hooks, settings, manifests of plugins, and the frontmatter of skills
// and agents.
func matchers(f *skill.File, c *skill.Component) []*skill.Node {
	var root *skill.Node
	switch {
	case c != nil:
		root = c.Root
	case strings.EqualFold(path.Ext(f.Path), ".md"):
		root = f.Frontmatter()
	case document.IsJSON(f.Path):
		root = f.JSON()
	}
	events := root.Get("hooks")
	if events == nil && c != nil && c.Kind == hosts.HooksFile {
		events = root
	}
	var list []*skill.Node
	for _, event := range events.Entries() {
		for _, group := range event.Value.Items() {
			if v := group.Value.Get("matcher"); v.Is(skill.String) {
				list = append(list, v)
			}
		}
	}
	return list
}
