package tools

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/refs"
	"github.com/skilllint/skilllint/skill"
)

// plainWord reports whether a tool's name is a word that a text may use
// without meaning the tool: "search the notes".
func plainWord(tool string) bool { return strings.Trim(tool, smallLetters) == "" }

// A mention is the first place at which the text of an SOP names a word: in
// code, or at all; told says that it tells to call it.
type mention struct {
	contract.Name
	code, told bool
}

var mentionsIn skill.MemoBy[string, []mention]

// mentions returns the words in the text of an SOP, each once, in the order
// of the text; of one that stands in code too it is that place. Tools whose
// names are no words are found as they are written.
func mentions(p *lint.Pass, m *skill.Manifest) []mention {
	return mentionsIn.Of(p.Workspace, m.Path, func() []mention {
		var found []mention
		index := map[string]int{}
		note := func(word string, at int, code, told bool) {
			here := mention{contract.Name{Text: word, Pos: m.Pos(at), End: m.Pos(at + len(word))}, code, told}
			if i, seen := index[word]; !seen {
				index[word] = len(found)
				found = append(found, here)
			} else if code && !found[i].code && plainWord(word) || told && !found[i].told {
				found[i] = here
			}
		}
		for _, named := range m.Mentions(func(*document.Mention) bool { return true }) {
			note(named.Name, named.Start, named.Code, named.Told)
		}
		src := m.Source()
		for _, tool := range oddTools(p) {
			for _, run := range m.Text().Runs {
				if run.End > len(src) {
					break // the file has changed
				}
				text := src[run.Start:run.End]
				if at := bytes.Index(text, []byte(tool)); at >= 0 && isWord(text, at, at+len(tool)) {
					note(tool, run.Start+at, run.Code, run.Code)
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
	return registrySpellers.Of(p.Workspace, func() *lint.Speller { return lint.NewSpeller(registeredNames(p)) })
}

// listableSpeller knows what a procedure may list: registered tools and those of core.
func listableSpeller(p *lint.Pass) *lint.Speller {
	return lint.NewSpeller(append(registeredNames(p), p.Config.CoreTools...))
}

func registeredNames(p *lint.Pass) (names []string) {
	if p.ToolRegistry != nil {
		for _, t := range p.ToolRegistry.Tools {
			names = append(names, t.Text)
		}
	}
	return names
}

// isUnknownTool reports whether it is certain that nobody has a tool.
func isUnknownTool(p *lint.Pass, tool string) bool {
	r := p.ToolRegistry
	return r != nil && r.Complete && r.Tool(tool) == nil && !p.Config.CoreTool(tool) && len(p.Index.Tool(tool)) == 0
}

// eachUnknownCall visits the calls in code of tools that nobody has, by names that
// are near misses of what the skill imports, exports or has of core.
func eachUnknownCall(p *lint.Pass, do func(src *skill.Source, r *skill.CallRef, spell *lint.Speller)) {
	spellers := map[*skill.Skill]*lint.Speller{}
	refs.Each(p, refs.Calls, func(src *skill.Source, r *skill.CallRef) {
		s := src.Skill
		if s.Manifest().Dialect == skill.Standard || p.Config.CoreTool(r.Text) || len(p.Index.Tool(r.Text)) > 0 || p.ToolRegistry.Tool(r.Text) != nil || refs.ServerOf(p, s, r.Text) != nil || handled(p)[r.Text] {
			return
		}
		if spellers[s] == nil {
			names := importedTools(p, s)
			for i := range s.Exports {
				names = append(names, s.Exports[i].Name.Text)
			}
			spellers[s] = lint.NewSpeller(append(names, p.Config.CoreTools...))
		}
		near, ok := spellers[s].Nearest(r.Text)
		if ok && !r.Client || isNear(spellers[s], r.Text) && !p.Config.CoreTool(near) {
			do(src, r, spellers[s])
		}
	})
}

// handled are the names under which any code registers a tool.
func handled(p *lint.Pass) map[string]bool {
	return handledNames.Of(p.Workspace, func() map[string]bool {
		names := map[string]bool{}
		for _, src := range p.Sources() {
			for _, h := range src.Handlers {
				names[h.Text] = true
			}
		}
		return names
	})
}

var handledNames skill.Memo[map[string]bool]
