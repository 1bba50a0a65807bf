package contracts

import (
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/rules/internal/spelling"
)

// ImportNotExported reports imports of tools that their provider does not export.
var ImportNotExported = &lint.Rule{
	Name: "import-not-exported", Group: "B", Severity: lint.Error,
	Doc: `An imported tool is not exported by its provider.

The gateway refuses the call. Import a tool that the provider exports, or export the tool there.`,
	Sources: []lint.Source{sources.DialectsPage},
	Run:     importNotExported,
}

func importNotExported(p *lint.Pass) {
	core := lint.NewSpeller(p.Config.CoreTools)
	for _, s := range p.Skills {
		for i := range s.Imports {
			imp := &s.Imports[i]
			for _, tool := range imp.Tools {
				provider := p.Index.Provider(imp, tool.Text)
				switch {
				case imp.From.Text == contract.Core && coreIsKnown(p) && !p.Config.CoreTool(tool.Text):
					d := lint.At(tool, "core has no tool %q%s; core_tools lists %s", tool.Text, core.DidYouMean(tool.Text), messages.List(p.Config.CoreTools))
					d.SuggestedFixes = spelling.Respell(p, core, tool)
					p.Report(d)
				case imp.From.Text == contract.Core || p.Config.CoreTool(tool.Text):
				case provider != nil && p.Owner(provider).Server != nil: // rule missing-mcp-tool speaks of it
				case provider != nil && p.Owner(provider).Unreadable():
				case provider != nil && provider.Export(tool.Text) == nil:
					p.Report(notExported(p, provider, tool))
				case provider == nil && imp.From.Text == "" && !imp.Unsure:
					p.Reportf(tool, "%s needs tool %q, which no skill exports", s.ID.Text, tool.Text)
				}
			}
		}
	}
}

// coreIsKnown reports whether the configuration lists core's tools: those by
// default are only what a runtime mostly has.
func coreIsKnown(p *lint.Pass) bool {
	_, configured := p.Config.Origins["core_tools"]
	return configured
}

// notExported says what a provider does export, and where.
func notExported(p *lint.Pass, provider *contract.Contract, tool contract.Name) analysis.Diagnostic {
	if len(provider.Exports) == 0 {
		return lint.At(tool, "%s does not export %q: it exports no tools", provider.ID.Text, tool.Text)
	}
	known := spelling.Exported(p, provider)
	d := lint.At(tool, "%s does not export %q%s; it exports %s", provider.ID.Text, tool.Text, known.DidYouMean(tool.Text), messages.List(known.Names))
	if near, ok := known.Nearest(tool.Text); ok && len(known.Names) == 1 {
		d.Message = fmt.Sprintf("%s does not export %q: did you mean %q, its only export?", provider.ID.Text, tool.Text, near)
	}
	d.SuggestedFixes = spelling.Respell(p, known.Speller, tool)
	if dep := provider.Deprecation(tool.Text); dep != nil && dep.Replacement.Text != "" {
		d.Message += fmt.Sprintf("; %q was deprecated in favour of %q", tool.Text, dep.Replacement.Text)
	}
	d.Related = []analysis.RelatedInformation{lint.Related(provider.Exports[0].Name, "the exports of %s", provider.ID.Text)}
	return d
}
