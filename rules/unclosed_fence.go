package rules

import (
	"github.com/skilllint/skilllint/lint"
)

// UnclosedFence reports code fences that are never closed.
var UnclosedFence = &lint.Rule{
	Name: "unclosed-fence", Group: "A", Severity: lint.Warning, Local: true,
	Doc: `A code fence is never closed.

Everything after it is code, to a reader of Markdown: headings, links and instructions vanish. Close it with a fence of
the same characters, at least as long. A block that holds other fences needs a longer one of its own; the finding stands at the fence that opens it.`,
	Sources: []lint.Source{commonMark},
	Run: func(p *lint.Pass) {
		for _, m := range p.Manifests {
			if m.Body >= m.Size || !m.Prose().MayBeUnclosed {
				continue
			}
			if text := m.Text(); text.Unclosed >= 0 {
				at, end := text.Unclosed, text.UnclosedEnd
				if text.Opened >= 0 {
					at, end = text.Opened, text.OpenedEnd // the odd one at the end was meant to close
				}
				p.Report(lint.Span(m.Pos(at), m.Pos(end), "the code fence is never closed: everything after it is code"))
			}
		}
	},
}
