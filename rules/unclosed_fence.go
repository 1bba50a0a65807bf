package rules

import (
	"bytes"

	"github.com/skilllint/skilllint/lint"
)

// UnclosedFence reports code fences that are never closed.
var UnclosedFence = &lint.Rule{
	Name: "unclosed-fence", Group: "A", Severity: lint.Warning,
	Doc: `A code fence is never closed.

Everything after it is code, to a reader of Markdown: headings, links and instructions vanish. Close it with a fence of
the same characters, at least as long.`,
	Sources: []lint.Source{commonMark},
	Run: func(p *lint.Pass) {
		for _, m := range p.Manifests {
			if m.Body >= len(m.Src) || !m.MayBeUnclosed() {
				continue
			}
			if at := m.Text().Unclosed; at >= 0 {
				end := at + max(0, bytes.IndexByte(m.Src[at:], '\n'))
				p.Report(lint.Span(m.Pos(at), m.Pos(end), "the code fence is never closed: everything after it is code"))
			}
		}
	},
}
