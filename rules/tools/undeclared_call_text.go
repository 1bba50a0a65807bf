package tools

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/refs"
	"github.com/skilllint/skilllint/rules/internal/spelling"
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
			may := false
			for name := range f.Names().All {
				may = may || exported[name] || isNear(imported, name)
			}
			if !may {
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
					d.SuggestedFixes = spelling.Respell(p, imported, at)
					p.ReportAs(lint.Warning, d)
				}
			}
		}
	}
}

// toldUndeclared reports a tool that a text tells to call, if it is another
// skill's and is not imported. A name that several skills export means one of
// them only with its provider before it.
func toldUndeclared(p *lint.Pass, s *skill.Skill, prefix string, at contract.Name) bool {
	provider, denial := refs.ProviderOf(p, s, at.Text)
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
