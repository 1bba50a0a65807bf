// Package edit writes changes of manifests as their authors would: in the style
// of the lines around, with the comments that stand there. Where a manifest is
// written in an unusual way it returns none.
package edit

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/skill"
)

// An Import is an entry of imports.
type Import struct {
	From       string
	Tools      []string
	MinVersion string // "" for none
}

// MoveToImports rewrites a list of another key to entries of imports, keeping the
// comments of its lines. replace gives the import of an item; an item without
// tools needs none any more. When one item is not ok, there is no fix.
func MoveToImports(m *skill.Manifest, key, list *skill.Node, replace func(item string) (Import, bool)) []analysis.SuggestedFix {
	var entries []string
	for _, item := range list.Items() {
		imp, ok := replace(item.Value.Text)
		if !ok {
			return nil
		}
		if len(imp.Tools) > 0 {
			entries = append(entries, importEntry(imp, trailing(m.Head(), m.Offset(item.Value.End))))
		}
	}
	from, to := lines(m, key, list)
	into := m.Root.Get("imports")
	var edits []analysis.TextEdit
	switch {
	case into.Is(skill.List) && len(into.Members) > 0 && blockList(m, into):
		indent := column(m.Head(), m.Offset(into.Members[0].Value.Pos))
		at := m.Pos(lineEnd(m.Head(), m.Offset(into.End)))
		edits = []analysis.TextEdit{
			{Pos: at, End: at, NewText: []byte(indented(entries, indent-2))},
			{Pos: m.Pos(from), End: m.Pos(to)},
		}
	case into == nil:
		text := ""
		if len(entries) > 0 {
			text = "imports:\n" + indented(entries, 2)
		}
		edits = []analysis.TextEdit{{Pos: m.Pos(from), End: m.Pos(to), NewText: []byte(text)}}
	default:
		return nil // a flow list: too many ways to write it
	}
	slices.SortFunc(edits, func(a, b analysis.TextEdit) int { return int(a.Pos - b.Pos) })
	return []analysis.SuggestedFix{{Message: fmt.Sprintf("move %s to imports", key.Text), TextEdits: edits}}
}

// AddImport adds an entry to the imports of a SKILL.md.
func AddImport(m *skill.Manifest, imp Import, message string) []analysis.SuggestedFix {
	imports, entry := m.Root.Get("imports"), []string{importEntry(imp, "")}
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
		Message:   message,
		TextEdits: []analysis.TextEdit{{Pos: m.Pos(at), End: m.Pos(at), NewText: []byte(text)}},
	}}
}

// AddMinVersion writes the version that an entry of imports asks for, behind its provider.
func AddMinVersion(m *skill.Manifest, entry *skill.Node, version string) []analysis.SuggestedFix {
	key, from := entry.Entry("from")
	head, end := m.Head(), m.Offset(from.End)
	text := fmt.Sprintf(", min_version: %q", version)
	if head[m.Offset(entry.Pos)] != '{' {
		column, next := column(head, m.Offset(key.Pos)), lineEnd(head, end)
		if head[next-1] != '\n' || strings.Trim(string(head[m.Offset(key.Pos)-column:m.Offset(key.Pos)]), " -") != "" {
			return nil
		}
		text, end = fmt.Sprintf("%*smin_version: %q\n", column, "", version), next
	}
	return []analysis.SuggestedFix{{
		Message:   fmt.Sprintf("ask for min_version %q", version),
		TextEdits: []analysis.TextEdit{{Pos: m.Pos(end), End: m.Pos(end), NewText: []byte(text)}},
	}}
}

// importEntry writes one entry of imports, its comment behind the first line.
func importEntry(imp Import, comment string) string {
	quoted := make([]string, len(imp.Tools))
	for i, t := range imp.Tools {
		quoted[i] = Plain(t)
	}
	text := fmt.Sprintf("- from: %s%s\n  tools: [%s]\n", Plain(imp.From), comment, strings.Join(quoted, ", "))
	if imp.MinVersion != "" {
		text += fmt.Sprintf("  min_version: %q\n", imp.MinVersion)
	}
	return text
}

// Plain returns a word as YAML, in quotes if YAML would not read it as itself.
func Plain(word string) string {
	for _, r := range word {
		if !(r == '_' || r == '-' || r == '.' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 0x7F) {
			return fmt.Sprintf("%q", word)
		}
	}
	if word == "" || word[0] == '-' || word[0] == '.' || word[0] >= '0' && word[0] <= '9' {
		return fmt.Sprintf("%q", word)
	}
	return word
}

func indented(entries []string, by int) string {
	var b strings.Builder
	for _, e := range entries {
		for line := range strings.Lines(e) {
			b.WriteString(strings.Repeat(" ", max(0, by)) + line)
		}
	}
	return b.String()
}
