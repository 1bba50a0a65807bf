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

// A mention is the first place at which the text of an SOP names a word: in
// code, or at all.
type mention struct {
	contract.Name
	code bool
}

var mentionsIn skill.MemoBy[string, []mention]

// mentions returns the words in the text of an SOP, each once, in the order
// of the text; one that stands in code too is in code. Tools whose names are
// no words are found as they are written.
func mentions(p *lint.Pass, m *skill.Manifest) []mention {
	return mentionsIn.Of(p.Workspace, m.Path, func() []mention {
		var found []mention
		index := map[string]int{}
		note := func(word string, at int, code bool) {
			i, seen := index[word]
			if !seen {
				index[word] = len(found)
				found = append(found, mention{contract.Name{Text: word, Pos: m.Pos(at), End: m.Pos(at + len(word))}, code})
			} else if code && !found[i].code && plainWord(word) {
				found[i] = mention{contract.Name{Text: word, Pos: m.Pos(at), End: m.Pos(at + len(word))}, true}
			}
		}
		odd := oddTools(p)
		src := m.Source()
		for _, run := range m.Text().Runs {
			for from := run.Start; from < run.End; from++ {
				to := from
				for to < run.End && joins(rune(src[to])) {
					to++
				}
				if to > from {
					note(string(src[from:to]), from, run.Code)
					from = to
				}
			}
			text := src[run.Start:run.End]
			for _, tool := range odd {
				if at := bytes.Index(text, []byte(tool)); at >= 0 && isWord(text, at, at+len(tool)) {
					note(tool, run.Start+at, run.Code)
				}
			}
		}
		return found
	})
}

var oddToolNames skill.Memo[[]string]

// oddTools are the registered tools whose names are no words.
func oddTools(p *lint.Pass) []string {
	return oddToolNames.Of(p.Workspace, func() []string {
		var odd []string
		if p.ToolRegistry != nil {
			for _, t := range p.ToolRegistry.Tools {
				if strings.IndexFunc(t.Text, func(r rune) bool { return !joins(r) }) >= 0 {
					odd = append(odd, t.Text)
				}
			}
		}
		return odd
	})
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

var registrySpellers skill.Memo[*lint.Speller]

// registrySpeller knows the names of all registered tools.
func registrySpeller(p *lint.Pass) *lint.Speller {
	return registrySpellers.Of(p.Workspace, func() *lint.Speller {
		var names []string
		if p.ToolRegistry != nil {
			for _, t := range p.ToolRegistry.Tools {
				names = append(names, t.Text)
			}
		}
		return lint.NewSpeller(names)
	})
}
