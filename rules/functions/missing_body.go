package functions

import (
	"bytes"
	"fmt"
	"path"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/manifest"
	"github.com/skilllint/skilllint/rules/internal/dialects"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// MissingBody reports function skills without the file or steps that their mode needs.
var MissingBody = &lint.Rule{
	Name: "missing-body", Group: "D", Severity: lint.Error,
	Doc: `A function skill lacks the file or the steps that its mode needs.

` + "`code`" + ` needs an index.ts (or .js, .py) beside skill.json that exports ` + "`execute`" + `, ` + "`llm`" + ` a prompt.md with text, ` + "`composite`" + ` a
pipeline with steps or an index.ts. Without it the first call fails. A pipeline in another mode than composite is never run (a warning).`,
	Sources: []lint.Source{sources.DialectsPage, sources.TemplatesPage},
	Run: func(p *lint.Pass) {
		for _, s := range p.Skills {
			m := dialects.ManifestOf(s, skill.Function)
			if m == nil || !m.Root.Get("mode").Is(skill.String) {
				continue
			}
			mode := m.Root.Get("mode").Text
			if key, _ := m.Root.Entry("pipeline"); key != nil && !manifest.RunsPipeline(m) {
				p.ReportAs(lint.Warning, lint.Span(key.Pos, key.End, "mode %q runs no pipeline: make the mode \"composite\", or remove the pipeline", mode))
			}
			switch mode {
			case manifest.CodeMode:
				codeBody(p, m)
			case manifest.LLMMode:
				promptBody(p, m)
			case manifest.CompositeMode:
				compositeBody(p, m)
			}
		}
	},
}

func codeBody(p *lint.Pass, m *skill.Manifest) {
	file, there := bodyFile(p, m, manifest.IndexFiles...)
	if !there {
		mode := m.Root.Get("mode")
		p.Report(lint.Span(mode.Pos, mode.End, "mode %q needs index.ts, index.js or index.py beside %s", mode.Text, path.Base(m.Path)))
		return
	}
	if file != nil && !p.MayExport(file.Path, "execute") {
		p.Report(lint.Span(file.Pos(0), file.Pos(0), "%s does not export execute: define and export it", path.Base(file.Path)))
	}
}

func promptBody(p *lint.Pass, m *skill.Manifest) {
	file, there := bodyFile(p, m, manifest.PromptFile)
	switch {
	case !there:
		mode := m.Root.Get("mode")
		p.Report(lint.Span(mode.Pos, mode.End, "mode %q needs prompt.md beside %s", mode.Text, path.Base(m.Path)))
	case file != nil && len(bytes.TrimSpace(file.Source())) == 0:
		p.Report(lint.Span(file.Pos(0), file.Pos(0), "the prompt is empty: write what the model has to do"))
	}
}

func compositeBody(p *lint.Pass, m *skill.Manifest) {
	steps := m.Root.Get("pipeline")
	if len(steps.Items()) > 0 || steps != nil && !steps.Is(skill.List) {
		return
	}
	if _, there := bodyFile(p, m, manifest.IndexFiles...); there {
		codeBody(p, m)
		return
	}
	mode := m.Root.Get("mode")
	d := lint.Span(mode.Pos, mode.End, "mode %q needs a pipeline, or an index.ts beside %s", mode.Text, path.Base(m.Path))
	if steps != nil {
		d.Message = fmt.Sprintf("mode %q needs a pipeline with steps, or an index.ts beside %s", mode.Text, path.Base(m.Path))
		d.Related = []analysis.RelatedInformation{{Pos: steps.Pos, End: steps.End, Message: "the pipeline without steps"}}
	}
	p.Report(d)
}
