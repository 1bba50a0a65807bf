package rules

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// A replacementImport is the entry of imports that takes a legacy item's place.
type replacementImport struct {
	from  string
	tools []string
}

// legacyFix rewrites a legacy list to entries of imports, keeping the
// comments of its lines. replace gives the import of an item; an item without
// tools needs none any more. When one item is not ok, there is no fix.
func legacyFix(m *skill.Manifest, key, list *skill.Node, replace func(item string) (replacementImport, bool)) []analysis.SuggestedFix {
	var entries []string
	for _, item := range list.Items() {
		imp, ok := replace(item.Value.Text)
		if !ok {
			return nil
		}
		if len(imp.tools) > 0 {
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

// importEntry writes one entry of imports, its comment behind the first line.
func importEntry(imp replacementImport, comment string) string {
	quoted := make([]string, len(imp.tools))
	for i, t := range imp.tools {
		quoted[i] = plainYAML(t)
	}
	return fmt.Sprintf("- from: %s%s\n  tools: [%s]\n", plainYAML(imp.from), comment, strings.Join(quoted, ", "))
}

// plainYAML quotes a word that YAML would not read as itself.
func plainYAML(word string) string {
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

// trailing returns the comment behind an offset of a line, with the blanks
// before it.
func trailing(src []byte, at int) string {
	rest := src[at:lineEnd(src, at)]
	i := bytes.IndexByte(rest, '#')
	if i < 0 || len(bytes.Trim(rest[:i], " \t,]")) > 0 {
		return ""
	}
	return "  " + strings.TrimRight(string(rest[i:]), "\r\n")
}

// lines returns the whole lines of an entry of the top level.
func lines(m *skill.Manifest, key, value *skill.Node) (from, to int) {
	from = m.Offset(key.Pos)
	for from > 0 && m.Head()[from-1] != '\n' {
		from--
	}
	return from, lineEnd(m.Head(), m.Offset(value.End))
}

// lineEnd returns the offset behind the end of the line that at is in.
func lineEnd(src []byte, at int) int {
	if i := bytes.IndexByte(src[at:], '\n'); i >= 0 {
		return at + i + 1
	}
	return len(src)
}

// blockList reports whether a list is written with hyphens.
func blockList(m *skill.Manifest, list *skill.Node) bool { return m.Head()[m.Offset(list.Pos)] == '-' }

func column(src []byte, at int) int { return at - (bytes.LastIndexByte(src[:at], '\n') + 1) }

// accessors are the provider's read-only tools that a consumer does not
// import yet: what takes the place of reading its data.
func accessors(p *lint.Pass, consumer *skill.Skill, id string) (missing []string, any bool) {
	for _, provider := range p.Index.ID(id) {
		for _, t := range provider.Exports {
			if !t.ReadOnly {
				continue
			}
			any = true
			if contract.Check(&consumer.Contract, provider, t.Name.Text, p.Now) != nil {
				missing = append(missing, t.Name.Text)
			}
		}
	}
	return missing, any
}
