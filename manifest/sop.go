package manifest

import (
	"bytes"
	_ "embed"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/standing"
	"github.com/skilllint/skilllint/internal/tree"
)

// SOP is the dialect of Markdown files that tell an agent a procedure, with
// tools of a registry in Python.
var SOP = &Dialect{
	Name:   "sop",
	Doc:    "`<name>.md` with `name`, `description`, `tools` of a Python `TOOL_REGISTRY`",
	Schema: sopSchema,
	Files:  MaySOP,
	Match:  isSOP,
	Confirm: func(m *Manifest, _ *tree.Tree, registered func(tool string) bool) bool {
		return m.Root == nil || m.Root.Get("inherit_history") != nil || slices.ContainsFunc(NamesOf(m.Root.Get("tools")), func(t contract.Name) bool { return registered(t.Text) })
	},
	Lower:  lowerSOP,
	Shares: true,
}

//go:embed schema/sop.schema.json
var sopSchema []byte

// MaySOP accepts Markdown files but for those that are of another kind by
// their name: skills, and the agents and modes of coding tools, whose `tools`
// are the host's.
func MaySOP(p string) bool {
	base := path.Base(p)
	if !document.IsMarkdown(p) || standing.IsSkillMD(p) || strings.HasSuffix(base, ".agent.md") || strings.HasSuffix(base, ".chatmode.md") {
		return false
	}
	return !strings.Contains("/"+p, "/.claude/agents/")
}

// isSOP accepts candidates: a file without inherit_history is an SOP when one of
// its tools is in the workspace's registry.
func isSOP(m *Manifest) bool {
	if !m.HasFrontmatter {
		return false
	}
	if m.Root == nil {
		return m.mentions("name", "tools", "inherit_history")
	}
	return m.Root.Get("name") != nil && m.Root.Get("description") != nil && m.Root.Get("tools").Is(document.List) ||
		m.Root.Get("tools") != nil && m.Root.Get("inherit_history") != nil
}

// ListsTools says whether a Markdown file's frontmatter lists tools: others
// are not parsed.
var ListsTools = document.Part[bool]{Name: "sop", Find: func(_ string, src []byte) *bool {
	from, to, _, has, _ := document.SplitFrontmatter(src)
	has = has && bytes.Contains(src[from-1:to], []byte("\ntools:"))
	return &has
}}

// lowerSOP reads an SOP: it provides no tools. What it lists are keys of the
// tool registry, core tools, or tools that skills export; which of them is
// known only then.
func lowerSOP(m *Manifest, s *Skill) {
	s.ID = NameOf(m.Root.Get("name"))
	for _, tool := range NamesOf(m.Root.Get("tools")) {
		s.Imports = append(s.Imports, contract.Import{Tools: []contract.Name{tool}, Unsure: true, Key: "tools", Pos: tool.Pos, End: tool.End})
	}
}
