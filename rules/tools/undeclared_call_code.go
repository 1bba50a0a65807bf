package tools

import (
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/edit"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/refs"
	"github.com/skilllint/skilllint/skill"
)

// undeclaredCode reports the tools of other skills that code calls and its
// skill does not import: each once, at its first call. It returns what it
// reported.
func undeclaredCode(p *lint.Pass) map[toolOf]bool {
	calls := map[toolOf][]contract.Name{}
	reported := map[toolOf]bool{}
	var order []toolOf
	refs.Each(p, refs.Calls, func(src *skill.Source, r *skill.CallRef) {
		k := toolOf{src.Skill, r.Text}
		if calls[k] == nil {
			order = append(order, k)
		}
		calls[k] = append(calls[k], r.Name)
	})
	for _, k := range order {
		provider, denial := refs.ProviderOf(p, k.Skill, k.tool)
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
		return edit.AddKey(m, "calls", fmt.Sprintf("[%q]", tool), fmt.Sprintf("add calls with %q", tool))
	case m.Dialect == skill.Function:
		return edit.AddToList(m, m.Root.Get("calls"), tool, fmt.Sprintf("%q", tool), fmt.Sprintf("add %q to calls", tool))
	case m.Dialect != skill.Contract:
		return nil
	}
	for _, item := range m.Root.Get("imports").Items() {
		if item.Value.Get("from").Str() == provider.ID.Text && item.Value.Get("tools").Is(skill.List) {
			return edit.AddToList(m, item.Value.Get("tools"), tool, edit.Plain(tool), fmt.Sprintf("add %q to the imports from %s", tool, provider.ID.Text))
		}
	}
	imp := edit.Import{From: provider.ID.Text, Tools: []string{tool}}
	if provider.Version.Text != "" && provider.Provides != nil {
		imp.MinVersion = fmt.Sprintf("%d.%d", provider.Provides.Major(), provider.Provides.Minor())
	}
	return edit.AddImport(m, imp, fmt.Sprintf("import %q from %s", tool, provider.ID.Text))
}
