package tools

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/manifest"
	"github.com/skilllint/skilllint/rules/internal/hosttools"
	"github.com/skilllint/skilllint/rules/internal/skilltext"
	"github.com/skilllint/skilllint/skill"
)

// exportedTools are the names of all tools that skills export.
func exportedTools(p *lint.Pass) map[string]bool {
	exported := map[string]bool{}
	for _, s := range p.Skills {
		if s.Server != nil {
			continue
		}
		for i := range s.Exports {
			exported[s.Exports[i].Name.Text] = true
		}
	}
	return exported
}

// importedTools are the tools that a skill imports and that are there.
func importedTools(p *lint.Pass, s *skill.Skill) []string {
	var names []string
	for i := range s.Imports {
		imp := &s.Imports[i]
		for _, tool := range imp.Tools {
			if provider := p.Index.Provider(imp, tool.Text); provider != nil && provider.Export(tool.Text) != nil {
				names = append(names, tool.Text)
			}
		}
	}
	return names
}

// isNear reports whether a name with an underscore is a near miss. One that
// differs in its number alone is a sibling.
func isNear(spell *lint.Speller, name string) bool {
	if !strings.Contains(name, "_") {
		return false
	}
	near, ok := spell.Nearest(name)
	return ok && (only(near, "0123456789") == only(name, "0123456789") || only(near, smallLetters) != only(name, smallLetters))
}

// only returns the characters of a name that are in a set, in small letters.
func only(name, set string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(set, r) {
			return r
		}
		return -1
	}, strings.ToLower(name))
}

// misspeltInText are the tools that a skill imports and that its text tells to
// call by a misspelt name.
func misspeltInText(p *lint.Pass, s *skill.Skill) map[string]bool {
	imported := lint.NewSpeller(importedTools(p, s))
	meant := map[string]bool{}
	for _, f := range tellingTexts(p, s) {
		for _, m := range f.Mentions(func(m *document.Mention) bool { return m.Told && isNear(imported, m.Name) }) {
			near, _ := imported.Nearest(m.Name)
			meant[near] = true
		}
	}
	return meant
}

// isElsewhere reports whether a name that is near a tool's is known as something
// else: another tool's, an argument's or a result's, or one of the skill's files.
func isElsewhere(p *lint.Pass, s *skill.Skill, name string) bool {
	if p.Config.CoreTool(name) || p.ToolRegistry.Tool(name) != nil || hosttools.Known(name) {
		return true
	}
	quoted := fmt.Sprintf("%q", name)
	for _, c := range p.Skills {
		for i := range c.Exports {
			t := &c.Exports[i]
			for _, schema := range []contract.Document{t.Input, t.Output} {
				if schema != nil && strings.Contains(string(schema.JSON()), quoted) {
					return true
				}
			}
			if c.Server != nil && t.Name.Text == name {
				return true
			}
		}
	}
	return slices.ContainsFunc(p.Texts(), func(f *skill.File) bool {
		return f.Path != s.Manifest().Path && p.SkillAt(f.Path) == s && strings.Contains(string(f.Source()), name)
	})
}

// tellingTexts are the texts by which a skill tells a model what to do: its
// SKILL.md, or the prompt of a function.
func tellingTexts(p *lint.Pass, s *skill.Skill) []*skill.File {
	var texts []*skill.File
	for _, m := range s.Manifests {
		switch m.Dialect {
		case skill.Contract, skill.Standard:
			texts = append(texts, m.File)
		case skill.Function:
			if prompt := p.File(path.Join(path.Dir(m.Path), manifest.PromptFile)); prompt != nil && prompt.Known() {
				texts = append(texts, prompt)
			}
		}
	}
	return texts
}

// advisesAgainst reports whether a line of a text tells not to call what it
// names, or tells of the past.
func advisesAgainst(f *skill.File, at int) bool {
	line, _ := skilltext.LineAt(f.Source(), at)
	return against.MatchString(line) || skilltext.TellsOfAnotherTime(f, at)
}

// toolOf is a tool as one skill names it.
type toolOf struct {
	*skill.Skill
	tool string
}

// against matches a line that tells what not to do, or of what others do.
var against = regexp.MustCompile(`(?i)\b(?:not|never|don't|doesn't|cannot|can't|without|avoid|unlike|forbidden|no)\b|不要|不能|不可|不得|禁止|勿|避免|别`)

const smallLetters = "abcdefghijklmnopqrstuvwxyz"
