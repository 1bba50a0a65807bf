// Package prompts reads what the prompt of a cli skill names: inputs and tools.
package prompts

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// SetOf is the set of some names.
func SetOf(names []string) map[string]bool {
	set := make(map[string]bool, len(names))
	for _, n := range names {
		set[n] = true
	}
	return set
}

// Tools are the MCP tools of a cli skill: those that it declares, and how
// its prompt names others.
type Tools struct {
	Declared []contract.Name // server.tool
	Others   []contract.Name // as the prompt writes them: near misses, and tools of the declared servers
	Spell    *lint.Speller
}

// ToolsOf reads the tools in the prompt of a cli skill; nil where it
// declares none, or has no prompt.
func ToolsOf(m *skill.Manifest) *Tools {
	prompt := m.Root.Get("system_prompt")
	if m.Dialect != skill.CLI || !prompt.Is(skill.String) {
		return nil
	}
	t := &Tools{}
	var names []string
	servers := map[string]bool{}
	for _, n := range m.Root.All("mcp_deps", "*", "tool") {
		if server, _, ok := strings.Cut(n.Str(), "."); ok {
			t.Declared = append(t.Declared, skill.NameOf(n))
			names = append(names, n.Text)
			servers[server] = true
		}
	}
	if len(names) == 0 {
		return nil
	}
	known := SetOf(names)
	t.Spell = lint.NewSpeller(names)
	for _, named := range document.MentionsIn(prompt.Text, func(named *document.Mention) bool { return named.Provider != "" && (named.Told || !named.Code) }) {
		full := named.Provider + "." + named.Name
		start := named.Start - 1 - len(named.Provider)
		_, near := t.Spell.Nearest(full)
		if known[full] || !servers[named.Provider] && !near || !isToolPath(prompt.Text, start, &named) {
			continue
		}
		known[full] = true // one finding for each name, at its first place
		pos, end := m.Span(prompt, start, named.End)
		t.Others = append(t.Others, contract.Name{Text: full, Pos: pos, End: end})
	}
	return t
}

// isToolPath reports whether server.tool in a prompt is no file, no address and
// no end of a sentence.
func isToolPath(prompt string, start int, named *document.Mention) bool {
	if start > 0 && strings.IndexByte(`:/\@$`, prompt[start-1]) >= 0 || named.End < len(prompt) && strings.IndexByte(`/\@:`, prompt[named.End]) >= 0 {
		return false
	}
	first := named.Name[0]
	return (named.Told || first < 'A' || first > 'Z') && !slices.Contains([]string{"py", "js", "ts", "sh", "md", "txt", "json", "yaml", "yml", "toml", "csv", "go", "com", "org", "io", "net", "cn", "ai", "dev", "app"}, named.Name)
}
