package rules

import (
	"regexp"

	"github.com/skilllint/skilllint/lint"
)

// UnclosedFence reports code fences that are never closed.
var UnclosedFence = &lint.Rule{
	Name: "unclosed-fence", Group: "A", Severity: lint.Warning, Local: true,
	Doc: `A code fence is never closed.

Everything after it is code, to a reader of Markdown: headings, links and instructions vanish. Close it with a fence of
the same characters, at least as long. A block that holds other fences needs a longer one of its own; the finding stands at the fence that opens it.
Where no heading and no other fence stands behind it, nothing is lost: that is a note.`,
	Sources: []lint.Source{commonMark},
	Run: func(p *lint.Pass) {
		for _, m := range p.Manifests {
			if m.Body >= m.Size || !m.Prose().MayBeUnclosed {
				continue
			}
			text := m.Text()
			switch {
			case text.Unclosed < 0:
			case text.Opened >= 0: // the odd one at the end was meant to close
				p.Report(lint.Span(m.Pos(text.Opened), m.Pos(text.OpenedEnd), "the code fence is never closed: everything after it is code"))
			case swallowed.Match(m.Between(text.UnclosedEnd, m.Size)):
				p.Report(lint.Span(m.Pos(text.Unclosed), m.Pos(text.UnclosedEnd), "the code fence is never closed: everything after it is code"))
			default:
				p.ReportAs(lint.Note, lint.Span(m.Pos(text.Unclosed), m.Pos(text.UnclosedEnd), "the code fence is never closed: it ends with the file"))
			}
		}
	},
}

// swallowed matches what was meant as Markdown behind a fence: a heading below the first
// level, which no comment of a script looks like, or another fence.
var swallowed = regexp.MustCompile("(?m)^ {0,3}(?:#{2,6} \\S|```|~~~)")
