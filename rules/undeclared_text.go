package rules

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// undeclaredText reports the tools of other skills that a skill's text tells
// the model to call and the skill does not import, and near misses of those that
// it does. inCode are the tools that its code is found to call.
func undeclaredText(p *lint.Pass, inCode map[toolOf]bool) {
	exported := exportedTools(p)
	if len(exported) == 0 {
		return
	}
	for _, s := range p.Skills {
		if s.Plugin != nil || s.Server != nil {
			continue
		}
		imported := lint.NewSpeller(importedTools(p, s))
		for _, f := range tellingTexts(p, s) {
			if !slices.ContainsFunc(f.Prose().Names, func(name string) bool { return exported[name] || isNear(imported, name) }) {
				continue
			}
			seen := map[string]bool{}
			for _, m := range f.Mentions(func(m *document.Mention) bool { return m.Told && (exported[m.Name] || isNear(imported, m.Name)) }) {
				at := contract.Name{Text: m.Name, Pos: f.Pos(m.Start), End: f.Pos(m.End)}
				if seen[m.Name] || inCode[toolOf{s, m.Name}] || m.Provider == "" && !m.Called && !strings.Contains(m.Name, "_") || advisesAgainst(f, m.Start) {
					continue
				}
				if exported[m.Name] {
					seen[m.Name] = toldUndeclared(p, s, m.Provider, at)
				} else if !isElsewhere(p, s, m.Name) {
					seen[m.Name] = true
					d := lint.At(at, "the text tells to call %q, which no skill exports%s", m.Name, imported.DidYouMean(m.Name))
					d.SuggestedFixes = respell(p, imported, at)
					p.ReportAs(lint.Warning, d)
				}
			}
		}
	}
}

// toolOf is a tool as one skill names it.
type toolOf struct {
	*skill.Skill
	tool string
}

// toldUndeclared reports a tool that a text tells to call, if it is another
// skill's and is not imported. A name that several skills export means one of
// them only with its provider before it.
func toldUndeclared(p *lint.Pass, s *skill.Skill, prefix string, at contract.Name) bool {
	provider, denial := providerOf(p, s, at.Text)
	if prefix != "" {
		prefix = prefix[strings.LastIndexByte(prefix, '.')+1:]
		named := slices.DeleteFunc(slices.Clone(p.Index.Tool(at.Text)), func(c *contract.Contract) bool { return c.ID.Text != prefix })
		if len(named) == 0 || p.Owner(named[0]) == s {
			return false
		}
		provider, denial = named[0], contract.Check(&s.Contract, named[0], at.Text, p.Now)
	} else if owners := p.Index.Tool(at.Text); slices.ContainsFunc(owners, func(c *contract.Contract) bool { return c.ID.Text != owners[0].ID.Text }) {
		return false
	}
	if denial == nil || denial.Code != contract.ToolNotImported || p.Owner(provider).Unreadable() {
		return false
	}
	declared := s.ID.Text + " does not import it"
	if s.Manifest().Dialect == skill.Function {
		declared = "its calls do not list it"
	}
	d := lint.At(at, "the text tells to call %q of skill %q, but %s", at.Text, provider.ID.Text, declared)
	d.Related = []analysis.RelatedInformation{lint.Related(provider.Export(at.Text).Name, "%s exports it here", provider.ID.Text)}
	d.SuggestedFixes = declareImport(s, provider, at.Text)
	p.ReportAs(lint.Warning, d)
	return true
}

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

const smallLetters = "abcdefghijklmnopqrstuvwxyz"

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
	if p.Config.CoreTool(name) || p.ToolRegistry.Tool(name) != nil || knownTool(name) {
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
			if prompt := p.File(path.Join(path.Dir(m.Path), skill.PromptFile)); prompt != nil && prompt.Known() {
				texts = append(texts, prompt)
			}
		}
	}
	return texts
}

// against matches a line that tells what not to do, or of what others do.
var against = regexp.MustCompile(`(?i)\b(?:not|never|don't|doesn't|cannot|can't|without|avoid|unlike|forbidden|no)\b|不要|不能|不可|不得|禁止|勿|避免|别`)

// advisesAgainst reports whether a line of a text tells not to call what it
// names, or tells of the past.
func advisesAgainst(f *skill.File, at int) bool {
	line, _ := lineAt(f.Source(), at)
	return against.MatchString(line) || tellsOfPast(f, at)
}
