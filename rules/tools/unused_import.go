package tools

import (
	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/manifest"
	"github.com/skilllint/skilllint/rules/internal/dialects"
	"github.com/skilllint/skilllint/rules/internal/refs"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// UnusedImport reports imports and declared calls that nothing uses.
var UnusedImport = &lint.Rule{
	Name: "unused-import", Group: "B", Severity: lint.Warning,
	Doc: `A skill declares a call that it never makes.

It needs a permission that it has no use for, and is bound to a provider for nothing. Remove the entry, or make the call.
A tool counts as called when the skill's code, its text or a file beside them names it outside of comments; a skill without code is not judged.`,
	Sources: []lint.Source{sources.DialectsPage},
	Run: func(p *lint.Pass) {
		meant := map[toolOf]bool{} // rule unknown-tool speaks of them
		eachUnknownCall(p, func(src *skill.Source, r *skill.CallRef, spell *lint.Speller) {
			near, _ := spell.Nearest(r.Text)
			meant[toolOf{src.Skill, near}] = true
		})
		for _, s := range p.Skills {
			if m := dialects.ManifestOf(s, skill.Function); m != nil {
				unusedCalls(p, s, m)
			} else if p.HasCode(s) {
				unusedTools(p, s, meant)
			}
		}
	},
}

// unusedTools reports the imported tools that nothing of a skill names.
func unusedTools(p *lint.Pass, s *skill.Skill, meant map[toolOf]bool) {
	for i := range s.Imports {
		imp := &s.Imports[i]
		if imp.Key != "imports" && imp.Key != "external_tools" || imp.From.Text == contract.Core {
			continue
		}
		for _, tool := range imp.Tools {
			if provider := p.Index.Provider(imp, tool.Text); provider == nil || provider.Export(tool.Text) == nil {
				continue // import-not-exported speaks of it
			}
			if !meant[toolOf{s, tool.Text}] && !p.Mentions(s, tool.Text) && !misspeltInText(p, s)[tool.Text] { // rule undeclared-call speaks of those
				p.Report(lint.At(tool, "%s imports %q, which neither its code nor its text calls", s.ID.Text, tool.Text))
			}
		}
	}
}

// unusedCalls reports the calls of a function that neither its pipeline nor
// its code makes. A step that calls something unknown may mean one of them.
func unusedCalls(p *lint.Pass, s *skill.Skill, m *skill.Manifest) {
	used := map[string]bool{}
	for _, step := range m.Root.Get("pipeline").Items() {
		name := step.Value.Get("skill").Str()
		if name == "" || !refs.Callable(p, name) {
			return
		}
		used[name] = true
	}
	mode := m.Root.Get("mode").Str()
	for _, call := range skill.NamesOf(m.Root.Get("calls")) {
		switch {
		case used[call.Text] || !refs.Callable(p, call.Text) || p.Mentions(s, call.Text):
		case mode == manifest.CodeMode || mode == manifest.CompositeMode && m.Root.Get("pipeline") == nil:
			p.Report(lint.At(call, "calls lists %q, which the skill's code does not call", call.Text))
		case mode == manifest.CompositeMode:
			p.Report(lint.At(call, "calls lists %q, which no step of the pipeline calls", call.Text))
		case mode == manifest.LLMMode:
			p.Report(lint.At(call, "calls lists %q, but mode %q calls no skills", call.Text, mode))
		}
	}
}
