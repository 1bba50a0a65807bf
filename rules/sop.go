package rules

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// eachSOP visits the skills that are SOPs.
func eachSOP(p *lint.Pass, do func(s *skill.Skill, m *skill.Manifest)) {
	for _, s := range p.Skills {
		if m := manifestOf(s, skill.SOP); m != nil && m.Root != nil {
			do(s, m)
		}
	}
}

// plainWord reports whether a tool's name is a word that a text may use
// without meaning the tool: "search the notes".
func plainWord(tool string) bool { return strings.Trim(tool, "abcdefghijklmnopqrstuvwxyz") == "" }

// mention returns the first place at which the text of an SOP names a tool,
// and whether there is one; with codeOnly outside of code no word counts.
func mention(m *skill.Manifest, tool string, codeOnly bool) (contract.Name, bool) {
	for _, run := range m.Prose() {
		if codeOnly && !run.Code {
			continue
		}
		text := m.Src[run.Start:run.End]
		for at := 0; ; {
			i := bytes.Index(text[at:], []byte(tool))
			if i < 0 {
				break
			}
			at += i
			if isWord(text, at, at+len(tool)) {
				return contract.Name{Text: tool, Pos: m.Pos(run.Start + at), End: m.Pos(run.Start + at + len(tool))}, true
			}
			at += len(tool)
		}
	}
	return contract.Name{}, false
}

// isWord reports whether the name at text[from:to] is no part of a longer
// one. A character of Chinese or Japanese beside it is another word.
func isWord(text []byte, from, to int) bool {
	before, _ := utf8.DecodeLastRune(text[:from])
	after, _ := utf8.DecodeRune(text[to:])
	return (from == 0 || !joins(before)) && (to == len(text) || !joins(after))
}

func joins(r rune) bool {
	return r == '_' || r == '-' || r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

// registrySpeller knows the names of all registered tools.
func registrySpeller(p *lint.Pass) *lint.Speller {
	return skill.Memo(p.Workspace, "registrySpeller", func() *lint.Speller {
		var names []string
		if p.ToolRegistry != nil {
			for _, t := range p.ToolRegistry.Tools {
				names = append(names, t.Text)
			}
		}
		return lint.NewSpeller(names)
	})
}
