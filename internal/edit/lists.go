package edit

import (
	"bytes"
	"fmt"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/skill"
)

// AddKey adds a key to the object of a JSON manifest, behind its last key and
// indented as that is. The value is JSON.
func AddKey(m *skill.Manifest, key, value, message string) []analysis.SuggestedFix {
	if !m.Root.Is(skill.Map) || len(m.Root.Members) == 0 {
		return nil
	}
	last := m.Root.Members[len(m.Root.Members)-1]
	start := m.Offset(last.Key.Pos)
	before := " "
	if indent := m.Head()[start-column(m.Head(), start) : start]; len(bytes.TrimSpace(indent)) == 0 && len(indent) < start {
		before = "\n" + string(indent)
	}
	return []analysis.SuggestedFix{{
		Message:   message,
		TextEdits: []analysis.TextEdit{{Pos: last.Value.End, End: last.Value.End, NewText: fmt.Appendf(nil, ",%s%q: %s", before, key, value)}},
	}}
}

// AddToList adds an element behind the last one of a list, unless the list has it.
// word is the element as the manifest's language writes it.
func AddToList(m *skill.Manifest, list *skill.Node, element, word, message string) []analysis.SuggestedFix {
	switch {
	case !list.Is(skill.List):
		return nil
	case len(list.Members) == 0 && m.Head()[m.Offset(list.Pos)] == '[':
		return []analysis.SuggestedFix{{
			Message:   message,
			TextEdits: []analysis.TextEdit{{Pos: list.Pos + 1, End: list.Pos + 1, NewText: []byte(word)}},
		}}
	case len(list.Members) == 0:
		return nil
	}
	if slices.ContainsFunc(list.Members, func(item skill.Member) bool { return item.Value.Text == element }) {
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
		Message:   message,
		TextEdits: []analysis.TextEdit{{Pos: at, End: at, NewText: []byte(text)}},
	}}
}
