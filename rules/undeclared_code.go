package rules

import (
	"bytes"
	"fmt"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// undeclaredCode reports the tools of other skills that code calls and its
// skill does not import: each once, at its first call. It returns what it
// reported.
func undeclaredCode(p *lint.Pass) map[toolOf]bool {
	calls := map[toolOf][]contract.Name{}
	reported := map[toolOf]bool{}
	var order []toolOf
	eachRef(p, callsOf, func(src *skill.Source, r *skill.CallRef) {
		k := toolOf{src.Skill, r.Text}
		if calls[k] == nil {
			order = append(order, k)
		}
		calls[k] = append(calls[k], r.Name)
	})
	for _, k := range order {
		provider, denial := providerOf(p, k.Skill, k.tool)
		if denial == nil || denial.Code != contract.ToolNotImported || p.Owner(provider).Unreadable() {
			continue
		}
		at := calls[k]
		d := lint.At(at[0], "%s calls %q of skill %q, but does not import it", k.ID.Text, k.tool, provider.ID.Text)
		if k.Manifest().Dialect == skill.Function {
			d.Message = fmt.Sprintf("%s calls %q of skill %q, which is not listed in calls", k.ID.Text, k.tool, provider.ID.Text)
		}
		d.Related = append(d.Related, lint.Related(provider.Export(k.tool).Name, "%s exports it here", provider.ID.Text))
		for _, more := range at[1:min(len(at), 6)] {
			d.Related = append(d.Related, lint.Related(more, "also called here"))
		}
		d.SuggestedFixes = declareImport(k.Skill, provider, k.tool)
		reported[k] = true
		p.Report(d)
	}
	return reported
}

// declareImport adds a tool to the imports of a SKILL.md, or to the calls of
// a skill.json; none where it is written in an unusual way.
func declareImport(s *skill.Skill, provider *contract.Contract, tool string) []analysis.SuggestedFix {
	m := s.Manifest()
	switch {
	case m.Root == nil:
		return nil
	case m.Dialect == skill.Function && m.Root.Get("calls") == nil:
		return addCalls(m, tool)
	case m.Dialect == skill.Function:
		return appendToList(m, m.Root.Get("calls"), fmt.Sprintf("%q", tool), "calls", tool)
	case m.Dialect != skill.Contract:
		return nil
	}
	imports := m.Root.Get("imports")
	for _, item := range imports.Items() {
		if item.Value.Get("from").Str() == provider.ID.Text && item.Value.Get("tools").Is(skill.List) {
			return appendToList(m, item.Value.Get("tools"), plainYAML(tool), "the imports from "+provider.ID.Text, tool)
		}
	}
	version := ""
	if provider.Version.Text != "" && provider.Provides != nil {
		version = fmt.Sprintf("  min_version: %q\n", fmt.Sprintf("%d.%d", provider.Provides.Major(), provider.Provides.Minor()))
	}
	entry := []string{importEntry(replacementImport{from: provider.ID.Text, tools: []string{tool}}, "") + version}
	var at int
	var text string
	switch {
	case imports.Is(skill.List) && len(imports.Members) > 0 && blockList(m, imports):
		at = lineEnd(m.Head(), m.Offset(imports.End))
		text = indented(entry, column(m.Head(), m.Offset(imports.Members[0].Value.Pos))-2)
	case imports == nil && m.Root.Is(skill.Map) && len(m.Root.Members) > 0 && m.Root.Members[0].Key.Plain:
		at = lineEnd(m.Head(), m.Offset(m.Root.End))
		text = "imports:\n" + indented(entry, 2)
	default:
		return nil
	}
	if at == 0 || m.Head()[at-1] != '\n' {
		return nil
	}
	return []analysis.SuggestedFix{{
		Message:   fmt.Sprintf("import %q from %s", tool, provider.ID.Text),
		TextEdits: []analysis.TextEdit{{Pos: m.Pos(at), End: m.Pos(at), NewText: []byte(text)}},
	}}
}

// addCalls adds the key calls to a skill.json, behind its last key and
// indented as that is.
func addCalls(m *skill.Manifest, tool string) []analysis.SuggestedFix {
	if !m.Root.Is(skill.Map) || len(m.Root.Members) == 0 {
		return nil
	}
	last := m.Root.Members[len(m.Root.Members)-1]
	key := m.Offset(last.Key.Pos)
	before := " "
	if indent := m.Head()[key-column(m.Head(), key) : key]; len(bytes.TrimSpace(indent)) == 0 && len(indent) < key {
		before = "\n" + string(indent)
	}
	return []analysis.SuggestedFix{{
		Message:   fmt.Sprintf("add calls with %q", tool),
		TextEdits: []analysis.TextEdit{{Pos: last.Value.End, End: last.Value.End, NewText: fmt.Appendf(nil, ",%s\"calls\": [%q]", before, tool)}},
	}}
}

// appendToList adds an element behind the last one of a list.
func appendToList(m *skill.Manifest, list *skill.Node, word, where, tool string) []analysis.SuggestedFix {
	switch {
	case !list.Is(skill.List):
		return nil
	case len(list.Members) == 0 && m.Head()[m.Offset(list.Pos)] == '[':
		return []analysis.SuggestedFix{{
			Message:   fmt.Sprintf("add %q to %s", tool, where),
			TextEdits: []analysis.TextEdit{{Pos: list.Pos + 1, End: list.Pos + 1, NewText: []byte(word)}},
		}}
	case len(list.Members) == 0:
		return nil
	}
	if slices.ContainsFunc(list.Members, func(item skill.Member) bool { return item.Value.Text == tool }) {
		return nil
	}
	last := list.Members[len(list.Members)-1].Value
	text, at := ", "+word, last.End
	if blockList(m, list) {
		at = m.Pos(lineEnd(m.Head(), m.Offset(last.End)))
		if m.Head()[m.Offset(at)-1] != '\n' {
			return nil
		}
		text = indented([]string{"- " + word + "\n"}, column(m.Head(), m.Offset(list.Pos)))
	}
	return []analysis.SuggestedFix{{
		Message:   fmt.Sprintf("add %q to %s", tool, where),
		TextEdits: []analysis.TextEdit{{Pos: at, End: at, NewText: []byte(text)}},
	}}
}
